import { businessEventTypes, type BusinessEvent, type ReviewStatus } from '@directory/domain';
import type { EventFields } from '@directory/domain/event-store';
import { reportChoices, type Grouping } from '@directory/domain/report-choices';
import { recordOf } from '@directory/domain/shared/collections';
import type { Listing } from '../views/listings.ts';
import { localTimeIn } from '../views/local-time.ts';
import { groupColumns, groupsOf, type Groups } from './groups.ts';
import {
  directoryAsOf,
  evolveListing,
  listingStatesAsOf,
  timeOf,
  type ListingState,
  type ListingStates,
} from './listing-state.ts';
import { readFieldPages, type ReportSource } from './read-events.ts';
import {
  columnsOf,
  rowOf,
  type Field,
  type Report,
  type ReportRequest,
  type Row,
} from './report.ts';

type Counts = Record<ReviewStatus, number>;

/** The listings as of a moment, without deleted ones. */
export const listings: Report = {
  version: 1,
  description: 'how many listings there are, by status; one by one with --by business',
  ...reportChoices.listings,
  columns: (by) =>
    by.includes('business')
      ? columnsOf(listingFields)
      : [...groupColumns(by), ...columnsOf(countFields)],
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
        counts[status] += 1;
      },
    );
    yield groups.all().map(([group, counts]) => [...group, ...rowOf(countFields, counts)]);
  },
};

const countFields: readonly Field<Counts>[] = [
  ['approved', 'integer', ({ approved }) => approved],
  ['pending', 'integer', ({ pending }) => pending],
  ['rejected', 'integer', ({ rejected }) => rejected],
  ['total', 'integer', ({ approved, pending, rejected }) => approved + pending + rejected],
];

/** How long ago the content of listings was edited, in whole months. */
export const retention: Report = {
  version: 1,
  description: 'listings by whole months since the last edit of their content',
  ...reportChoices.retention,
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

const counted = {
  BusinessSubmitted: 'submitted',
  BusinessImported: 'imported',
  BusinessEdited: 'edited',
  BusinessApproved: 'approved',
  BusinessRejected: 'rejected',
  BusinessDeleted: 'deleted',
  BusinessRestored: 'restored',
  OwnerErased: 'erased',
} as const satisfies Record<Exclude<BusinessEvent['type'], 'DecisionWithdrawn'>, string>;
type Count = (typeof counted)[keyof typeof counted];

const counts: readonly Count[] = Object.values(counted);
/** `change` is how many listings became public, less those that ceased to be. */
type Growth = Record<Count, number> & { change: number };

const timeGroupings: readonly Grouping[] = ['day', 'week', 'month'];

export const growth: Report = {
  version: 1,
  description: 'what happened to listings, and how many were public at the end',
  ...reportChoices.growth,
  columns: (by) => [
    ...groupColumns(by),
    ...[...counts, 'publicChange', 'public'].map((name) => ({ name, type: 'integer' as const })),
  ],
  async *rows(source, request) {
    const groups = groupsOf<Growth>(request.by, request, noGrowth);
    const places = request.by.filter((grouping) => !timeGroupings.includes(grouping));
    const earlier = groupsOf(places, periodBefore(request), noGrowth);
    const states: ListingStates = new Map();
    for await (const page of readFieldPages(source, businessEventTypes))
      for (const event of page) {
        const known = states.get(event.stream);
        const before = known && { ...known };
        const after = evolveListing(known, event);
        if (!after || (after.demonstration && !request.withDemonstration)) continue;
        states.set(event.stream, after);
        for (const each of [groups, earlier]) countStep(each, event, { before, after });
      }
    yield withRunningTotals(groups, earlier, request.by);
  },
};

/** The share of a total that is not 0, with four decimals. */
export function shareOf(part: number, total: number): number {
  return Math.round((part / total) * 10_000) / 10_000;
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

type Counted = { readonly status: ReviewStatus; readonly editedAt: string };

async function groupListings<Totals>(
  source: ReportSource,
  { asOf, by, timeZone, withDemonstration }: ReportRequest,
  newTotals: () => Totals,
  count: (totals: Totals, listing: Counted, end: string) => void,
): Promise<Groups<Totals>> {
  const { states, time } = await listingStatesAsOf(source, asOf);
  const groups = groupsOf(by, { timeZone, from: null, to: null }, newTotals);
  for (const state of states.values()) {
    const { status, category, kampong, demonstration, editedAt } = state;
    if (status === 'deleted' || status === 'erased') continue;
    if (demonstration && !withDemonstration) continue;
    const totals = groups.at(editedAt, { category, kampong });
    if (totals) count(totals, { status, editedAt }, time);
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

type Step = { readonly before: ListingState | undefined; readonly after: ListingState };

/** A listing that ceases to be public is counted where it was before, as an edit may move it to another category. */
function countStep(groups: Groups<Growth>, event: EventFields, { before, after }: Step): void {
  const totals = groups.at(timeOf(event), after);
  if (!totals) return;
  const name = Object.entries(counted).find(([type]) => type === event.type)?.[1];
  if (name) totals[name] += 1;
  if (after.status === 'approved') totals.change += 1;
  const left = before?.status === 'approved' ? groups.at(timeOf(event), before) : null;
  if (left) left.change -= 1;
}

function noGrowth(): Growth {
  return { ...recordOf(counts, () => 0), change: 0 };
}

/** Without a first day the period before is empty. */
function periodBefore({ from, timeZone }: ReportRequest) {
  const to = from === null ? '' : new Date(Date.parse(from) - 1).toISOString().slice(0, 10);
  return { timeZone, from: null, to };
}

function withRunningTotals(
  groups: Groups<Growth>,
  earlier: Groups<Growth>,
  by: readonly Grouping[],
): readonly Row[] {
  const running = new Map(
    earlier.all().map(([group, { change }]) => [JSON.stringify(group), change]),
  );
  return groups.all().map(([group, totals]) => {
    const place = group.filter((_cell, index) => !timeGroupings.includes(by[index] ?? 'day'));
    const key = JSON.stringify(place);
    const total = (running.get(key) ?? 0) + totals.change;
    running.set(key, total);
    return [...group, ...counts.map((name) => totals[name]), totals.change, total];
  });
}
