import {
  addressNotFound,
  kampongs,
  mainCategories,
  mayBelongTo,
  subCategories,
} from '@directory/domain/catalogue';
import { rejectionLabels } from '@directory/domain/business/events';
import { keysOf } from '@directory/domain/shared/collections';
import { linkChannels } from '@directory/domain/traffic';
import { component, z } from './zod.ts';
import {
  choice,
  degreesField,
  documented,
  emailField,
  facilitiesField,
  filledLine,
  filledText,
  hoursField,
  line,
  linkField,
  maxLength,
  openingTimesField,
  optionalPhoneField,
  phoneField,
  required,
  revisionNumber,
  text,
  yearField,
} from './fields.ts';

export type { DetailField } from '@directory/domain';

/** The site's current year is the newest that a business can have been opened in. */
export function submitBusinessRequest(currentYear: number) {
  const field = fieldsOf(currentYear);
  return z
    .object({
      businessName: field.businessName,
      phone: required(field.phone, 'Enter a phone number.'),
      operatingHours: required(field.operatingHours, 'Choose the operating hours.'),
      openingTimes: field.openingTimes.default(null),
      yearStarted: required(field.yearStarted, 'Enter the year the business opened.'),
      email: required(field.email, 'Enter an email address.'),
      website: field.website.default(null),
      facebook: field.facebook.default(null),
      instagram: field.instagram.default(null),
      youtube: field.youtube.default(null),
      tiktok: field.tiktok.default(null),
      whatsapp: field.whatsapp.default(null),
      location: field.location.default(null),
      onlineOrder: field.onlineOrder.default(null),
      address: required(field.address, 'Enter the address.'),
      synopsis: required(field.synopsis, 'Enter a short description.'),
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
    .meta({ id: 'SubmitBusiness', allOf: matchingCategories });
}

/**
 * The full business or only what changes. Whatever else it holds (status, id, image name, counts) is ignored. Fields that the business
 * never had may stay empty.
 */
export function editBusinessRequest(currentYear: number) {
  return z.object(fieldsOf(currentYear)).exactPartial().meta({ id: 'EditBusiness' });
}

export type ReasonCode = keyof typeof rejectionLabels;

const reasonText = text(maxLength.reason).transform((value) => value ?? '');

const rejectionReason = z.union([
  z.object({
    code: z.enum(keysOf(rejectionLabels), { error: 'Choose a reason from the list.' }),
    text: reasonText.default(''),
  }),
  reasonText.transform((value) => (value === '' ? null : { code: 'other', text: value })),
]);

/** An admin's decision. `revision` may be sent here instead of in the query. */
export const decideBusinessRequest = component('DecideBusiness', {
  status: documented(
    z
      .string({ error: 'The status must be approved or rejected.' })
      .trim()
      .toLowerCase()
      .pipe(
        z.enum(['approved', 'rejected'], { error: 'The status must be approved or rejected.' }),
      ),
    { type: 'string', enum: ['approved', 'rejected'], description: 'In upper or lower case' },
  ),
  reason: rejectionReason.nullish().describe('With a rejection; a plain text is taken as "other"'),
  revision: z.int().min(0).nullish(),
});

/** The version that the person saw when sending a command. Without it, the command is for the listing as it is now. */
export const seenRevisionRequest = component('SeenRevision', {
  revision: revisionNumber
    .optional()
    .describe('That of the business as the sender saw it: refused if the command no longer fits'),
});

/** An implausible time is not refused: the server's time takes its place. */
export const viewBusinessRequest = component('ViewBusiness', {
  viewedAt: z.string().nullish().describe('ISO 8601'),
});

export const clickLinkRequest = component('ClickLink', {
  channel: z.enum(linkChannels, {
    error: `The channel must be one of: ${linkChannels.join(', ')}.`,
  }),
});

const knownKinds = mainCategories.flatMap(subCategories);

/**
 * A sub-category of the main category, or one that is not on our lists. Within `allOf`, as generators of clients take `anyOf` beside
 * properties for what replaces them.
 */
const matchingCategories = [
  {
    anyOf: [
      ...mainCategories.map((category) => ({
        properties: {
          businessInfo: { const: category },
          subCategory: { enum: subCategories(category) },
        },
      })),
      { properties: { subCategory: { not: { enum: knownKinds } } } },
    ],
  },
];

const pinMissing = 'Please select a location on the map.';

function fieldsOf(currentYear: number) {
  return {
    businessName: required(filledLine(maxLength.businessName), 'Enter the name of the business.'),
    phone: phoneField,
    operatingHours: hoursField,
    openingTimes: openingTimesField,
    yearStarted: yearField(currentYear),
    email: emailField,
    website: linkField(),
    facebook: linkField('https://facebook.com/yourshop'),
    instagram: linkField('https://instagram.com/yourshop'),
    youtube: linkField('https://youtube.com/@yourshop'),
    tiktok: linkField('https://tiktok.com/@yourshop'),
    whatsapp: optionalPhoneField,
    location: linkField('https://maps.app.goo.gl/yourshop'),
    onlineOrder: linkField('https://yourshop.com/order'),
    address: documented(
      line(maxLength.address).transform((value) => (value === addressNotFound ? null : value)),
      { ...filledText(maxLength.address), description: `"${addressNotFound}" counts as empty` },
    ),
    synopsis: documented(text(maxLength.synopsis), filledText(maxLength.synopsis)),
    businessInfo: required(
      choice(mainCategories, 'Choose the main category from the list.'),
      'Choose the main category.',
    ),
    subCategory: documented(line(maxLength.subCategory), {
      ...filledText(maxLength.subCategory),
      description: 'One of the main category, or of no main category',
    }),
    kampong: choice(kampongs, 'Choose the kampong from the list.'),
    facilities: facilitiesField,
    latitude: degreesField(90),
    longitude: degreesField(180),
  };
}
