import { businessEventTypes } from '@directory/domain';
import type { EventFields } from '@directory/domain/event-store';
import { groupColumns, groupsOf, type Groups } from './groups.ts';
import { evolveListing, timeOf, type ListingState, type ListingStates } from './listing-state.ts';
import { readFieldPages } from './read-events.ts';
import type { Grouping, Report, ReportRequest, Row } from './report.ts';

const counted = {
  BusinessSubmitted: 'submitted',
  BusinessImported: 'imported',
  BusinessEdited: 'edited',
  BusinessApproved: 'approved',
  BusinessRejected: 'rejected',
  BusinessDeleted: 'deleted',
  BusinessRestored: 'restored',
  OwnerErased: 'erased',
} as const;
type Count = (typeof counted)[keyof typeof counted];

const counts: readonly Count[] = Object.values(counted);
/** `change` is how many listings became public, less those that ceased to be. */
type Totals = Record<Count, number> & { change: number };

const timeGroupings: readonly Grouping[] = ['day', 'week', 'month'];

export const growth: Report = {
  version: 1,
  description: 'what happened to listings, and how many were public at the end',
  covers: 'period',
  groupings: [...timeGroupings, 'category', 'kampong'],
  usual: 'month',
  columns: (by) => [
    ...groupColumns(by),
    ...[...counts, 'publicChange', 'public'].map((name) => ({ name, type: 'integer' as const })),
  ],
  async *rows(source, request) {
    const groups = groupsOf<Totals>(request.by, request, newTotals);
    const earlier = groupsOf(placesIn(request.by), periodBefore(request), newTotals);
    const states: ListingStates = new Map();
    for await (const page of readFieldPages(source, businessEventTypes))
      for (const event of page) {
        const known = states.get(event.stream);
        const before = known && { ...known };
        const after = evolveListing(known, event);
        if (!after || (after.demonstration && !request.withDemonstration)) continue;
        states.set(event.stream, after);
        for (const each of [groups, earlier]) count(each, event, { before, after });
      }
    yield withRunningTotals(groups, earlier, request.by);
  },
};

type Step = { readonly before: ListingState | undefined; readonly after: ListingState };

/** What ceases to be public is counted where it was, as an edit may move it to another category. */
function count(groups: Groups<Totals>, event: EventFields, { before, after }: Step): void {
  const totals = groups.at(timeOf(event), after);
  if (!totals) return;
  const name = Object.entries(counted).find(([type]) => type === event.type)?.[1];
  if (name) totals[name] += 1;
  if (after.status === 'approved') totals.change += 1;
  const left = before?.status === 'approved' ? groups.at(timeOf(event), before) : null;
  if (left) left.change -= 1;
}

function newTotals(): Totals {
  return {
    submitted: 0,
    imported: 0,
    edited: 0,
    approved: 0,
    rejected: 0,
    deleted: 0,
    restored: 0,
    erased: 0,
    change: 0,
  };
}

function placesIn(by: readonly Grouping[]): readonly Grouping[] {
  return by.filter((grouping) => !timeGroupings.includes(grouping));
}

/** Nothing is before the beginning. */
function periodBefore({ from, timeZone }: ReportRequest) {
  const to = from === null ? '' : new Date(Date.parse(from) - 1).toISOString().slice(0, 10);
  return { timeZone, from: null, to };
}

function withRunningTotals(
  groups: Groups<Totals>,
  earlier: Groups<Totals>,
  by: readonly Grouping[],
): readonly Row[] {
  const keyOf = (group: Row) =>
    JSON.stringify(group.filter((_cell, index) => !timeGroupings.includes(by[index] ?? 'day')));
  const running = new Map(
    earlier.all().map(([group, { change }]) => [JSON.stringify(group), change]),
  );
  return groups.all().map(([group, totals]) => {
    const key = keyOf(group);
    const total = (running.get(key) ?? 0) + totals.change;
    running.set(key, total);
    return [...group, ...counts.map((name) => totals[name]), totals.change, total];
  });
}
