import { createHash } from 'node:crypto';
import { parseBusinessId, type BusinessDetails, type BusinessId } from '@directory/domain';
import { kampongs, type Kampong, maskPhone, villageCentre } from '@directory/domain/catalogue';
import { distanceTo } from '@directory/domain/search';
import { recordOf } from '@directory/domain/shared/collections';
import { uuidToULID } from 'ulid';
import * as z from 'zod';
import { degreesField, line, linkField, maxLength, required } from '../contracts/fields.ts';
import { mainCategoryOf, subCategoryOf, tagsOf } from './categories.ts';
import { parseOpeningTimes, spanOfSameTimes } from './opening-times.ts';

/** A row of open data as a business. Missing values are null, never invented. */
export type Place = {
  readonly id: BusinessId;
  readonly details: BusinessDetails;
  readonly source: string;
  readonly licence: string;
};

export type ParsedRow =
  | {
      readonly place: Place;
      /** The values of the row that the place does not contain, as `field: reason`. */
      readonly ignored: readonly string[];
    }
  | { readonly place: null; readonly reason: string };

const maxSourceLength = 500;

/** The position of a street or a neighbourhood is not that of the business. */
const vaguePrecisions: ReadonlySet<string> = new Set(['street', 'area']);

const unclearLicence = /none stated|not stated|unclear|unknown/i;

const fields = {
  name: required(lineOfHtml(maxLength.businessName), 'a name is missing'),
  category: loose(),
  phone: loose(),
  website: loose(),
  address: lineOfHtml(maxLength.address),
  latitude: degreesField(90).default(null),
  longitude: degreesField(180).default(null),
  openingHours: loose(),
  source: required(lineOfHtml(maxSourceLength), 'the source is missing'),
  licence: required(lineOfHtml(maxSourceLength), 'no licence is stated').refine(
    (licence) => !unclearLicence.test(licence),
    'no clear licence is stated',
  ),
  coordinatePrecision: loose(),
};
const row = z.object(fields, 'the row has no fields');
type RowData = z.output<typeof row>;

const everyField = z.record(z.string(), z.unknown());

export function parsePlace(value: unknown): ParsedRow {
  const result = row.safeParse(value);
  if (!result.success) return { place: null, reason: describe(result.error.issues) };
  const { source, licence } = result.data;
  const details = detailsOf(result.data);
  return {
    place: { id: placeId(result.data), details, source, licence },
    ignored: ignoredFields(everyField.parse(value), result.data, details),
  };
}

function detailsOf(data: RowData): BusinessDetails {
  const tags = tagsOf(data.category);
  const businessInfo = mainCategoryOf(tags);
  const openingTimes = parseOpeningTimes(data.openingHours);
  const hasPin = !vaguePrecisions.has(data.coordinatePrecision ?? '') && !isZero(data);
  return {
    businessName: data.name,
    phone: phoneOf(data.phone),
    operatingHours: spanOfSameTimes(openingTimes),
    openingTimes,
    yearStarted: null,
    email: null,
    ...linksOf(data.website),
    whatsapp: null,
    location: null,
    onlineOrder: null,
    address: data.address,
    synopsis: null,
    businessInfo,
    subCategory: subCategoryOf(data.name, tags, businessInfo),
    kampong: kampongOf(data),
    facilities: [],
    imagePath: null,
    latitude: hasPin ? data.latitude : null,
    longitude: hasPin ? data.longitude : null,
  };
}

/** Many programs write 0, 0 for a position that they do not know. */
function isZero({ latitude, longitude }: RowData): boolean {
  return latitude === 0 && longitude === 0;
}

/** One line of text; line breaks, also those of HTML, become spaces. */
function lineOfHtml(max: number) {
  return z
    .string('must be text')
    .nullish()
    .transform((value) => value?.replace(/<br\s*\/?>/gi, ' ') ?? null)
    .pipe(line(max));
}

/** A text or number; its parser decides whether it is usable. */
function loose() {
  return z
    .union([z.string(), z.number().transform(String)], 'must be text or a number')
    .nullish()
    .transform((value) => value ?? null);
}

function describe(issues: readonly z.core.$ZodIssue[]): string {
  return issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');
}

/** The distance from the centre of the village within which a name can mean one of its kampongs. */
const maxMetres = 3_000;

const kampongPatterns = kampongs.map((kampong) => ({ kampong, pattern: patternOf(kampong) }));

/** The kampong in the name or address of a place, or null if there is none, there are several, or the place is elsewhere. */
function kampongOf(place: RowData): Kampong | null {
  if (!isZero(place) && (distanceTo(place, villageCentre) ?? 0) > maxMetres) return null;
  const text = `${place.name}\n${place.address ?? ''}`;
  const [only, ...others] = kampongPatterns.filter(({ pattern }) => pattern.test(text));
  return only && others.length === 0 ? only.kampong : null;
}

