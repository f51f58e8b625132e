import { businessEventTypes, type BusinessEvent, type ReviewStatus } from '@directory/domain';
import { defineView, type EventOf } from '../engine/view.ts';

/** The number of an owner's listings by status, without deleted ones. */
export type OwnerSummary = {
  readonly ownerId: string;
  total: number;
  approved: number;
  pending: number;
  rejected: number;
  /** By business id: what the counts are made of. */
  readonly businesses: Record<string, { status: ReviewStatus; deleted: boolean }>;
};

/** One document for each owner. Imported places without an owner are in none. */
export const ownerSummary = defineView<OwnerSummary, BusinessEvent['type']>({
  name: 'owner-summary',
  version: '2',
  handles: businessEventTypes,
  key: ({ data }) => (data.ownerId === null ? [] : [data.ownerId]),
  evolve: (summary, event, ownerId) => {
    const { businessId } = event.data;
    if (event.type === 'OwnerErased') return withoutBusiness(summary, businessId);
    const known = summary?.businesses[businessId];
    const after = statusAfter(known, event);
    if (!after) return summary;
    const counted = summary ?? none(ownerId);
    count(counted, known, -1);
    count(counted, after, 1);
    counted.businesses[businessId] = after;
    return counted;
  },
  evolvesInPlace: true,
  indexes: [],
});

type ListingStatus = OwnerSummary['businesses'][string];

function statusAfter(
  known: ListingStatus | undefined,
  event: Exclude<EventOf<BusinessEvent['type']>, { type: 'OwnerErased' }>,
): ListingStatus | undefined {
  if (event.type === 'BusinessSubmitted' || event.type === 'BusinessImported')
    return { status: 'pending', deleted: false };
  if (!known) return undefined;
  switch (event.type) {
    case 'BusinessEdited':
    case 'DecisionWithdrawn':
      return { ...known, status: 'pending' };
    case 'BusinessApproved':
      return { ...known, status: 'approved' };
    case 'BusinessRejected':
      return { ...known, status: 'rejected' };
    case 'BusinessDeleted':
      return { ...known, deleted: true };
    case 'BusinessRestored':
      return { ...known, deleted: false };
  }
}

/** Null, and so no document any more, without the owner's last listing. */
function withoutBusiness(summary: OwnerSummary | null, businessId: string): OwnerSummary | null {
  if (!summary) return null;
  count(summary, summary.businesses[businessId], -1);
  const others = Object.entries(summary.businesses).filter(([id]) => id !== businessId);
  return others.length === 0 ? null : { ...summary, businesses: Object.fromEntries(others) };
}

function none(ownerId: string): OwnerSummary {
  return { ownerId, total: 0, approved: 0, pending: 0, rejected: 0, businesses: {} };
}

function count(summary: OwnerSummary, known: ListingStatus | undefined, by: 1 | -1): void {
  if (!known || known.deleted) return;
  summary.total += by;
  summary[known.status] += by;
}
