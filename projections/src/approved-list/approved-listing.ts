import type { BusinessDetails, BusinessId } from '@directory/domain';

/** One business as visitors see it: the last version that was approved. Exists once there was one, until it is withdrawn. */
export type ApprovedListing = {
  readonly id: BusinessId;
  readonly ownerId: string | null;
  /** `public` is shown to everybody; `in-review` was approved once and waits for approval of a later edit; others are not shown. */
  readonly visibility: 'public' | 'in-review' | 'hidden';
  readonly approvedAt: string | null;
  /** What was approved last; null before the first approval. */
  readonly approved: BusinessDetails | null;
  /** With every edit since: what the next approval makes public. */
  readonly latest: BusinessDetails;
  readonly source: string | null;
  readonly licence: string | null;
};
