import {
  kampongs,
  mainCategories,
  mayBelongTo,
  operatingHours,
  subCategories,
} from '@directory/domain/catalogue';
import { linkChannels } from '@directory/domain/traffic';
import { z } from './zod.ts';
import {
  choice,
  degreesField,
  documented,
  emailField,
  facilitiesField,
  filledFields,
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
  yearSchema,
} from './fields.ts';

/** The site's current year is the newest that a business can have been opened in. */
export function submitBusinessRequest(currentYear: number) {
  const field = fieldsOf(currentYear);
  const json = filledSchemas(currentYear);
  return z
    .object({
      businessName: documented(field.businessName, json.businessName),
      phone: filled(field.phone, 'Enter a phone number.', json.phone),
      operatingHours: filled(
        field.operatingHours,
        'Choose the operating hours.',
        json.operatingHours,
      ),
      openingTimes: field.openingTimes.default(null),
      yearStarted: filled(
        field.yearStarted,
        'Enter the year the business opened.',
        json.yearStarted,
      ),
      email: filled(field.email, 'Enter an email address.', json.email),
      website: field.website.default(null),
      facebook: field.facebook.default(null),
      instagram: field.instagram.default(null),
      youtube: field.youtube.default(null),
      tiktok: field.tiktok.default(null),
      whatsapp: field.whatsapp.default(null),
      location: field.location.default(null),
      onlineOrder: field.onlineOrder.default(null),
      address: filled(field.address, 'Enter the address.', json.address),
      synopsis: filled(field.synopsis, 'Enter a short description.', json.synopsis),
      businessInfo: documented(field.businessInfo, json.businessInfo),
      subCategory: filled(field.subCategory, 'Choose the sub-category.', json.subCategory),
      kampong: filled(field.kampong, 'Choose the kampong.', json.kampong),
      facilities: field.facilities.default([]),
      latitude: filled(field.latitude, pinMissing, json.latitude),
      longitude: filled(field.longitude, pinMissing, json.longitude),
    })
    .refine(({ businessInfo, subCategory }) => mayBelongTo(businessInfo, subCategory), {
      path: ['subCategory'],
      message: 'The sub-category belongs to another category.',
    })
    .meta({ id: 'SubmitBusiness', required: requiredFields, anyOf: matchingCategories });
}

/** The full business or only what changes. Whatever else it holds (status, id, image name, counts) is ignored. */
export function editBusinessRequest(currentYear: number) {
  const field = fieldsOf(currentYear);
  const json = filledSchemas(currentYear);
  return z
    .object({
      businessName: documented(field.businessName, json.businessName).exactOptional(),
      phone: documented(field.phone.clone(), json.phone).exactOptional(),
      operatingHours: documented(field.operatingHours.clone(), json.operatingHours).exactOptional(),
      openingTimes: field.openingTimes.exactOptional(),
      yearStarted: documented(field.yearStarted.clone(), json.yearStarted).exactOptional(),
      email: documented(field.email.clone(), json.email).exactOptional(),
      website: field.website.exactOptional(),
      facebook: field.facebook.exactOptional(),
      instagram: field.instagram.exactOptional(),
      youtube: field.youtube.exactOptional(),
      tiktok: field.tiktok.exactOptional(),
      whatsapp: field.whatsapp.exactOptional(),
      location: field.location.exactOptional(),
      onlineOrder: field.onlineOrder.exactOptional(),
      address: documented(field.address.clone(), json.address).exactOptional(),
      synopsis: documented(field.synopsis.clone(), json.synopsis).exactOptional(),
      businessInfo: documented(field.businessInfo, json.businessInfo).exactOptional(),
      subCategory: documented(field.subCategory.clone(), json.subCategory).exactOptional(),
      kampong: documented(field.kampong.clone(), json.kampong).exactOptional(),
      facilities: field.facilities.exactOptional(),
      latitude: documented(field.latitude.clone(), json.latitude).exactOptional(),
      longitude: documented(field.longitude.clone(), json.longitude).exactOptional(),
    })
    .meta({ id: 'EditBusiness' });
}

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
export type ReasonCode = (typeof rejectionPresets)[number]['code'];

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

/** An admin's decision. `revision` may be sent here, too. */
export const decideBusinessRequest = z
  .object({
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
    reason: rejectionReason
      .nullish()
      .describe('With a rejection; a plain text is taken as "other"'),
    revision: z.int().min(0).nullish(),
  })
  .meta({ id: 'DecideBusiness' });
export type DecideBusinessRequest = z.output<typeof decideBusinessRequest>;

/** What the person saw when sending a command. Optional: without it, the command is for the listing as it is. */
export const seenRevisionRequest = z
  .object({
    revision: revisionNumber
      .optional()
      .describe('Of the business as the sender saw it: refused if it does not allow the command'),
  })
  .meta({ id: 'SeenRevision' });

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

const knownKinds = mainCategories.flatMap(subCategories);

/** A sub-category of the main category, or one that is not on our lists. */
const matchingCategories = [
  ...mainCategories.map((category) => ({
    properties: {
      businessInfo: { const: category },
      subCategory: { enum: subCategories(category) },
    },
  })),
  { properties: { subCategory: { not: { enum: knownKinds } } } },
];

const pinMissing = 'Please select a location on the map.';

function fieldsOf(currentYear: number) {
  return {
    businessName: required(line(maxLength.businessName), 'Enter the name of the business.'),
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
    address: line(maxLength.address),
    synopsis: text(maxLength.synopsis),
    businessInfo: required(
      choice(mainCategories, 'Choose the main category from the list.'),
      'Choose the main category.',
    ),
    subCategory: line(maxLength.subCategory),
    kampong: choice(kampongs, 'Choose the kampong from the list.'),
    facilities: facilitiesField,
    latitude: degreesField(90),
    longitude: degreesField(180),
  };
}

/** What the document asks of the required fields; where the business never had one, it may stay empty in an edit. */
function filledSchemas(currentYear: number) {
  return {
    ...filledFields,
    businessName: filledText(maxLength.businessName),
    operatingHours: { enum: operatingHours },
    yearStarted: yearSchema(currentYear),
    address: filledText(maxLength.address),
    synopsis: filledText(maxLength.synopsis),
    businessInfo: { enum: mainCategories },
    subCategory: {
      ...filledText(maxLength.subCategory),
      description: 'One of the main category, or of no main category',
    },
    kampong: { enum: kampongs },
  };
}

function filled<Input, Output>(
  field: z.ZodType<Output | null, Input | null>,
  message: string,
  json: Readonly<Record<string, unknown>>,
) {
  return documented(required(field, message), json);
}
