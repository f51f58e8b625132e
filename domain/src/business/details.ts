import { mayBelongTo, type MainCategory } from '../catalogue/categories.ts';
import type { Facility, Kampong } from '../catalogue/catalogue.ts';
import type { OperatingHours } from '../catalogue/hours.ts';
import type { OpeningTimes } from '../catalogue/opening-times.ts';
import { Rejection } from '../shared/rejection.ts';

/** The content of a listing. Null is "not provided"; only the name and the main category are always there. */
export type BusinessDetails = {
  /** Its name. */
  readonly businessName: string;
  /** The telephone number, as typed. */
  readonly phone: string | null;
  /** One of the specified parts of a day. */
  readonly operatingHours: OperatingHours | null;
  /** Exact times beside the span. Older events lack the field, and are read with null. @since 2026-11-22 */
  readonly openingTimes: OpeningTimes | null;
  /** The year in which it was opened. */
  readonly yearStarted: number | null;
  /** Shown to the owner and admins only. */
  readonly email: string | null;
  /** A web address. */
  readonly website: string | null;
  /** A web address. */
  readonly facebook: string | null;
  /** A web address. */
  readonly instagram: string | null;
  /** The web address of a video. */
  readonly youtube: string | null;
  /** A web address. */
  readonly tiktok: string | null;
  /** A telephone number, or a link. */
  readonly whatsapp: string | null;
  /** A link to a map service, not the coordinates. */
  readonly location: string | null;
  /** A web address. */
  readonly onlineOrder: string | null;
  /** The street address, as typed. */
  readonly address: string | null;
  /** The owner's description. */
  readonly synopsis: string | null;
  /** The main category. */
  readonly businessInfo: MainCategory;
  /** One of the main category, or free text. */
  readonly subCategory: string | null;
  /** The part of the village. */
  readonly kampong: Kampong | null;
  /** What a visitor finds there besides the business. */
  readonly facilities: readonly Facility[];
  /** The stored image's name below /uploads/. */
  readonly imagePath: string | null;
  /** Degrees, WGS 84; both or neither. */
  readonly latitude: number | null;
  /** Degrees, WGS 84. */
  readonly longitude: number | null;
};

export type DetailField = keyof BusinessDetails;
export type DetailChanges = Partial<BusinessDetails>;

/** The details by which admins can sort listings. The view `listings` indexes them: when they change, so does its version. */
export const sortableDetails = [
  'businessName',
  'phone',
  'operatingHours',
  'yearStarted',
  'email',
  'website',
  'onlineOrder',
  'address',
  'businessInfo',
  'subCategory',
  'kampong',
] as const satisfies readonly DetailField[];

/** Required by the add form. Open data may lack them; an edit may not clear them. */
const requiredFields = [
  'businessName',
  'phone',
  'operatingHours',
  'yearStarted',
  'email',
  'address',
  'kampong',
  'businessInfo',
  'subCategory',
  'synopsis',
  'imagePath',
  'latitude',
  'longitude',
] as const satisfies readonly DetailField[];

export function requireComplete(details: BusinessDetails): void {
  const missing = requiredFields.find((field) => isEmpty(details[field]));
  if (missing) throw new Rejection('required-field-missing', missing);
}

export function requireNothingCleared(before: BusinessDetails, after: BusinessDetails): void {
  const cleared = requiredFields.find((field) => !isEmpty(before[field]) && isEmpty(after[field]));
  if (cleared) throw new Rejection('required-field-cleared', cleared);
}

export function requireConsistent(details: BusinessDetails): void {
  if (isEmpty(details.businessName)) throw new Rejection('required-field-missing', 'businessName');
  if (details.subCategory !== null && !mayBelongTo(details.businessInfo, details.subCategory))
    throw new Rejection('sub-category-of-another-category', 'subCategory');
  if ((details.latitude === null) !== (details.longitude === null))
    throw new Rejection('half-a-location', details.latitude === null ? 'latitude' : 'longitude');
}

/** The fields of `changes` whose values differ from `details`. */
export function changedFields(details: BusinessDetails, changes: DetailChanges): DetailChanges {
  const differing = Object.entries(changes).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(details, field)),
  );
  return Object.fromEntries(differing);
}

/** Fields that have a meaning only together. */
const fieldGroups: readonly (readonly string[])[] = [
  ['latitude', 'longitude'],
  ['businessInfo', 'subCategory'],
];

/** The fields of `changes`, made to `seen`, that others have changed to something else since. */
export function conflictingFields(
  seen: BusinessDetails,
  now: BusinessDetails,
  changes: DetailChanges,
): readonly string[] {
  const theirs = changedFields(seen, now);
  const differing = changedFields(now, { ...seen, ...changes });
  return Object.keys(changes).filter((field) => {
    const group = fieldGroups.find((fields) => fields.includes(field)) ?? [field];
    return group.some((each) => each in theirs) && group.some((each) => each in differing);
  });
}

function isEmpty(value: BusinessDetails[DetailField]): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
