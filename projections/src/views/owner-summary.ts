import { businessEventTypes, type BusinessEvent, type ReviewStatus } from '@directory/domain';
import { defineView, type EventOf } from '../engine/view.ts';

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

/** One document an owner. Imported places without an owner are in none. */
export const ownerSummary = defineView<OwnerSummary, BusinessEvent['type']>({
  name: 'owner-summary',
  version: '1',
  handles: businessEventTypes,
  key: ({ data }) => (data.ownerId === null ? [] : [data.ownerId]),
  evolve: (summary, event, ownerId) => {
    const { businessId } = event.data;
    const before = summary ?? none(ownerId);
    const standing = before.businesses[businessId];
    const after = next(standing, event);
    if (!after) return summary;
    const counted = count(count(before, standing, -1), after, 1);
    return { ...counted, businesses: { ...before.businesses, [businessId]: after } };
  },
  indexes: [],
});

type Standing = OwnerSummary['businesses'][string];

function next(
  standing: Standing | undefined,
  event: EventOf<BusinessEvent['type']>,
): Standing | undefined {
  if (event.type === 'BusinessSubmitted' || event.type === 'BusinessImported')
    return { status: 'pending', deleted: false };
  if (!standing) return undefined;
  switch (event.type) {
    case 'BusinessEdited':
    case 'DecisionWithdrawn':
      return { ...standing, status: 'pending' };
    case 'BusinessApproved':
      return { ...standing, status: 'approved' };
    case 'BusinessRejected':
      return { ...standing, status: 'rejected' };
    case 'BusinessDeleted':
      return { ...standing, deleted: true };
    case 'BusinessRestored':
      return { ...standing, deleted: false };
  }
}

function none(ownerId: string): OwnerSummary {
  return { ownerId, total: 0, approved: 0, pending: 0, rejected: 0, businesses: {} };
}

function count(summary: OwnerSummary, standing: Standing | undefined, by: 1 | -1): OwnerSummary {
  if (!standing || standing.deleted) return summary;
  const { status } = standing;
  return { ...summary, total: summary.total + by, [status]: summary[status] + by };
}
