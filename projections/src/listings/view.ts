import { businessEventTypes, type BusinessEventType } from '../business-event-types.ts';
import { defineView, type EventOf } from '../view.ts';
import type { Listing } from './listing.ts';

/** Every business with its whole state. A deleted one stays as a document, so that restoring brings it back as it was. */
export const listings = defineView<Listing, BusinessEventType, 'ownerId' | 'status'>({
  name: 'listings',
  version: '1',
  handles: businessEventTypes,
  key: (event) => [event.data.businessId],
  evolve,
  indexes: ['ownerId', 'status'],
});

type Created = EventOf<'BusinessSubmitted' | 'BusinessImported'>;
type Later = Exclude<EventOf<BusinessEventType>, Created>;

function evolve(listing: Listing | null, event: EventOf<BusinessEventType>): Listing | null {
  if (isCreated(event)) return create(event);
  if (!listing) return null;
  const { revision, metadata } = event;
  return { ...change(listing, event), revision, changedAt: metadata.time };
}

function isCreated(event: EventOf<BusinessEventType>): event is Created {
  return event.type === 'BusinessSubmitted' || event.type === 'BusinessImported';
}

function create(event: Created): Listing {
  const { businessId, ownerId, details } = event.data;
  return {
    ...details,
    id: businessId,
    ownerId,
    status: 'pending',
    statusBeforeDeletion: null,
    revision: event.revision,
    submittedAt: event.metadata.time,
    changedAt: event.metadata.time,
    approvedAt: null,
    rejectionReason: null,
    wasPublic: false,
    ...originOf(event),
  };
}

function originOf(event: Created): Pick<Listing, 'source' | 'licence'> {
  if (event.type === 'BusinessSubmitted') return { source: null, licence: null };
  const { source, licence } = event.data;
  return { source, licence };
}

function change(listing: Listing, event: Later): Listing {
  if (listing.status === 'deleted')
    return event.type === 'BusinessRestored' ? restore(listing) : listing;
  switch (event.type) {
    case 'BusinessEdited':
      return {
        ...listing,
        ...event.data.changes,
        status: 'pending',
        rejectionReason: null,
        wasPublic: wasPublicBefore(listing),
      };
    case 'BusinessApproved':
      return {
        ...listing,
        status: 'approved',
        approvedAt: event.metadata.time,
        rejectionReason: null,
        wasPublic: false,
      };
    case 'BusinessRejected':
      return { ...listing, status: 'rejected', rejectionReason: event.data.reason };
    case 'DecisionWithdrawn':
      return withdraw(listing);
    case 'BusinessDeleted':
      return { ...listing, status: 'deleted', statusBeforeDeletion: listing.status };
    case 'BusinessRestored':
      return listing;
  }
}

function withdraw(listing: Listing): Listing {
  if (listing.status === 'approved')
    return { ...listing, status: 'pending', approvedAt: null, wasPublic: true };
  return { ...listing, status: 'pending', rejectionReason: null };
}

function restore(listing: Listing): Listing {
  const status = listing.statusBeforeDeletion ?? 'pending';
  return { ...listing, status, statusBeforeDeletion: null };
}

/** A second edit before the review changes nothing of where the listing came from; a rejection does. */
function wasPublicBefore({ status, wasPublic }: Listing): boolean {
  return status === 'approved' || (status === 'pending' && wasPublic);
}
