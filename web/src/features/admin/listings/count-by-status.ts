import type { OwnBusinessResponse } from '@directory/api/contracts';

export const statuses = ['approved', 'rejected', 'pending'] as const;
export type Status = (typeof statuses)[number];

export type StatusCounts = Readonly<Record<Status | 'all', number>>;

export function countByStatus(
  listings: readonly Pick<OwnBusinessResponse, 'status'>[],
): StatusCounts {
  const of = (status: Status) => listings.filter((listing) => listing.status === status).length;
  return {
    all: listings.length,
    approved: of('approved'),
    rejected: of('rejected'),
    pending: of('pending'),
  };
}
