import type { EventFields } from '@directory/domain/event-store';
import { isObject } from '@directory/domain/shared/unknown';
import { reviewEventTypes } from '../views/reviews.ts';
import { groupColumns, groupsOf, namedGroups } from './groups.ts';
import { businessOf, describe, isDemonstration, timeOf, type Described } from './listing-state.ts';
import { readFieldPages, type ReportSource } from './read-events.ts';
import { columnsOf, rowOf, type Field, type Report } from './report.ts';

type Decision = Described & {
  readonly business: string;
  readonly outcome: 'approved' | 'rejected';
  readonly admin: string | null;
  readonly reason: string | null;
  /** False for imports that were published, and for an admin's own correction. */
  readonly wasReviewed: boolean;
  readonly waitedSince: string;
  readonly decidedAt: string;
  resubmitted: boolean;
};

type Totals = { approved: number; rejected: number; resubmitted: number; readonly waits: number[] };

/** Decisions that were withdrawn are not counted. */
export const moderation: Report = {
  version: 3,
  description: 'decisions of admins, and how long owners waited for them in minutes',
  covers: 'period',
  groupings: [
    ...(['hour', 'weekday', 'day', 'week', 'month'] as const),
    ...(['category', 'kampong', 'business', 'admin', 'reason'] as const),
  ],
  columns: (by) => [...groupColumns(by), ...columnsOf(fields)],
  async *rows(source, request) {
    const groups = groupsOf<Totals>(request.by, request, () => ({
      approved: 0,
      rejected: 0,
      resubmitted: 0,
      waits: [],
    }));
    for (const decision of await decisions(source, request.withDemonstration)) {
      const totals = groups.at(decision.decidedAt, decision);
      if (!totals) continue;
      totals[decision.outcome] += 1;
      if (decision.resubmitted) totals.resubmitted += 1;
      totals.waits.push(Date.parse(decision.decidedAt) - Date.parse(decision.waitedSince));
    }
    const named = await namedGroups(groups, request.by, source);
    yield named.map(([group, totals]) => [...group, ...rowOf(fields, totals)]);
  },
};

const fields: readonly Field<Totals>[] = [
  ['decisions', 'integer', ({ approved, rejected }) => approved + rejected],
  ['approved', 'integer', ({ approved }) => approved],
  ['rejected', 'integer', ({ rejected }) => rejected],
  ['resubmitted', 'integer', ({ resubmitted }) => resubmitted],
  ['waitMedian', 'integer', ({ waits }) => minutesOf(median(waits))],
  ['waitP90', 'integer', ({ waits }) => minutesOf(percentile(waits, 0.9))],
];

/** Of one listing. */
type Review = {
  readonly listing: Described;
  readonly isLeftOut: boolean;
  waitingSince: string | null;
  readonly decisions: Decision[];
};

async function decisions(
  source: ReportSource,
  withDemonstration: boolean,
): Promise<readonly Decision[]> {
  const reviews = new Map<string, Review>();
  for await (const page of readFieldPages(source, reviewEventTypes))
    for (const event of page) {
      const { stream, type } = event;
      const review = reviews.get(stream) ?? newReview(event, withDemonstration);
      reviews.set(stream, review);
      describe(review.listing, event);
      if (type === 'BusinessApproved' || type === 'BusinessRejected') decide(review, event);
      else if (type === 'DecisionWithdrawn') withdraw(review, event);
      else edit(review, event);
    }
  return [...reviews.values()]
    .filter(({ isLeftOut }) => !isLeftOut)
    .flatMap((review) => review.decisions)
    .filter(({ wasReviewed }) => wasReviewed);
}

function newReview(event: EventFields, withDemonstration: boolean): Review {
  return {
    listing: { category: null, kampong: null },
    isLeftOut: !withDemonstration && isDemonstration(event),
    waitingSince: null,
    decisions: [],
  };
}

/** Only the first save after a rejection sends the listing again, unless an admin corrected or restored it. */
function edit(review: Review, event: EventFields): void {
  const last = review.decisions.at(-1);
  if (review.waitingSince === null && last?.outcome === 'rejected' && !isByAdmin(event))
    last.resubmitted = true;
  review.waitingSince = timeOf(event);
}

function decide(review: Review, event: EventFields): void {
  const actor = event.metadata('actor');
  const reason = event.data('reason');
  const decidedAt = timeOf(event);
  const waitedSince = review.waitingSince ?? decidedAt;
  review.waitingSince = null;
  review.decisions.push({
    ...review.listing,
    business: businessOf(event),
    outcome: event.type === 'BusinessRejected' ? 'rejected' : 'approved',
    admin: isObject(actor) ? textOrNull(actor['id']) : null,
    reason: isObject(reason) ? textOrNull(reason['code']) : null,
    // The edit and the approval of a correction are of one command.
    wasReviewed: isByAdmin(event) && waitedSince !== decidedAt,
    waitedSince,
    decidedAt,
    resubmitted: false,
  });
}

function isByAdmin(event: EventFields): boolean {
  const actor = event.metadata('actor');
  return isObject(actor) && actor['role'] === 'admin';
}

function withdraw(review: Review, event: EventFields): void {
  const last = review.decisions.pop();
  // Nobody waited for what was published without a review.
  review.waitingSince = last?.wasReviewed ? last.waitedSince : timeOf(event);
}

/** Of an even number the mean of the two in the middle; null of none. The dashboard shows the same. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

/** The smallest wait that so large a part of all does not exceed; null without any. */
function percentile(waits: readonly number[], part: number): number | null {
  const sorted = waits.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? null;
}

function minutesOf(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.max(0, Math.round(milliseconds / 60_000));
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
