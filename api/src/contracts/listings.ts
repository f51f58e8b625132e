import { sortableDetails } from '@directory/domain/business/details';
import { mainCategories } from '@directory/domain/catalogue';
import { component, z } from './zod.ts';
import { ownBusinessResponse } from './business.ts';
import { pageNumber } from './fields.ts';

const statuses = ['approved', 'rejected', 'pending'] as const;

export const listingSortFields = [...sortableDetails, 'status'] as const;

const descending = listingSortFields.map((field) => `-${field}` as const);

const partOfName = z
  .string('Enter one text.')
  .trim()
  .max(100, 'Enter at most 100 characters.')
  .optional()
  .describe('A part of the name, in small or capital letters');

const pageFilters = z.object({
  status: z.enum(statuses, 'Choose a status from the list.').optional(),
  q: partOfName,
  sort: z
    .enum([...listingSortFields, ...descending, 'review'], 'Choose an order from the list.')
    .optional()
    .describe(
      'A field, with - before it for descending order; `review` for what visitors could see before, then what has waited longest; without it, the newest first',
    ),
  page: pageNumber
    .optional()
    .describe('This parameter, or another of status, q and sort, asks for a page and not for all'),
});
export type ListingPageRequest = z.output<typeof pageFilters>;

export const listingsRequest = pageFilters
  .extend({
    deleted: z
      .enum(['true', 'false'], { error: 'The value must be true or false.' })
      .optional()
      .describe('All deleted ones instead; not in pages'),
  })
  .meta({ id: 'ListBusinesses' });

export const listingPageResponse = component('ListingPage', {
  listings: z.array(ownBusinessResponse),
  page: z.int().describe('Never beyond the last'),
  pages: z.int().describe('At least 1'),
  total: z.int().describe('The number of listings on all pages'),
  first: z.int().describe('The number of the first one on this page, from 1; 0 when there is none'),
  counts: z
    .object({ all: z.int(), approved: z.int(), rejected: z.int(), pending: z.int() })
    .describe('Of the listings that q finds, by status'),
  offline: z
    .int()
    .describe('The number of pending ones, of all listings, that visitors could see before'),
});
export type ListingPageResponse = z.infer<typeof listingPageResponse>;

const related = ownBusinessResponse.pick({ id: true, businessName: true, status: true });

/** What an admin compares a listing with. */
export const relatedListingsResponse = component('RelatedListings', {
  duplicates: z
    .array(related.extend({ match: z.enum(['phone', 'name']) }))
    .describe('With the same phone number, or with the same name within 100 m'),
  others: z.array(related).describe('Of the same owner, the newest first'),
});
export type RelatedListingsResponse = z.infer<typeof relatedListingsResponse>;

const statusesAsOf = z.enum(['pending', 'approved', 'rejected', 'deleted']);

/** `today` is the site's date, as `2026-11-21`. */
export function directoryRequest(today: string) {
  const message = `Enter a day up to ${today}, such as 2026-03-01.`;
  return component('DirectoryQuery', {
    date: z.iso
      .date(message)
      .refine((date) => date <= today, message)
      .describe('The end of this day, in the time zone of the site'),
    status: statusesAsOf
      .optional()
      .describe('Without it, every listing that was not deleted by then'),
    category: z.enum(mainCategories, 'Choose a category from the list.').optional(),
    q: partOfName,
    page: pageNumber.default(1),
  });
}

const listingAsOf = z.object({
  id: z.string(),
  businessName: z.string(),
  businessInfo: z.enum(mainCategories),
  subCategory: z.string().nullable(),
  kampong: z.string().nullable(),
  status: z.enum([...statusesAsOf.options, 'erased']).describe('Erased ones count as deleted'),
  changedAt: z.string().describe('The time of its last event by then; ISO 8601, UTC'),
  demonstration: z.boolean(),
});

/** The whole directory as of a day: a page of the listings, the newest first. */
export const directoryResponse = component('DirectoryAsOf', {
  date: z.iso.date(),
  moment: z.string().describe('The end of that day; ISO 8601, UTC'),
  counts: z
    .object({ pending: z.int(), approved: z.int(), rejected: z.int(), deleted: z.int() })
    .describe('Of the category and the name that were asked for, on all pages'),
  matching: z.int().describe('How many have the status, the category and the name'),
  page: z.int(),
  pages: z.int().describe('At least 1'),
  listings: z.array(listingAsOf),
});
export type DirectoryAsOfResponse = z.infer<typeof directoryResponse>;
