import type { BusinessDetails, BusinessId, RejectionReason, ReviewStatus } from '@directory/domain';

/** One business in full, whatever its status: what owners and admins see. */
export type Listing = BusinessDetails & {
  readonly id: BusinessId;
  readonly ownerId: string | null;
  readonly status: ReviewStatus | 'deleted';
  /** The status to which restoring leads back; null unless deleted. */
  readonly statusBeforeDeletion: ReviewStatus | null;
  /** Of the `business-` stream, as of this document. */
  readonly revision: number;
  /** ISO 8601, UTC. */
  readonly submittedAt: string;
  readonly changedAt: string;
  /** Of the last approval, unless it was withdrawn. */
  readonly approvedAt: string | null;
  /** Of the standing rejection; null when there is none or none was given. */
  readonly rejectionReason: RejectionReason | null;
  /** Whether visitors could see it before the review that it is waiting for, or that rejected it. */
  readonly wasPublic: boolean;
  /** Where open data came from and on what terms; null for what owners submit. */
  readonly source: string | null;
  readonly licence: string | null;
};
