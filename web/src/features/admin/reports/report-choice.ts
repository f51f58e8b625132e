import {
  reportChoices,
  type Grouping,
  type ReportName,
  type ReportProgressResponse,
  type ReportResponse,
} from '@directory/api/contracts';
import { useEffect } from 'react';
import { useResource, type Resource } from '../../../shared/resource/use-resource.ts';

/** The report in the address; empty where nothing was chosen. */
export type ReportChoice = {
  readonly name: ReportName;
  readonly by: Grouping | '';
  /** Days as `2026-11-22`. */
  readonly from: string;
  readonly to: string;
  readonly asOf: string;
  readonly demonstration: boolean;
};

export const reportNames = Object.keys(reportChoices).filter(isReportName);

function isReportName(text: string): text is ReportName {
  return Object.hasOwn(reportChoices, text);
}

/** Null before a report was chosen. What the report does not have is left out. */
export function parseChoice(search: URLSearchParams): ReportChoice | null {
  const name = search.get('report') ?? '';
  if (!isReportName(name)) return null;
  const { covers, by } = reportChoices[name];
  const text = (field: string) => search.get(field) ?? '';
  const ofPeriod = covers === 'period';
  return {
    name,
    by: by.find((grouping) => grouping === text('by')) ?? '',
    from: ofPeriod ? text('from') : '',
    to: ofPeriod ? text('to') : '',
    asOf: ofPeriod ? '' : text('asOf'),
    demonstration: text('demonstration') === 'true',
  };
}

/** The query string without its question mark. */
export function queryOf({ by, from, to, asOf, demonstration }: Omit<ReportChoice, 'name'>): string {
  const all = { by, from, to, asOf, demonstration: demonstration ? 'true' : '' };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value)).toString();
}

export function reportPath(choice: ReportChoice, ending: '' | '.csv' = ''): string {
  const query = queryOf(choice);
  return `/api/reports/${choice.name}${ending}${query && `?${query}`}`;
}

const againAfterMs = 1_000;

/** The report, or how far it is: then it is asked for again. Nothing before one was chosen. */
export function useReport(
  choice: ReportChoice | null,
): Resource<ReportResponse | ReportProgressResponse> {
  const resource = useResource<ReportResponse | ReportProgressResponse>(
    choice ? reportPath(choice) : '',
    choice !== null,
  );
  const { data, error, retry } = resource;
  useEffect(() => {
    if (!data || !isProgress(data) || error !== undefined) return;
    const timer = window.setTimeout(retry, againAfterMs);
    return () => window.clearTimeout(timer);
  }, [data, error, retry]);
  return resource;
}

export function isProgress(
  answer: ReportResponse | ReportProgressResponse,
): answer is ReportProgressResponse {
  return 'share' in answer;
}
