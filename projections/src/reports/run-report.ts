import { startOfLog } from '@directory/domain/event-store';
import type { Grouping, ReportName } from '@directory/domain/report-choices';
import { NamedError } from '@directory/domain/shared/unknown';
import * as z from 'zod';
import { isTimeZone } from '../config.ts';
import { endOfDay } from '../views/local-time.ts';
import type { ReadProgress, ReportLog } from './read-events.ts';
import { events } from './events-report.ts';
import { growth, listings, retention } from './listing-reports.ts';
import { moderation } from './moderation-report.ts';
import type { Report, ReportRequest } from './report.ts';
import { actions, busiest, views } from './visit-reports.ts';

export const reports = {
  views,
  actions,
  listings,
  moderation,
  growth,
  busiest,
  retention,
  events,
} as const satisfies Readonly<Record<ReportName | 'events', Report>>;

/** A report as it was asked for; days are as `2026-11-21`. */
export type ReportQuestion = {
  readonly name: string;
  readonly by?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly asOf?: string | undefined;
  readonly timeZone: string;
  readonly withDemonstration?: boolean | undefined;
};

export type RunningReport = Awaited<ReturnType<typeof runReport>>;

/** What a report cannot answer, in one sentence. */
export class UnusableQuestion extends NamedError {}

const maxGroupings = 2;

/** Begins a report; its rows are made while they are read. @throws UnusableQuestion, Unavailable, Timeout, UnusableLog */
export async function runReport(
  log: ReportLog,
  question: ReportQuestion,
  onProgress?: (progress: ReadProgress) => void,
) {
  const { report, by } = requireAnswerable(question);
  const { timeZone, from = null, to = null, withDemonstration = false } = question;
  const until = await log.stored.head();
  const [first] = await log.stored.readAll({ after: startOfLog, limit: 1 });
  const asOf = question.asOf === undefined ? null : endOfDay(question.asOf, timeZone);
  const request: ReportRequest = { by, timeZone, from, to, asOf, withDemonstration };
  return {
    /** What the rows were made from: the same gives the same rows again. */
    about: {
      report: question.name,
      version: report.version,
      by,
      timeZone,
      from,
      to,
      /** ISO 8601, UTC; null for reports that cover a period, and for all that the log holds. */
      asOf: asOf?.toISOString() ?? null,
      demonstration: withDemonstration,
      /** The positions of the first event of the log and of the last one that was read; null for an empty log. */
      firstPosition: first?.position ?? null,
      lastPosition: first ? until : null,
    },
    columns: report.columns(by),
    rows: report.rows({ log, until, onProgress }, request),
  };
}

/** @throws UnusableQuestion for what `runReport` would refuse */
export function requireAnswerable(question: ReportQuestion) {
  const report = reportNamed(question.name);
  const by = groupingsOf(question, report);
  requireFittingTimes(question, report);
  return { report, by };
}

function reportNamed(name: string): Report {
  const found = Object.entries(reports).find(([each]) => each === name)?.[1];
  if (found) return found;
  const names = Object.keys(reports).join(', ');
  throw new UnusableQuestion(`There is no report "${name}": choose from ${names}.`);
}

function groupingsOf({ name, by = [] }: ReportQuestion, report: Report): readonly Grouping[] {
  if (by.length === 0) return report.usual ? [report.usual] : [];
  const known = report.by.filter((grouping) => by.includes(grouping));
  const other = by.find((each) => known.every((grouping) => grouping !== each));
  if (other !== undefined) {
    const choices = report.by.join(', ');
    throw new UnusableQuestion(
      choices === ''
        ? `The report "${name}" cannot be grouped.`
        : `The report "${name}" cannot be grouped by "${other}", only by ${choices}.`,
    );
  }
  if (by.length > maxGroupings || new Set(by).size < by.length)
    throw new UnusableQuestion(`Choose at most ${maxGroupings} groupings, each once.`);
  if (report === listings && by.includes('business') && by.length > 1)
    throw new UnusableQuestion(
      'Group the report "listings" by business alone, without a second grouping.',
    );
  return by.flatMap((each) => known.find((grouping) => grouping === each) ?? []);
}

function requireFittingTimes(
  { name, from, to, asOf, timeZone }: ReportQuestion,
  report: Report,
): void {
  if (!isTimeZone(timeZone))
    throw new UnusableQuestion(
      `There is no time zone "${timeZone}": give its IANA name, such as Asia/Kuala_Lumpur.`,
    );
  requireDays([from, to, asOf]);
  const hasPeriod = from !== undefined || to !== undefined;
  if (report.covers === 'moment' && hasPeriod)
    throw new UnusableQuestion(
      `The report "${name}" covers a moment: give as-of (asOf in the API) instead of from and to.`,
    );
  if (report.covers === 'period' && asOf !== undefined)
    throw new UnusableQuestion(
      `The report "${name}" covers a period: give from and to instead of as-of.`,
    );
  if (from !== undefined && to !== undefined && from > to)
    throw new UnusableQuestion('The first day of the period is after the last one.');
}

function requireDays(days: readonly (string | undefined)[]): void {
  const isDay = (day: string | undefined) => z.iso.date().optional().safeParse(day).success;
  const wrong = days.find((day) => !isDay(day));
  if (wrong !== undefined)
    throw new UnusableQuestion(`"${wrong}" is not a day: write it like 2026-11-21.`);
}
