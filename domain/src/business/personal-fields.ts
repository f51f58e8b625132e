import { isSubCategory } from '../catalogue/categories.ts';
import { keysOf } from '../shared/collections.ts';
import { isObject } from '../shared/unknown.ts';
import type { BusinessDetails } from './details.ts';
import type { BusinessEvent } from './events.ts';

/** The name of a listing whose owner was erased. */
export const erasedName = 'Erased listing';

/** The fields that describe the shop and not a person, and the photograph. A sub-category may be an owner's own words: see below. */
type PlainField =
  | 'operatingHours'
  | 'openingTimes'
  | 'yearStarted'
  | 'businessInfo'
  | 'subCategory'
  | 'kampong'
  | 'facilities'
  | 'imagePath';

/** All others: an owner's own words, which may identify a person, with what readers get in their place after an erasure. */
const erasedDetails = {
  businessName: erasedName,
  phone: null,
  email: null,
  website: null,
  facebook: null,
  instagram: null,
  youtube: null,
  tiktok: null,
  whatsapp: null,
  location: null,
  onlineOrder: null,
  address: null,
  synopsis: null,
  latitude: null,
  longitude: null,
} as const satisfies Omit<BusinessDetails, PlainField>;

const personalFields = Object.keys(erasedDetails);

/** A listing's details as readers get them when its owner was erased. */
export function withoutPersonalData(details: BusinessDetails): BusinessDetails {
  return { ...withoutTypedSubCategory(details), ...erasedDetails, imagePath: null };
}

/** The details that remain after an erasure, as they describe the shop and not the person. */
export function remainingDetails(details: BusinessDetails): BusinessDetails {
  const { businessName, address, latitude, longitude } = details;
  return { ...withoutPersonalData(details), businessName, address, latitude, longitude };
}

type PersonalPart = {
  /** The field of the event's data that has the personal ones in it. */
  readonly name: string;
  readonly fields: readonly string[];
  /** What readers get when the owner was erased. */
  readonly erased: object;
};

/** The events without anything that somebody typed, or only with what remains after an erasure. */
type PlainEvent =
  | 'BusinessApproved'
  | 'DecisionWithdrawn'
  | 'BusinessDeleted'
  | 'BusinessRestored'
  | 'OwnerErased';

/** The personal fields of all others: a reviewer's text, too, is about the owner. */
const personalParts = {
  BusinessSubmitted: { name: 'details', fields: personalFields, erased: erasedDetails },
  BusinessImported: { name: 'details', fields: personalFields, erased: erasedDetails },
  BusinessEdited: { name: 'changes', fields: personalFields, erased: {} },
  BusinessRejected: { name: 'reason', fields: ['text'], erased: { text: '' } },
} as const satisfies Record<Exclude<BusinessEvent['type'], PlainEvent>, PersonalPart>;

export type SplitData = {
  readonly ownerId: string;
  /** The event's data without the personal fields. */
  readonly plain: object;
  readonly personal: object;
};

/** Takes the personal fields out of an event's data; null for events that never have any, and for open data without an owner. */
export function splitPersonal({ type, data }: TypedData): SplitData | null {
  const part = partOf(type);
  if (!part || !('ownerId' in data) || typeof data.ownerId !== 'string') return null;
  const whole: unknown = Reflect.get(data, part.name);
  if (!isObject(whole)) return null;
  const plain: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(withoutTypedSubCategory(whole)).filter(
      ([field]) => !part.fields.includes(field),
    ),
  );
  return {
    ownerId: data.ownerId,
    plain: { ...data, [part.name]: plain },
    personal: Object.fromEntries(
      Object.entries(whole).filter(([field, value]) => plain[field] !== value),
    ),
  };
}

/** Puts the personal fields back into an event's data; null where the owner was erased. */
export function joinPersonal({ type, data }: TypedData, personal: object | null): object {
  const part = partOf(type);
  if (!part) return data;
  const found: unknown = Reflect.get(data, part.name);
  const stored = isObject(found) ? found : {};
  const plain = personal ? stored : withoutTypedSubCategory(stored);
  // Two spreads take ten times as long for so many fields, and what they make is slow to copy and to write.
  const joined: unknown = Object.assign({}, plain, personal ?? part.erased);
  return { ...data, [part.name]: joined };
}

/** A sub-category that is on none of our lists is an owner's own words. Earlier releases did not encrypt it. */
function withoutTypedSubCategory<Details extends object>(details: Details): Details {
  const subCategory: unknown = Reflect.get(details, 'subCategory');
  const isTyped = typeof subCategory === 'string' && !isSubCategory(subCategory);
  return isTyped ? { ...details, subCategory: null } : details;
}

type TypedData = { readonly type: string; readonly data: object };

export function mayBePersonal(type: string): type is keyof typeof personalParts {
  return Object.hasOwn(personalParts, type);
}

/** The types of events that may have personal data. */
export const personalEventTypes = keysOf<keyof typeof personalParts>(personalParts);

function partOf(type: string): PersonalPart | undefined {
  return mayBePersonal(type) ? personalParts[type] : undefined;
}
