import {
  facilities,
  kampongs,
  mainCategories,
  operatingHours,
  parseOperatingHours,
} from '@directory/domain/catalogue';
import { landmarks, parseBounds } from '@directory/domain/search';
import { component, z } from './zod.ts';
import { businessWithoutStats } from './business.ts';
import { documented, maxLength, pageNumber, refuse } from './fields.ts';

const time = documented(
  z
    .string()
    .transform(
      (text, ctx) => parseOperatingHours(text) ?? refuse(ctx, 'Choose a time from the list.'),
    ),
  { type: 'string', enum: operatingHours },
);

const bounds = documented(
  z
    .string('Enter one text.')
    .transform(
      (text, ctx) => parseBounds(text) ?? refuse(ctx, 'Enter degrees as west,south,east,north.'),
    ),
  { type: 'string', enum: ['101.69,3.155,101.715,3.175', '-180,-90,180,90'] },
);

const oneFacility = z.enum(facilities, 'Choose a facility from the list.');
const facility = z.union([
  oneFacility.transform((one) => [one]),
  z.array(oneFacility).max(facilities.length),
]);

/** What narrows the places. A filter that is left out matches everything. */
export const placesRequest = component('FindPlaces', {
  q: z
    .string('Enter one text.')
    .max(100, 'Use at most 100 characters.')
    .optional()
    .describe(
      'Words of a name, a category (in Malay or English, many also in Chinese and Tamil), an address or a facility',
    ),
  category: z.enum(mainCategories, 'Choose a category from the list.').optional(),
  subcategory: z.string('Enter one text.').max(maxLength.subCategory).optional(),
  time: time.optional(),
  kampong: z.enum(kampongs, 'Choose a kampong from the list.').optional(),
  facility: facility.optional().describe('If it is repeated, places have all of them'),
  open: z.literal('now', 'Enter now.').optional().describe('Only places known to be open now'),
  hours: z
    .literal('unknown', 'Enter unknown.')
    .optional()
    .describe('Also places without the hours that `time` or `open` looks at'),
  near: z
    .enum(
      landmarks.map(({ id }) => id),
      'Choose a landmark from the list.',
    )
    .optional()
    .describe('The places nearest to it first'),
  area: bounds.optional().describe('The part of the map: west,south,east,north in degrees'),
  pin: z.literal('none', 'Enter none.').optional().describe('Only places without a pin'),
  page: pageNumber.optional(),
});

/** What narrows an export: the same, with the area under the name that other programs use for it. */
export const exportRequest = placesRequest
  .omit({ page: true, near: true, open: true, hours: true, area: true, pin: true })
  .extend({ bbox: bounds.optional().describe('west,south,east,north in degrees') })
  .meta({ id: 'ExportPlaces' });

const count = z.record(z.string(), z.int());

export const placesResponse = component('Places', {
  items: z.array(businessWithoutStats.meta({ id: 'Place' })).readonly(),
  page: z.int().describe('Never beyond the last'),
  pages: z.int().describe('At least 1'),
  total: z.int().describe('The number of places on all pages'),
  unfiltered: z.int().describe('The number of places that q finds without the filters'),
  withUnknownHours: z
    .int()
    .describe('The number of places without the hours that `time` or `open` looks at'),
  withoutPin: z
    .int()
    .describe(
      'The number of places that have no distance, and come after the others that match as well',
    ),
  counts: z
    .object({
      category: count,
      subcategory: count,
      time: count,
      kampong: count,
      facility: count,
    })
    .describe('How many places each option would leave, the other filters unchanged'),
  correction: z
    .string()
    .nullable()
    .describe(
      'What was searched for instead of q, as nothing was found for its spelling or its words about late hours',
    ),
  suggestion: z.string().nullable().describe('Another q to try when nothing was found'),
  unlisted: z
    .object({ category: z.enum(mainCategories), subcategory: z.string().nullable() })
    .nullable()
    .describe('What q names when no such place is listed: its category is found instead'),
});
