import {
  groupings,
  reportChoices,
  type Grouping,
  type ReportName,
} from '@directory/domain/report-choices';
import { keysOf } from '@directory/domain/shared/collections';
import { component, z } from './zod.ts';

export { reportChoices, type Grouping, type ReportName };

const reportNames = z.enum(keysOf(reportChoices), { error: 'There is no such report.' });
export const reportParams = z.object({ name: reportNames });

const day = z.iso.date('Enter a day such as 2026-11-21.').optional();

/**
 * `GET /api/reports/{name}`: 200 with the report, or 202 with its progress while it takes longer than two seconds; the same call again,
 * after `Retry-After` seconds, then gets the report. `GET /api/reports/{name}.csv` answers alike, with a file instead of JSON. A
 * combination that a report does not have is a 400 with one sentence.
 */
export const reportRequest = component('ReportQuery', {
  from: day.describe('The first day of the period; without it, from the beginning'),
  to: day.describe('The last day of the period; without it, up to now'),
  asOf: day.describe('The end of this day; without it, all that the log holds'),
  by: z
    .string({ error: 'Name groupings once, such as by=month,category.' })
    .regex(
      new RegExp(`^((${groupings.join('|')})(,(${groupings.join('|')}))?)?$`),
      `Choose one grouping or two of ${groupings.join(', ')}, with a comma between them.`,
    )
    .optional()
    .describe('One grouping, or two with a comma between them'),
  zone: z
    .string({ error: 'Name one time zone.' })
    .optional()
    .describe('The time zone of days and hours; without it, that of the site'),
  demonstration: z
    .enum(['true', 'false'])
    .optional()
    .describe('Whether made-up listings and visits also count'),
});
export type ReportRequest = z.output<typeof reportRequest>;

/** What a column holds: `time` is ISO 8601 in UTC, `day` is as `2026-11-21`. */
const reportColumn = z.object({
  name: z.string(),
  type: z.enum(['text', 'integer', 'number', 'boolean', 'time', 'day']),
});

export const reportResponse = component('Report', {
  about: z
    .object({
      report: z.string(),
      version: z.int().describe('It changes whenever the same log gives other rows'),
      by: z.array(z.enum(groupings)),
      timeZone: z.string(),
      from: z.iso.date().nullable(),
      to: z.iso.date().nullable(),
      asOf: z.string().nullable().describe('The moment, if one was asked for; ISO 8601, UTC'),
      demonstration: z.boolean().describe('Whether made-up listings and visits are counted'),
      firstPosition: z.string().nullable().describe('That of the first event of the log'),
      lastPosition: z.string().nullable().describe('That of the last event that was read'),
    })
    .describe('What the report covers: the same request gives the same rows'),
  columns: z.array(reportColumn),
  rows: z
    .array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])))
    .describe('A value for each column'),
});
export type ReportResponse = z.infer<typeof reportResponse>;

export const reportProgressResponse = component('ReportProgress', {
  share: z.number().min(0).max(1).describe('How much of the log was read'),
  events: z.int().min(0).describe('How many were read'),
  eventsPerSecond: z.number().min(0).nullable(),
  remainingSeconds: z.number().min(0).nullable(),
});
export type ReportProgressResponse = z.infer<typeof reportProgressResponse>;
