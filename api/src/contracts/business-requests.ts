import { kampongs, mainCategories, mayBelongTo } from '@directory/domain/catalogue';
import { linkChannels } from '@directory/domain/traffic';
import * as z from 'zod';
import {
  choice,
  degreesField,
  emailField,
  facilitiesField,
  hoursField,
  linkField,
  maxLength,
  phoneField,
  required,
  text,
  yearField,
} from './fields.ts';

/** The site's current year is the newest that a business can have been opened in. */
export function submitBusinessRequest(currentYear: number) {
  const field = fieldsOf(currentYear);
  return z
    .object({
      businessName: field.businessName,
      phone: required(field.phone, 'Enter a phone number.'),
      operatingHours: required(field.operatingHours, 'Choose the operating hours.'),
      yearStarted: required(field.yearStarted, 'Enter the year in which the business was started.'),
      email: required(field.email, 'Enter an e-mail address.'),
      website: field.website.default(null),
      facebook: field.facebook.default(null),
      instagram: field.instagram.default(null),
      youtube: field.youtube.default(null),
      tiktok: field.tiktok.default(null),
      whatsapp: field.whatsapp.default(null),
      location: field.location.default(null),
      onlineOrder: field.onlineOrder.default(null),
      address: required(field.address, 'Enter the address.'),
      synopsis: required(field.synopsis, 'Describe the business.'),
      businessInfo: field.businessInfo,
      subCategory: required(field.subCategory, 'Choose the sub-category.'),
      kampong: required(field.kampong, 'Choose the kampong.'),
      facilities: field.facilities.default([]),
      latitude: required(field.latitude, pinMissing),
      longitude: required(field.longitude, pinMissing),
    })
    .refine(({ businessInfo, subCategory }) => mayBelongTo(businessInfo, subCategory), {
      path: ['subCategory'],
      message: 'The sub-category belongs to another category.',
    })
    .meta({ id: 'SubmitBusiness', required: requiredFields });
}
export type SubmitBusinessRequest = z.output<ReturnType<typeof submitBusinessRequest>>;

/** The full business or only what changes. Whatever else it holds (status, id, image name, counts) is ignored. */
export function editBusinessRequest(currentYear: number) {
  const field = fieldsOf(currentYear);
  return z
    .object({
      businessName: field.businessName.exactOptional(),
      phone: field.phone.exactOptional(),
      operatingHours: field.operatingHours.exactOptional(),
      yearStarted: field.yearStarted.exactOptional(),
      email: field.email.exactOptional(),
      website: field.website.exactOptional(),
      facebook: field.facebook.exactOptional(),
      instagram: field.instagram.exactOptional(),
      youtube: field.youtube.exactOptional(),
      tiktok: field.tiktok.exactOptional(),
      whatsapp: field.whatsapp.exactOptional(),
      location: field.location.exactOptional(),
      onlineOrder: field.onlineOrder.exactOptional(),
      address: field.address.exactOptional(),
      synopsis: field.synopsis.exactOptional(),
      businessInfo: field.businessInfo.exactOptional(),
      subCategory: field.subCategory.exactOptional(),
      kampong: field.kampong.exactOptional(),
      facilities: field.facilities.exactOptional(),
      latitude: field.latitude.exactOptional(),
      longitude: field.longitude.exactOptional(),
    })
    .meta({ id: 'EditBusiness' });
}
export type EditBusinessRequest = z.output<ReturnType<typeof editBusinessRequest>>;

/** What reviewers choose from when they turn a listing down. */
export const rejectionPresets = [
  { code: 'wrong-category', label: 'Wrong category' },
  { code: 'contact', label: 'Missing or wrong contact' },
  { code: 'location', label: 'Location pin wrong' },
  { code: 'photo', label: 'Photo unsuitable' },
  { code: 'duplicate', label: 'Duplicate' },
  { code: 'outside', label: 'Outside Kampong Bharu' },
  { code: 'incomplete', label: 'Incomplete details' },
  { code: 'spam', label: 'Spam or fake' },
  { code: 'other', label: 'Other' },
] as const;
export type RejectionCode = (typeof rejectionPresets)[number]['code'];

const reasonText = text(maxLength.reason).transform((value) => value ?? '');

const rejectionReason = z.union([
  z.object({
    code: z.enum(
      rejectionPresets.map(({ code }) => code),
      { error: 'Choose a reason from the list.' },
    ),
    text: reasonText.default(''),
  }),
  reasonText.transform((value) => (value === '' ? null : { code: 'other', text: value })),
]);

/** An admin's decision. `revision` is what the admin saw; without one, the listing is decided as it is. */
export const decideBusinessRequest = z
  .object({
    status: z
      .string({ error: 'The status must be approved or rejected.' })
      .trim()
      .toLowerCase()
      .pipe(
        z.enum(['approved', 'rejected'], { error: 'The status must be approved or rejected.' }),
      ),
    reason: rejectionReason
      .nullish()
      .describe('With a rejection; a plain text is taken as "other"'),
    revision: z.int().min(0).nullish(),
  })
  .meta({ id: 'DecideBusiness' });
export type DecideBusinessRequest = z.output<typeof decideBusinessRequest>;

/** An unbelievable time is not refused: the server's takes its place. */
export const viewBusinessRequest = z
  .object({ viewedAt: z.string().nullish().describe('ISO 8601') })
  .meta({ id: 'ViewBusiness' });

export const clickLinkRequest = z
  .object({
    channel: z.enum(linkChannels, {
      error: `The channel must be one of: ${linkChannels.join(', ')}.`,
    }),
  })
  .meta({ id: 'ClickLink' });

/** JSON Schema takes a field with a default for optional, also where the default is refused. */
const requiredFields = [
  'businessName',
  'phone',
  'operatingHours',
  'yearStarted',
  'email',
  'address',
  'synopsis',
  'businessInfo',
  'subCategory',
  'kampong',
  'latitude',
  'longitude',
];

const pinMissing = 'Please select a location on the map.';

function fieldsOf(currentYear: number) {
  return {
    businessName: required(text(maxLength.businessName), 'Enter the name of the business.'),
    phone: phoneField,
    operatingHours: hoursField,
    yearStarted: yearField(currentYear),
    email: emailField,
    website: linkField,
    facebook: linkField,
    instagram: linkField,
    youtube: linkField,
    tiktok: linkField,
    whatsapp: phoneField,
    location: linkField,
    onlineOrder: linkField,
    address: text(maxLength.address),
    synopsis: text(maxLength.synopsis),
    businessInfo: required(
      choice(mainCategories, 'Choose the main category from the list.'),
      'Choose the main category.',
    ),
    subCategory: text(maxLength.subCategory),
    kampong: choice(kampongs, 'Choose the kampong from the list.'),
    facilities: facilitiesField,
    latitude: degreesField(90),
    longitude: degreesField(180),
  };
}
