import type { BusinessDetails } from '@directory/domain';
import { tagsOf } from './tags.ts';

type Rule = {
  readonly field: string;
  readonly reason: string;
  readonly isTaken: (details: BusinessDetails, given: unknown) => boolean;
};

const rules: readonly Rule[] = [
  {
    field: 'category',
    reason: 'no tag such as amenity=cafe',
    isTaken: (_, given) => tagsOf(String(given)).length > 0,
  },
  {
    field: 'phone',
    reason: 'no telephone number of 7 to 12 digits',
    isTaken: ({ phone }) => phone !== null,
  },
  {
    field: 'website',
    reason: 'no link that a page could follow',
    isTaken: (details) => links.some((field) => details[field] !== null),
  },
  {
    field: 'openingHours',
    reason: 'no single span of hours for all the days that it names',
    isTaken: ({ operatingHours }) => operatingHours !== null,
  },
  {
    field: 'latitude',
    reason: 'the point is only that of a street or an area',
    isTaken: ({ latitude }) => latitude !== null,
  },
];
const links = ['website', 'facebook', 'instagram', 'youtube', 'tiktok'] as const;

/** What a row says and its listing does not, as `field: reason`; `read` are the fields that are looked at. */
export function leftOut(
  given: Readonly<Record<string, unknown>>,
  read: readonly string[],
  details: BusinessDetails,
): readonly string[] {
  return Object.entries(given)
    .filter(isSaid)
    .flatMap(([field, value]) => {
      if (!read.includes(field)) return [`${field}: not among the fields that are read`];
      const rule = rules.find((each) => each.field === field);
      return !rule || rule.isTaken(details, value) ? [] : [`${field}: ${rule.reason}`];
    });
}

function isSaid([, value]: readonly [string, unknown]): boolean {
  return value !== null && value !== undefined && value !== '';
}
