import type { BusinessId, Decision, DomainEvent, Recorded } from '@directory/domain';
import { defineView, type EventOf } from '../engine/view.ts';

/** How long a listing waited for each decision on it, and what came of it. Also of deleted ones: their reviews were work too. */
export type ReviewRecord = {
  readonly businessId: BusinessId;
  /** Time of the last save that awaits a decision, ISO 8601, UTC; null when none is pending. */
  readonly waitingSince: string | null;
  /** The oldest first. Withdrawn decisions are left out. */
  readonly decisions: readonly ReviewDecision[];
};

export type ReviewDecision = {
  readonly outcome: Decision;
  /** False for an approval without a review. */
  readonly byAdmin: boolean;
  /** The preset of a rejection with a reason. */
  readonly reasonCode: string | null;
  /** ISO 8601, UTC, as are the others. */
  readonly waitedSince: string;
  readonly decidedAt: string;
  /** When the owner sent a rejected listing again; null when that has not happened. */
  readonly resubmittedAt: string | null;
};

export const reviewEventTypes = [
  'BusinessSubmitted',
  'BusinessImported',
  'BusinessEdited',
  'BusinessApproved',
  'BusinessRejected',
  'DecisionWithdrawn',
] as const;
type ReviewEvent = EventOf<(typeof reviewEventTypes)[number]>;
type DecisionEvent = EventOf<'BusinessApproved' | 'BusinessRejected'>;

export function isReviewEvent(event: Recorded<DomainEvent>): event is ReviewEvent {
  return reviewEventTypes.some((type) => type === event.type);
}

/** One document for each listing, as a wait begins with one event and ends with another. */
export const reviews = defineView<ReviewRecord, (typeof reviewEventTypes)[number]>({
  name: 'reviews',
  version: '4',
  handles: reviewEventTypes,
  key: ({ data }) => [data.businessId],
  evolve,
  indexes: [],
});

type Created = EventOf<'BusinessSubmitted' | 'BusinessImported'>;

function evolve(record: ReviewRecord | null, event: ReviewEvent): ReviewRecord | null {
  if (event.type === 'BusinessSubmitted' || event.type === 'BusinessImported')
    return {
      businessId: event.data.businessId,
      waitingSince: event.metadata.time,
      decisions: [],
    };
  return record && change(record, event);
}

function change(record: ReviewRecord, event: Exclude<ReviewEvent, Created>): ReviewRecord {
  const { time } = event.metadata;
  switch (event.type) {
    case 'BusinessEdited':
      return { ...record, waitingSince: time, decisions: resubmitted(record, event) };
    case 'BusinessApproved':
    case 'BusinessRejected':
      return {
        ...record,
        waitingSince: null,
        decisions: [...record.decisions, decisionOf(event, record.waitingSince ?? time)],
      };
    case 'DecisionWithdrawn': {
      const last = record.decisions.at(-1);
      return {
        ...record,
        // Nobody waited for what was published without a review.
        waitingSince: last?.byAdmin ? last.waitedSince : time,
        decisions: record.decisions.slice(0, -1),
      };
    }
  }
}

function decisionOf(event: DecisionEvent, waitedSince: string): ReviewDecision {
  const { time } = event.metadata;
  const isRejection = event.type === 'BusinessRejected';
  return {
    outcome: isRejection ? 'rejected' : 'approved',
    byAdmin: isReview(event, waitedSince),
    reasonCode: isRejection ? (event.data.reason?.code ?? null) : null,
    waitedSince,
    decidedAt: time,
    resubmittedAt: null,
  };
}

/** False for imports that were published, and for an admin's own correction: its edit and approval are of one command. */
export function isReview({ metadata }: DecisionEvent, waitedSince: string): boolean {
  return metadata.actor.role === 'admin' && metadata.time !== waitedSince;
}

/** Only the first save after a rejection sends it again, unless an admin corrected or restored it. */
function resubmitted(
  { waitingSince, decisions }: ReviewRecord,
  { metadata: { actor, time } }: EventOf<'BusinessEdited'>,
) {
  const last = decisions.at(-1);
  if (waitingSince !== null || last?.outcome !== 'rejected' || actor.role === 'admin')
    return decisions;
  return [...decisions.slice(0, -1), { ...last, resubmittedAt: time }];
}
