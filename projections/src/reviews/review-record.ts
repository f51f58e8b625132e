import type { BusinessId, Decision } from '@directory/domain';

/** How long a listing waited for each decision on it, and what came of it. Also of deleted ones: their reviews were work too. */
export type ReviewRecord = {
  readonly businessId: BusinessId;
  /** Since the last save that a decision has to answer, ISO 8601, UTC; null when none is waited for. */
  readonly waitingSince: string | null;
  /** The oldest first. A decision that was taken back is not among them. */
  readonly decisions: readonly ReviewDecision[];
};

export type ReviewDecision = {
  readonly outcome: Decision;
  /** False of what is taken over as approved, on which nobody decided. */
  readonly byAdmin: boolean;
  /** Of a rejection with a reason. */
  readonly reasonCode: string | null;
  /** ISO 8601, UTC, as are the others. */
  readonly waitedSince: string;
  readonly decidedAt: string;
  /** When the owner sent a rejected listing again; null when that has not happened. */
  readonly resubmittedAt: string | null;
};
