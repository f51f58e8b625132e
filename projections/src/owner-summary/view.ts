import { businessEventTypes, type BusinessEventType } from '../business-event-types.ts';
import { defineView, type EventOf } from '../view.ts';
import type { OwnerSummary } from './owner-summary.ts';

/** One document an owner. Imported places without an owner are in none. */
export const ownerSummary = defineView<OwnerSummary, BusinessEventType>({
  name: 'owner-summary',
  version: '1',
  handles: businessEventTypes,
  key: ({ data }) => (data.ownerId === null ? [] : [data.ownerId]),
  evolve: (summary, event, ownerId) => {
    const before = summary?.businesses ?? {};
    const { businessId } = event.data;
    const standing = next(before[businessId], event);
    return standing ? summarise(ownerId, { ...before, [businessId]: standing }) : summary;
  },
  indexes: [],
});

type Businesses = OwnerSummary['businesses'];
type Standing = Businesses[string];

function next(
  standing: Standing | undefined,
  event: EventOf<BusinessEventType>,
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

function summarise(ownerId: string, businesses: Businesses): OwnerSummary {
  const listed = Object.values(businesses).filter(({ deleted }) => !deleted);
  const count = (status: Standing['status']) =>
    listed.filter((business) => business.status === status).length;
  return {
    ownerId,
    total: listed.length,
    approved: count('approved'),
    pending: count('pending'),
    rejected: count('rejected'),
    businesses,
  };
}
