import type { BusinessDetails, BusinessId } from '@directory/domain';

/** `public` is shown to everybody; `in-review` was approved once and waits for approval of a later edit; others are not shown. */
export type Visibility = 'public' | 'in-review' | 'hidden';

/** One business as visitors see it: the last version that was approved. */
export type ApprovedListing = {
  readonly id: BusinessId;
  readonly ownerId: string | null;
  readonly visibility: Visibility;
  /** What withdrawing the standing rejection leads back to; null when there is none. */
  readonly visibilityBeforeRejection: Visibility | null;
  /** What restoring leads back to; null unless deleted. */
  readonly visibilityBeforeDeletion: Visibility | null;
  readonly approvedAt: string | null;
  /** What was approved last; null before the first approval and after it was withdrawn. */
  readonly approved: BusinessDetails | null;
  /** With every edit since: what the next approval makes public. */
  readonly latest: BusinessDetails;
  readonly source: string | null;
  readonly licence: string | null;
};