function patternOf(kampong: Kampong): RegExp {
  const spelled = kampong
    .replace('Kampung', '(?:Kampung|Kampong|Kg\\.?)')
    .replace('Sungai', '(?:Sungai|Sg\\.?)')
    .replaceAll(' ', '\\s+');
  return new RegExp(`(?<![\\p{L}\\d])${spelled}(?![\\p{L}\\d])`, 'iu');
}

/** The address distinguishes the branches of a business if there are no coordinates. */
function placeId({ source, name, latitude, longitude, address }: RowData): BusinessId {
  const isLocated = latitude !== null && longitude !== null;
  const place = isLocated ? [latitude, longitude] : [latitude, longitude, address];
  return derivedBusinessId([source, name, ...place]);
}

/** A deterministic id, so that a file can be imported again: the first 128 bits of a SHA-256, written like a ULID. */
export function derivedBusinessId(key: readonly (string | number | null)[]): BusinessId {
  const digest = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32);
  const uuid = digest.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return parseBusinessId(uuidToULID(uuid));
}

type Rule = {
  readonly reason: string;
  readonly isUsed: (details: BusinessDetails, data: RowData) => boolean;
};

/** By field. */
const rules: Readonly<Partial<Record<string, Rule>>> = {
  category: {
    reason: 'no tag such as amenity=cafe',
    isUsed: (_, { category }) => tagsOf(category).length > 0,
  },
  phone: {
    reason: 'no phone number of 7 to 12 digits',
    isUsed: ({ phone }) => phone !== null,
  },
  website: {
    reason: 'no valid link',
    isUsed: (details) => links.some((field) => details[field] !== null),
  },
  openingHours: {
    reason: 'not understood with certainty',
    isUsed: ({ openingTimes }) => openingTimes !== null,
  },
  latitude: {
    reason: 'only the position of a street or an area',
    isUsed: ({ latitude }, data) => latitude === data.latitude || isZero(data),
  },
  longitude: {
    reason: '0, 0 is not a real position',
    isUsed: (_, data) => !isZero(data),
  },
};
const links = ['website', 'facebook', 'instagram', 'youtube', 'tiktok'] as const;

/** The values of a row that its listing does not contain, as `field: reason`. */
function ignoredFields(
  given: Readonly<Record<string, unknown>>,
  data: RowData,
  details: BusinessDetails,
): readonly string[] {
  return Object.entries(given)
    .filter(([, value]) => value !== null && value !== '')
    .flatMap(([field]) => {
      if (!Object.hasOwn(fields, field)) return [`${field}: unknown field`];
      const rule = rules[field];
      return !rule || rule.isUsed(details, data) ? [] : [`${field}: ${rule.reason}`];
    });
}

const minDigits = 7;
/** The mask cuts off further digits, which gives another number. */
const maxDigits = 12;

/** The first phone number in a text, formatted with the mask, Malaysian ones in national form; null if there is none. */
function phoneOf(text: string | null): string | null {
  const first = (text ?? '').split(/[/;,]|\bor\b|\bdan\b/i)[0] ?? '';
  const digits = nationalDigits(first);
  if (digits.length < minDigits || digits.length > maxDigits) return null;
  return maskPhone(digits);
}

/** A mobile number or one of Kuala Lumpur without its zero, which spreadsheets remove. No other number has as many digits. */
const withoutZero = /^(?:1\d{8}|11\d{8}|3\d{8})$/;

/** Without a plus, 60 is only a country code if a complete number follows: local numbers of ten digits may begin with 60. */
function nationalDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  const isInternational = text.trim().startsWith('+');
  const fromMalaysia = isInternational ? digits.startsWith('60') : /^60\d{9,10}$/.test(digits);
  // Some write the zero after the country code, too.
  if (fromMalaysia) return digits.replace(/^600?/, '0');
  return !isInternational && withoutZero.test(digits) ? `0${digits}` : digits;
}

type Links = Pick<BusinessDetails, (typeof links)[number]>;

const noLinks: Links = recordOf(links, () => null);

const platforms = [
  { field: 'facebook', hosts: ['facebook.com', 'fb.com'] },
  { field: 'instagram', hosts: ['instagram.com'] },
  { field: 'youtube', hosts: ['youtube.com', 'youtu.be'] },
  { field: 'tiktok', hosts: ['tiktok.com'] },
] as const;

/** The link in the field of its platform, else in `website`; all are null if it is not valid. */
function linksOf(website: string | null): Links {
  const link = webLink(website);
  if (link === null) return noLinks;
  const host = new URL(link).hostname;
  const platform = platforms.find(({ hosts }) =>
    hosts.some((name) => host === name || host.endsWith(`.${name}`)),
  );
  return { ...noLinks, [platform?.field ?? 'website']: link };
}

const websiteField = linkField();

/** Adds http:// to a bare host name, as browsers do. */
function webLink(text: string | null): string | null {
  const trimmed = (text ?? '').trim();
  const isBareHost = /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(trimmed);
  return websiteField.safeParse(isBareHost ? `http://${trimmed}` : trimmed).data ?? null;
}
