import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useResource, type Resource } from '../../../shared/resource/use-resource.ts';

/** Every business that is not deleted, the newest first. */
export function useListings(): Resource<readonly OwnBusinessResponse[]> {
  return useResource<readonly OwnBusinessResponse[]>('/api/businesses');
}

/** The newest first. */
export function useDeletedListings(): Resource<readonly OwnBusinessResponse[]> {
  return useResource<readonly OwnBusinessResponse[]>('/api/businesses?deleted=true');
}

export const statuses = ['approved', 'rejected', 'pending'] as const;
export type Status = (typeof statuses)[number];

export type StatusCounts = Readonly<Record<Status | 'all', number>>;

export function countByStatus(
  listings: readonly Pick<OwnBusinessResponse, 'status'>[],
): StatusCounts {
  const countOf = (status: Status) =>
    listings.filter((listing) => listing.status === status).length;
  return {
    all: listings.length,
    approved: countOf('approved'),
    rejected: countOf('rejected'),
    pending: countOf('pending'),
  };
}

/** The pending listings in the order of review: those that are hidden from visitors now, then those that have waited longest. */
export function reviewQueue(
  listings: readonly OwnBusinessResponse[],
): readonly OwnBusinessResponse[] {
  return listings
    .filter(({ status }) => status === 'pending')
    .toSorted(
      (a, b) =>
        Number(b.wasPublic) - Number(a.wasPublic) ||
        Date.parse(a.changedAt) - Date.parse(b.changedAt) ||
        a.id.localeCompare(b.id),
    );
}
