import type { Listing } from '../views/listings.ts';
import { localTimeIn } from '../views/local-time.ts';
import { groupColumns, groupsOf, type Groups } from './groups.ts';
import { directoryAsOf, listingStatesAsOf, type ListingState } from './listing-state.ts';
import type { ReportSource } from './read-events.ts';
import {
  columnsOf,
  rowOf,
  type Column,
  type Field,
  type Report,
  type ReportRequest,
  type Row,
} from './report.ts';

type Counts = { approved: number; pending: number; rejected: number };

/** As of a moment. Deleted listings are not counted; with a row for each business they are left out. */
export const listings: Report = {
  version: 1,
  description: 'how many listings there are, by status; one by one with --by business',
  covers: 'moment',
  groupings: ['category', 'kampong', 'business'],
  columns: (by) =>
    by.includes('business')
      ? columnsOf(listingFields)
      : [
          ...groupColumns(by),
          ...['approved', 'pending', 'rejected', 'total'].map((name): Column => ({
            name,
            type: 'integer',
          })),
        ],
  async *rows(source, request) {
    if (request.by.includes('business')) {
      yield await eachListing(source, request);
      return;
    }
    const groups = await groupListings<Counts>(
      source,
      request,
      () => ({ approved: 0, pending: 0, rejected: 0 }),
      (counts, { status }) => {
        if (status === 'approved') counts.approved += 1;
        else if (status === 'pending') counts.pending += 1;
        else counts.rejected += 1;
      },
    );
    yield groups
      .all()
      .map(([group, { approved, pending, rejected }]) => [
        ...group,
        approved,
        pending,
        rejected,
        approved + pending + rejected,
      ]);
  },
};

/** How long ago the content of listings was edited, in whole months. */
export const retention: Report = {
  version: 1,
  description: 'listings by whole months since the last edit of their content',
  covers: 'moment',
  groupings: ['category', 'kampong'],
  columns: (by) => [
    ...groupColumns(by),
    { name: 'months', type: 'integer' },
    { name: 'listings', type: 'integer' },
    { name: 'share', type: 'number' },
  ],
  async *rows(source, request) {
    const monthsBetween = monthsIn(request.timeZone);
    const groups = await groupListings<Map<number, number>>(
      source,
      request,
      () => new Map(),
      (byMonths, { editedAt }, end) => {
        const months = monthsBetween(editedAt, end);
        byMonths.set(months, (byMonths.get(months) ?? 0) + 1);
      },
    );
    yield groups.all().flatMap(([group, byMonths]) => {
      const total = [...byMonths.values()].reduce((sum, count) => sum + count, 0);
      return [...byMonths]
        .toSorted(([one], [other]) => one - other)
        .map(([months, count]): Row => [...group, months, count, shareOf(count, total)]);
    });
  },
};

/** With four decimals. */
export function shareOf(part: number, total: number): number {
  return total === 0 ? 0 : Math.round((part / total) * 10_000) / 10_000;
}

const listingFields: readonly Field<Listing>[] = [
  ['businessId', 'text', ({ id }) => id],
  ['businessName', 'text', ({ businessName }) => businessName],
  ['status', 'text', ({ status }) => status],
  ['category', 'text', ({ businessInfo }) => businessInfo],
  ['subCategory', 'text', ({ subCategory }) => subCategory],
  ['kampong', 'text', ({ kampong }) => kampong],
  ['operatingHours', 'text', ({ operatingHours }) => operatingHours],
  ['yearStarted', 'integer', ({ yearStarted }) => yearStarted],
  ['submittedAt', 'time', ({ submittedAt }) => submittedAt],
  ['changedAt', 'time', ({ changedAt }) => changedAt],
  ['approvedAt', 'time', ({ approvedAt }) => approvedAt],
  ['source', 'text', ({ source }) => source],
  ['demonstration', 'boolean', ({ demonstration }) => demonstration],
];

async function eachListing(
  source: ReportSource,
  { asOf, withDemonstration }: ReportRequest,
): Promise<readonly Row[]> {
  const directory = await directoryAsOf(source, asOf);
  return [...directory.values()]
    .filter(({ status }) => status !== 'deleted')
    .filter(({ demonstration }) => withDemonstration || !demonstration)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((listing) => rowOf(listingFields, listing));
}

async function groupListings<Totals>(
  source: ReportSource,
  { asOf, by, timeZone, withDemonstration }: ReportRequest,
  newTotals: () => Totals,
  count: (totals: Totals, listing: ListingState, end: string) => void,
): Promise<Groups<Totals>> {
  const { states, time } = await listingStatesAsOf(source, asOf);
  const groups = groupsOf(by, { timeZone, from: null, to: null }, newTotals);
  for (const state of states.values()) {
    const { status, category, kampong, demonstration, editedAt } = state;
    if (status === 'deleted' || status === 'erased') continue;
    if (demonstration && !withDemonstration) continue;
    const totals = groups.at(editedAt, { category, kampong });
    if (totals) count(totals, state, time);
  }
  return groups;
}

/** Whole months between two times of a zone. */
function monthsIn(timeZone: string): (start: string, end: string) => number {
  const localTime = localTimeIn(timeZone);
  return (start, end) => {
    const [first, last] = [localTime(start)?.date ?? '', localTime(end)?.date ?? ''];
    const months = monthNumber(last) - monthNumber(first);
    return Math.max(0, last.slice(8) < first.slice(8) ? months - 1 : months);
  };
}

function monthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
}
