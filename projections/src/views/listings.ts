import {
  businessEventTypes,
  sortableDetails,
  withoutPersonalData,
  type BusinessDetails,
  type BusinessEvent,
  type BusinessId,
  type RejectionReason,
  type ReviewStatus,
} from '@directory/domain';
import { defineView, type EventOf } from '../engine/view.ts';
import { isReview } from './reviews.ts';

/** One business in full, whatever its status: what owners and admins see. */
export type Listing = BusinessDetails & {
  readonly id: BusinessId;
  readonly ownerId: string | null;
  readonly status: ReviewStatus | 'deleted';
  /** The status to which restoring leads back; null unless deleted, and when its owner was erased, as then it cannot be restored. */
  readonly statusBeforeDeletion: ReviewStatus | null;
  /** The revision of the last event in this document. */
  readonly revision: number;
  /** ISO 8601, UTC. */
  readonly submittedAt: string;
  readonly changedAt: string;
  /** When it was last sent for review, or published without one. Withdrawing a decision restores its place in the queue. */
  readonly sentAt: string;
  /** The time of the last approval; null when it was withdrawn. */
  readonly approvedAt: string | null;
  /** The reason for the current rejection; null without one. */
  readonly rejectionReason: RejectionReason | null;
  /** Whether visitors could see it before the review that it is waiting for, or that rejected it. */
  readonly wasPublic: boolean;
  /** Where open data came from and on what terms; null for what owners submit. */
  readonly source: string | null;
  readonly licence: string | null;
  /** Made up to show the screens. */
  readonly demonstration: boolean;
};

/** Every business with its whole state. A deleted one stays as a document, so that it can be restored. */
export const listings = defineView<Listing, BusinessEvent['type'], 'ownerId' | 'status'>({
  name: 'listings',
  version: '6',
  handles: businessEventTypes,
  key: (event) => [event.data.businessId],
  evolve,
  indexes: ['ownerId', 'status'],
  erasedBy: ['OwnerErased'],
  pageFields: ['status', ...sortableDetails, 'submittedAt', 'sentAt', 'wasPublic'],
});

type Created = EventOf<'BusinessSubmitted' | 'BusinessImported'>;
type Later = Exclude<EventOf<BusinessEvent['type']>, Created>;

function evolve(listing: Listing | null, event: EventOf<BusinessEvent['type']>): Listing | null {
  if (event.type === 'BusinessSubmitted' || event.type === 'BusinessImported') return create(event);
  if (!listing) return null;
  const { revision, metadata } = event;
  return { ...change(listing, event), revision, changedAt: metadata.time };
}

function create(event: Created): Listing {
  const { businessId, ownerId, details } = event.data;
  const { source = null, licence = null } = event.type === 'BusinessImported' ? event.data : {};
  // One spread only, at the beginning: V8 makes a hash table of so many fields after a second, which takes ten times as long.
  return {
    ...details,
    id: businessId,
    ownerId,
    status: 'pending',
    statusBeforeDeletion: null,
    revision: event.revision,
    submittedAt: event.metadata.time,
    changedAt: event.metadata.time,
    sentAt: event.metadata.time,
    approvedAt: null,
    rejectionReason: null,
    wasPublic: false,
    demonstration: event.metadata.demonstration === true,
    source,
    licence,
  };
}

function change(listing: Listing, event: Later): Listing {
  if (event.type === 'OwnerErased') return eraseOwner(listing, event.data.remaining);
  if (listing.status === 'deleted')
    return event.type === 'BusinessRestored' ? restore(listing) : listing;
  const { time } = event.metadata;
  switch (event.type) {
    case 'BusinessEdited':
      return {
        ...listing,
        ...event.data.changes,
        status: 'pending',
        sentAt: time,
        rejectionReason: null,
        wasPublic: wasPublicBefore(listing),
      };
    case 'BusinessApproved':
      return {
        ...listing,
        status: 'approved',
        sentAt: isReview(event, listing.sentAt) ? listing.sentAt : time,
        approvedAt: time,
        rejectionReason: null,
        wasPublic: false,
      };
    case 'BusinessRejected':
      return { ...listing, status: 'rejected', rejectionReason: event.data.reason };
    case 'DecisionWithdrawn':
      return withdraw(listing, time);
    case 'BusinessDeleted':
      return { ...listing, status: 'deleted', statusBeforeDeletion: listing.status };
    case 'BusinessRestored':
      return listing;
  }
}

/** Gives the same document whether the personal data in earlier events could be read when they were folded, or not. */
function eraseOwner(listing: Listing, remaining: BusinessDetails | null): Listing {
  const { rejectionReason } = listing;
  const erased: Listing = {
    ...listing,
    ...withoutPersonalData(listing),
    ownerId: null,
    rejectionReason: rejectionReason && { ...rejectionReason, text: '' },
  };
  if (remaining) return { ...erased, ...remaining };
  return { ...erased, status: 'deleted', statusBeforeDeletion: null };
}

function withdraw(listing: Listing, time: string): Listing {
  if (listing.status === 'approved') {
    // Nobody waited for what was published without a review.
    const sentAt = listing.sentAt === listing.approvedAt ? time : listing.sentAt;
    return { ...listing, status: 'pending', sentAt, approvedAt: null, wasPublic: true };
  }
  return { ...listing, status: 'pending', rejectionReason: null };
}

function restore(listing: Listing): Listing {
  const status = listing.statusBeforeDeletion ?? 'pending';
  return { ...listing, status, statusBeforeDeletion: null };
}

/** What an edit stores as `wasPublic`: a second edit before the review keeps it, an edit after a rejection does not. */
function wasPublicBefore({ status, wasPublic }: Listing): boolean {
  return status === 'approved' || (status === 'pending' && wasPublic);
}
