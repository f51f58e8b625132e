import type { BusinessResponse } from '@directory/api/contracts';
import { recordOf } from '@directory/domain/shared/collections';
import { addressNotFound, maskPhone, type Facility } from '@directory/domain/catalogue';
import { visible } from '@directory/domain/shared/unknown';
import type { FieldErrors } from '../forms/form-fields.tsx';
import { timesInputOf, type TimesInput } from './opening-times-input.ts';

/** The fields of each step, in form order; the fifth is the review. */
export const stepFields = [
  ['businessName', 'phone', 'email', 'operatingHours', 'yearStarted', 'openingTimes'],
  ['address', 'latitude', 'longitude', 'businessInfo', 'subCategory', 'kampong'],
  ['website', 'facebook', 'instagram', 'youtube', 'tiktok', 'location', 'onlineOrder', 'whatsapp'],
  ['synopsis', 'facilities', 'imagePath'],
] as const;

/** The fields that are typed or chosen as a text. */
export const textFields = stepFields
  .flat()
  .filter((name) => name !== 'openingTimes' && name !== 'facilities' && name !== 'imagePath');
export type TextFieldName = (typeof textFields)[number];

export const linkFields = stepFields[2].filter((name) => name !== 'whatsapp');

/** The values of the form as typed. */
export type FormValues = Readonly<Record<TextFieldName, string>> & {
  readonly openingTimes: TimesInput;
  readonly facilities: readonly Facility[];
  /** Whether the user placed the pin, so that an address search does not move it. */
  readonly pinByHand: boolean;
};

/** What the fields of a part of the form work with. */
export type PartProps = {
  readonly values: FormValues;
  readonly errors: FieldErrors;
  readonly onChange: (change: Partial<FormValues>) => void;
};

export const emptyValues: FormValues = {
  ...recordOf(textFields, () => ''),
  openingTimes: [],
  facilities: [],
  pinByHand: false,
};

export function valuesOf(business: BusinessResponse): FormValues {
  return {
    ...recordOf(textFields, (name) => String(business[name] ?? '')),
    openingTimes: timesInputOf(business.openingTimes),
    facilities: business.facilities,
    pinByHand: business.latitude !== null,
  };
}

/** Applies a change and the input masks. A new category clears the sub-category. */
export function withChange(values: FormValues, change: Partial<FormValues>): FormValues {
  const isOther = change.businessInfo !== undefined && change.businessInfo !== values.businessInfo;
  return {
    ...values,
    ...change,
    ...(isOther && { subCategory: '' }),
    ...(change.phone !== undefined && { phone: maskPhone(change.phone) }),
    ...(change.whatsapp !== undefined && { whatsapp: maskPhone(change.whatsapp) }),
    ...(change.yearStarted !== undefined && { yearStarted: yearIn(change.yearStarted) }),
  };
}

/** The year of a date such as 12/05/2019, or the first digits. */
function yearIn(text: string): string {
  const [year = ''] = /(?<!\d)\d{4}(?!\d)/.exec(text) ?? /\d+/.exec(text) ?? [];
  return year.slice(0, 4);
}

/** Where the name of a profile, such as makteh, is a page of its own. */
const networks: Partial<Record<TextFieldName, string>> = {
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
  youtube: 'https://www.youtube.com/@',
  tiktok: 'https://www.tiktok.com/@',
};

/** Without an @, what looks like a domain is one: mak.teh is a name, makteh.com is none. */
const profileName = /^(?:@|(?!www\.|.*\.(?:com|my)$))([\w.-]+)$/i;

/** The colon is not that of a port, as in example.com:8080. */
const scheme = /^[a-z][a-z\d+.-]*:(?!\d)/i;

/** A link after other words, as apps share it: "Warung Mak Teh https://maps.app.goo.gl/abc". Also in code that embeds a video. */
const sharedLink = /[\s"](https?:\/\/[^\s"<>]*[^\s"<>.,;:!?])/i;

/** Adds https:// to a link without a scheme, but not to several words. The name of a profile becomes its address at the network of the field. */
export function completeLink(link: string, field: TextFieldName): string {
  const text = visible(link).trim();
  const [, trimmed = text] = sharedLink.exec(text) ?? [];
  const [, name] = profileName.exec(trimmed) ?? [];
  const network = networks[field];
  if (name !== undefined && network) return network + name;
  return /^$|\s/.test(trimmed) || scheme.test(trimmed) ? trimmed : `https://${trimmed}`;
}

/** The fields as sent to the server. */
export function wireFields(values: FormValues): Readonly<Record<TextFieldName, string>> {
  return {
    ...recordOf(textFields, (name) => values[name].trim()),
    ...recordOf(linkFields, (name) => completeLink(values[name], name)),
    ...(values.address.trim() === addressNotFound && { address: '' }),
  };
}
