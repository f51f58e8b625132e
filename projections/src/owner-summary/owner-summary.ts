import type { ReviewStatus } from '@directory/domain';

/** How an owner's listings stand. Deleted ones count nowhere. */
export type OwnerSummary = {
  readonly ownerId: string;
  readonly total: number;
  readonly approved: number;
  readonly pending: number;
  readonly rejected: number;
  /** By business id: what the counts are made of. */
  readonly businesses: Readonly<Record<string, { status: ReviewStatus; deleted: boolean }>>;
};
