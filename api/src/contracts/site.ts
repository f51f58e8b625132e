import { component, z } from './zod.ts';
import { degreesField, degreesPattern, documented, required } from './fields.ts';

/** What the pages need to know of this installation; the same for everybody. */
export const siteResponse = component('Site', {
  name: z.string(),
  timeZone: z.string(),
  utcOffset: z
    .int()
    .nullable()
    .describe(
      'By how many minutes its clocks are ahead of UTC; null where they change in the year',
    ),
  /** The zone's current year: the newest that a business can have been opened in. */
  currentYear: z.int(),
  applyOrderBy: z.boolean(),
  keepLastApprovedPublic: z.boolean(),
  approveRestoredVersions: z
    .boolean()
    .describe('An earlier version that an admin restores needs no review'),
  googleClientId: z.string().nullable(),
  /** The address of those who run the site; null if they gave none. */
  contactEmail: z.string().nullable(),
  /** Whether `/api/geocode` answers, or is switched off. */
  looksUpAddresses: z.boolean(),
  sendsMail: z.boolean().describe('False where mails are files for the operator'),
  map: z.object({
    tileUrl: z.string().nullable(),
    attribution: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    zoom: z.int(),
  }),
  categories: z.array(
    z.object({ name: z.string(), onHome: z.boolean(), subCategories: z.array(z.string()) }),
  ),
  kampongs: z.array(z.string()),
  operatingHours: z.array(z.object({ value: z.string(), label: z.string() })),
  facilities: z.array(z.string()),
});
export type SiteResponse = z.infer<typeof siteResponse>;

/** Every error, as `application/problem+json` (RFC 9457) with the sentence for people in `message` too. */
export const problemResponse = component('Problem', {
  type: z.string(),
  title: z.string(),
  status: z.int(),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional().describe('By field'),
  fields: z
    .array(z.string())
    .optional()
    .describe('The fields of an edit that somebody else changed differently meanwhile'),
});
export type ProblemResponse = z.infer<typeof problemResponse>;

/** The parameters and answers of the maps service that the specification names. */
const format = z.literal('json', { error: 'The format must be json.' }).optional();

const addressMessage = 'Enter more than 5 characters of an address.';

export const geocodeSearchRequest = component('GeocodeSearch', {
  format,
  q: documented(
    z
      .string({ error: addressMessage })
      .trim()
      .min(6, addressMessage)
      .max(200, 'Use at most 200 characters.'),
    { type: 'string', pattern: '^[!-~][ -~]{4,198}[!-~]$' },
  ),
});

/** The best match first; degrees are texts, as in responses of the maps service. */
export const geocodeSearchResponse = z
  .array(z.object({ lat: z.string(), lon: z.string(), display_name: z.string() }))
  .meta({ id: 'GeocodePlaces' });
export type GeocodeSearchResponse = z.infer<typeof geocodeSearchResponse>;

export const geocodeReverseRequest = component('GeocodeReverse', {
  format,
  lat: degrees(90),
  lon: degrees(180),
});

export const geocodeReverseResponse = z
  .union([z.object({ display_name: z.string() }), z.object({ error: z.string() })])
  .meta({ id: 'GeocodeAddress' });
export type GeocodeReverseResponse = z.infer<typeof geocodeReverseResponse>;

function degrees(limit: 90 | 180) {
  const field = required(degreesField(limit), `Enter degrees from -${limit} to ${limit}.`);
  return documented(field, { type: 'string', pattern: degreesPattern(limit) });
}

/** The widths in pixels of the copies of each image, at `<name>-<width>.webp`. The image itself is at most 1600 wide. */
export const imageCopyWidths = [320, 750, 1200] as const;

export type ImageCopyWidths = typeof imageCopyWidths;
