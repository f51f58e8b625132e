import { decodeEvent } from '@directory/domain';
import { fieldsOf } from '@directory/domain/event-store';
import { reportChoices } from '@directory/domain/report-choices';
import {
  isReviewEvent,
  reviewEventTypes,
  reviews,
  type ReviewDecision,
  type ReviewRecord,
} from '../views/reviews.ts';
import { groupColumns, groupsOf, namedGroups, type Attributes } from './groups.ts';
import { businessOf, describe, type Described } from './listing-state.ts';
import { readStoredEvents, type ReportSource } from './read-events.ts';
import { columnsOf, rowOf, type Field, type Report } from './report.ts';

type Totals = { approved: number; rejected: number; resubmitted: number; readonly waits: number[] };

/** Decisions that were withdrawn are not counted. */
export const moderation: Report = {
  version: 3,
  description: 'decisions of admins, and how long owners waited for them in minutes',
  ...reportChoices.moderation,
  columns: (by) => [...groupColumns(by), ...columnsOf(fields)],
  async *rows(source, request) {
    const groups = groupsOf<Totals>(request.by, request, () => ({
      approved: 0,
      rejected: 0,
      resubmitted: 0,
      waits: [],
    }));
    for (const decision of await decisions(source, request.withDemonstration)) {
      const { outcome, decidedAt, waitedSince, resubmittedAt } = decision;
      const totals = groups.at(decidedAt, { ...decision, reason: decision.reasonCode });
      if (!totals) continue;
      totals[outcome] += 1;
      if (resubmittedAt !== null) totals.resubmitted += 1;
      totals.waits.push(Date.parse(decidedAt) - Date.parse(waitedSince));
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

/** The reviews of one listing, with what each of its decisions is counted under. */
type Reviewed = {
  readonly place: Described;
  readonly isLeftOut: boolean;
  record: ReviewRecord | null;
  readonly attributes: Attributes[];
};

/** The decisions of admins. All that they are counted by is stored in the clear. */
async function decisions(
  source: ReportSource,
  withDemonstration: boolean,
): Promise<readonly (ReviewDecision & Attributes)[]> {
  const listings = new Map<string, Reviewed>();
  for await (const page of readStoredEvents(source, reviewEventTypes))
    for (const event of page.map(decodeEvent)) {
      if (!event || !isReviewEvent(event)) continue;
      const { stream, type, metadata } = event;
      const listing = listings.get(stream) ?? {
        place: { category: null, kampong: null },
        isLeftOut: !withDemonstration && metadata.demonstration === true,
        record: null,
        attributes: [],
      };
      listings.set(stream, listing);
      describe(listing.place, fieldsOf(event));
      listing.record = reviews.evolve(listing.record, event, stream);
      if (type === 'BusinessApproved' || type === 'BusinessRejected') {
        const business = businessOf(event);
        listing.attributes.push({ ...listing.place, business, admin: metadata.actor.id });
      } else if (type === 'DecisionWithdrawn') listing.attributes.pop();
    }
  return [...listings.values()]
    .filter(({ isLeftOut }) => !isLeftOut)
    .flatMap(({ record, attributes }) =>
      (record?.decisions ?? []).map((decision, index) => ({ ...attributes[index], ...decision })),
    )
    .filter(({ byAdmin }) => byAdmin);
}

/** For an even count the mean of the two in the middle; null for none. The dashboard shows the same. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

/** The smallest wait that `part` of all do not exceed, such as 0.9; null without any. */
function percentile(waits: readonly number[], part: number): number | null {
  const sorted = waits.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? null;
}

function minutesOf(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.max(0, Math.round(milliseconds / 60_000));
}
