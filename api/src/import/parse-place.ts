import type { BusinessDetails, BusinessId } from '@directory/domain';
import * as z from 'zod';
import { degreesField, longest, text } from '../contracts/fields.ts';
import { linksOf, phoneOf } from './contact.ts';
import { kampongOf } from './kampong-of.ts';
import { kindOf } from './kind-of-business.ts';
import { leftOut } from './left-out.ts';
import { mainCategoryOf } from './main-category.ts';
import { openingSpan } from './opening-span.ts';
import { placeId } from './place-id.ts';
import { tagsOf } from './tags.ts';

/** A row of open data as one of our businesses. What the row does not say is null: nothing is made up. */
export type Place = {
  readonly id: BusinessId;
  readonly details: BusinessDetails;
  readonly source: string;
  readonly licence: string;
};

export type ParsedRow =
  | {
      readonly place: Place;
      /** What the row says and the place does not, as `field: reason`. */
      readonly leftOut: readonly string[];
    }
  | { readonly place: null; readonly reason: string };

const maxSourceLength = 500;

/** Points that stand for a street or a whole neighbourhood would send people to the wrong door. */
const vaguePrecisions: ReadonlySet<string> = new Set(['street', 'area']);

const unclearLicence = /none stated|not stated|unclear|unknown/i;

const fields = {
  name: required(line(longest.businessName), 'a name is missing'),
  category: loose(),
  phone: loose(),
  website: loose(),
  address: line(longest.address),
  latitude: degreesField(90).default(null),
  longitude: degreesField(180).default(null),
  openingHours: loose(),
  source: required(line(maxSourceLength), 'the source is missing'),
  licence: required(line(maxSourceLength), 'no licence is stated').refine(
    (licence) => !unclearLicence.test(licence),
    'no clear licence is stated',
  ),
  coordinatePrecision: loose(),
};
const row = z.object(fields, 'the row has no fields');

const everyField = z.record(z.string(), z.unknown());

export function parsePlace(value: unknown): ParsedRow {
  const result = row.safeParse(value);
  if (!result.success) return { place: null, reason: describe(result.error.issues) };
  const { source, licence } = result.data;
  const details = detailsOf(result.data);
  return {
    place: { id: placeId(result.data), details, source, licence },
    leftOut: leftOut(everyField.parse(value), Object.keys(fields), details),
  };
}

function detailsOf(data: z.output<typeof row>): BusinessDetails {
  const tags = tagsOf(data.category);
  const businessInfo = mainCategoryOf(tags);
  const hasPin = !vaguePrecisions.has(data.coordinatePrecision ?? '');
  return {
    businessName: data.name,
    phone: phoneOf(data.phone),
    operatingHours: openingSpan(data.openingHours),
    yearStarted: null,
    email: null,
    ...linksOf(data.website),
    whatsapp: null,
    location: null,
    onlineOrder: null,
    address: data.address,
    synopsis: null,
    businessInfo,
    subCategory: kindOf(data.name, tags, businessInfo),
    kampong: kampongOf(data),
    facilities: [],
    imagePath: null,
    latitude: hasPin ? data.latitude : null,
    longitude: hasPin ? data.longitude : null,
  };
}

/** One line of text; line breaks, also those of HTML, become spaces. */
function line(max: number) {
  return z.string('must be a text').nullish().transform(toOneLine).pipe(text(max));
}

function toOneLine(value: string | null | undefined): string | null {
  return value?.replace(/<br\s*\/?>/gi, ' ').replace(/\s+/g, ' ') ?? null;
}

function required(field: ReturnType<typeof line>, message: string) {
  return field.transform((value, ctx) => {
    if (value !== null) return value;
    ctx.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** Read as far as it can be understood, else as if it were missing. */
function loose() {
  return z
    .union([z.string(), z.number().transform(String)], 'must be a text or a number')
    .nullish()
    .transform((value) => value ?? null);
}

function describe(issues: readonly z.core.$ZodIssue[]): string {
  return issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');
}
