import { mainCategories } from '@directory/domain/catalogue';
import * as z from 'zod';
import { pageNumber } from './fields.ts';

const statuses = z.enum(['pending', 'approved', 'rejected', 'deleted']);

/** `today` is the site's date, as `2026-11-21`. */
export function directoryRequest(today: string) {
  const message = `Enter a day up to ${today}, such as 2026-03-01.`;
  return z
    .object({
      date: z.iso
        .date(message)
        .refine((date) => date <= today, message)
        .describe('The end of this day, in the time zone of the site'),
      status: statuses
        .optional()
        .describe('Without it, every listing that was not deleted by then'),
      category: z.enum(mainCategories, 'Choose a category from the list.').optional(),
      page: pageNumber.default(1),
    })
    .meta({ id: 'DirectoryQuery' });
}
export type DirectoryRequest = z.output<ReturnType<typeof directoryRequest>>;

const listing = z.object({
  id: z.string(),
  businessName: z.string(),
  businessInfo: z.enum(mainCategories),
  subCategory: z.string().nullable(),
  kampong: z.string().nullable(),
  status: z.enum([...statuses.options, 'erased']).describe('Erased ones count as deleted'),
  changedAt: z.string().describe('Of its last event by then; ISO 8601, UTC'),
  demonstration: z.boolean(),
});

/** The whole directory as of a day: a page of the listings, the newest first. */
export const directoryResponse = z
  .object({
    date: z.iso.date(),
    moment: z.string().describe('The end of that day; ISO 8601, UTC'),
    counts: z
      .object({ pending: z.int(), approved: z.int(), rejected: z.int(), deleted: z.int() })
      .describe('Of the category that was asked for, in all pages'),
    matching: z.int().describe('How many have the status and the category'),
    page: z.int(),
    pages: z.int().describe('At least 1'),
    listings: z.array(listing),
  })
  .meta({ id: 'DirectoryAsOf' });
export type DirectoryAsOfResponse = z.infer<typeof directoryResponse>;
