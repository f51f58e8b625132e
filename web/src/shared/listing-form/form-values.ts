import type { BusinessResponse } from '@directory/api/contracts';
import { maskPhone, type Facility } from '@directory/domain/catalogue';

/** In the order in which they are asked. */
export const textFields = [
  'businessName',
  'phone',
  'operatingHours',
  'yearStarted',
  'email',
  'address',
  'latitude',
  'longitude',
  'businessInfo',
  'subCategory',
  'kampong',
  'website',
  'facebook',
  'instagram',
  'youtube',
  'tiktok',
  'whatsapp',
  'location',
  'onlineOrder',
  'synopsis',
] as const;
export type TextFieldName = (typeof textFields)[number];

export const linkFields = [
  'website',
  'facebook',
  'instagram',
  'youtube',
  'tiktok',
  'location',
  'onlineOrder',
] as const satisfies readonly TextFieldName[];

/** What stands in the fields of the form, as it was typed. */
export type FormValues = Readonly<Record<TextFieldName, string>> & {
  readonly facilities: readonly Facility[];
  /** A pin that somebody set is not moved by a search for the address. */
  readonly pinByHand: boolean;
};

export const addressNotFound = 'Address not found';

export const emptyValues: FormValues = {
  businessName: '',
  phone: '',
  operatingHours: '',
  yearStarted: '',
  email: '',
  address: '',
  latitude: '',
  longitude: '',
  businessInfo: '',
  subCategory: '',
  kampong: '',
  website: '',
  facebook: '',
  instagram: '',
  youtube: '',
  tiktok: '',
  whatsapp: '',
  location: '',
  onlineOrder: '',
  synopsis: '',
  facilities: [],
  pinByHand: false,
};

/** The fields filled in with a listing that is there already. */
export function answersOf(business: BusinessResponse): FormValues {
  const texts = textFields.map((name) => [name, String(business[name] ?? '')] as const);
  return {
    ...emptyValues,
    ...Object.fromEntries(texts),
    facilities: business.facilities,
    pinByHand: business.latitude !== null,
  };
}

/** What is typed, held to the masks; a new category asks for its sub-category anew. */
export function withChange(answers: FormValues, change: Partial<FormValues>): FormValues {
  const isOther = change.businessInfo !== undefined && change.businessInfo !== answers.businessInfo;
  return {
    ...answers,
    ...change,
    ...(isOther && { subCategory: '' }),
    ...(change.phone !== undefined && { phone: maskPhone(change.phone) }),
    ...(change.whatsapp !== undefined && { whatsapp: maskPhone(change.whatsapp) }),
    ...(change.yearStarted !== undefined && {
      yearStarted: change.yearStarted.replace(/\D/g, '').slice(0, 4),
    }),
  };
}

/** People write example.com; links need to say how they are reached. */
export function completeLink(link: string): string {
  const trimmed = link.trim();
  return trimmed === '' || /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

/** As the server is sent them: what the map could not say is no address. */
export function wireFields(answers: FormValues): Readonly<Record<TextFieldName, string>> {
  const texts = textFields.map((name) => [name, answers[name].trim()] as const);
  const links = linkFields.map((name) => [name, completeLink(answers[name])] as const);
  return {
    ...answers,
    ...Object.fromEntries(texts),
    ...Object.fromEntries(links),
    ...(answers.address.trim() === addressNotFound && { address: '' }),
  };
}
