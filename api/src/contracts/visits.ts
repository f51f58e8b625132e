import { mainCategories } from '@directory/domain/catalogue';
import { recordOf } from '@directory/domain/shared/collections';
import { linkChannels } from '@directory/domain/traffic';
import { component, z } from './zod.ts';
import { wholeNumber } from './fields.ts';

/** The length of a period, both ends included. */
const maxDays = 366;
const earliestDay = '2000-01-01';

/** The period: `days` up to today, or `from` to `to`; without any of them, the last 28 days. */
export function visitsRequest(today: string) {
  const day = (description: string) =>
    z.iso
      .date('Enter a day such as 2026-11-21.')
      .refine(
        (value) => value >= earliestDay && value <= today,
        `Choose a day from ${earliestDay} to today, ${today}.`,
      )
      .optional()
      .describe(description);
  return z
    .object({
      days: wholeNumber(1, maxDays, `Enter a number of days from 1 to ${maxDays}.`)
        .optional()
        .describe('How many days up to today, 28 by default, instead of from and to'),
      from: day(`The first day, from ${earliestDay} on, in the time zone of the site`),
      to: day(`The last day, today at the latest, at most ${maxDays} days in all`),
      business: z
        .string({ error: 'Name one business.' })
        .optional()
        .describe('The id of the one to count; without it, all'),
    })
    .superRefine(({ days, from, to }, ctx) => {
      const refuse = (field: 'days' | 'from' | 'to', message: string) => {
        ctx.addIssue({ code: 'custom', path: [field], message });
      };
      if (from === undefined && to === undefined) return;
      if (days !== undefined) refuse('days', 'Give either days, or from and to.');
      else if (from === undefined) refuse('from', 'Give the first day, too.');
      else if (to === undefined) refuse('to', 'Give the last day, too.');
      else if (from > to) refuse('to', 'Choose a last day that is not before the first.');
      else if (Date.parse(to) - Date.parse(from) >= maxDays * 86_400_000)
        refuse('from', `Choose at most ${maxDays} days.`);
    });
}
export type VisitsRequest = z.output<ReturnType<typeof visitsRequest>>;

/** An owner's businesses by status. */
export const summaryResponse = component('Summary', {
  total: z.int(),
  approved: z.int(),
  pending: z.int(),
  rejected: z.int(),
});
export type SummaryResponse = z.infer<typeof summaryResponse>;

export const analyticsResponse = component('Analytics', {
  analytics: z.array(
    z.object({
      id: z.string(),
      businessName: z.string(),
      businessInfo: z.enum(mainCategories),
      imagePath: z.string().nullable(),
      status: z.enum(['pending', 'approved', 'rejected']),
      views: z.int(),
      visitors: z.int(),
      websiteClicks: z.int(),
      socialMediaClicks: z.int(),
    }),
  ),
  hourlyViews: z.array(z.object({ hour: z.int().min(0).max(23), views: z.int() })),
});
export type AnalyticsResponse = z.infer<typeof analyticsResponse>;

const counts = z.object({
  views: z.int(),
  visitors: z.int().describe('Each person once a day for each business'),
  actions: z.int().describe('Clicks on anything that leads to the business'),
});

const clicksByChannel = z.object(recordOf(linkChannels, () => z.int()));

const period = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  totals: counts.extend({ channels: clicksByChannel }),
  days: z.array(counts.extend({ date: z.iso.date() })).describe('Every day, in order'),
});

export const visitsResponse = period
  .extend({
    timeZone: z.string(),
    today: z.iso.date(),
    weekdays: z
      .array(
        z.object({
          weekday: z.int().min(1).max(7).describe('From Monday to Sunday'),
          hours: z.array(z.int()).length(24).describe('Views by hour'),
        }),
      )
      .length(7),
    countedFrom: z.iso
      .date()
      .nullable()
      .describe('The first day on which anything was ever counted; null before that'),
    previous: period
      .nullable()
      .describe('As many days before; null when they begin before countedFrom, or had nothing'),
  })
  .meta({ id: 'Visits' });
export type VisitsResponse = z.infer<typeof visitsResponse>;
