import {
  businessEventTypes,
  type BusinessDetails,
  type BusinessEvent,
  type BusinessId,
} from '@directory/domain';
import { defineView, type EventOf } from '../engine/view.ts';

/** `public` is shown to everybody; `in-review` was approved once and waits for approval of a later edit; others are not shown. */
type Visibility = 'public' | 'in-review' | 'hidden';

/** One business as visitors see it: the last version that was approved. */
export type ApprovedListing = {
  readonly id: BusinessId;
  readonly ownerId: string | null;
  readonly visibility: Visibility;
  /** Restored when the current rejection is withdrawn; null when there is none. */
  readonly visibilityBeforeRejection: Visibility | null;
  /** Restored with the listing; null unless deleted. */
  readonly visibilityBeforeDeletion: Visibility | null;
  /** Restored when the current approval is withdrawn; null when there is none. */
  readonly beforeApproval: Shown | null;
  readonly approvedAt: string | null;
  /** What was approved last; null before the first approval and after it was withdrawn. */
  readonly approved: BusinessDetails | null;
  /** The details with every edit since, which the next approval makes public. */
  readonly latest: BusinessDetails;
  readonly source: string | null;
  readonly licence: string | null;
  /** Made up to show the screens. */
  readonly demonstration: boolean;
};

type Shown = Pick<ApprovedListing, 'visibility' | 'approved' | 'approvedAt'>;

const neverShown: Shown = { visibility: 'hidden', approved: null, approvedAt: null };

/** What visitors may see. Edits wait beside the approved version and replace it only when they are approved themselves. */
export const approvedList = defineView<ApprovedListing, BusinessEvent['type'], 'visibility'>({
  name: 'approved-list',
  version: '4',
  handles: businessEventTypes,
  key: (event) => [event.data.businessId],
  evolve,
  indexes: ['visibility'],
  isPublic: true,
});

function evolve(
  listing: ApprovedListing | null,
  event: EventOf<BusinessEvent['type']>,
): ApprovedListing | null {
  if (event.type === 'BusinessSubmitted' || event.type === 'BusinessImported') return create(event);
  return listing && change(listing, event);
}

type Created = EventOf<'BusinessSubmitted' | 'BusinessImported'>;
function create({ type, data, metadata }: Created): ApprovedListing {
  const { source = null, licence = null } = type === 'BusinessImported' ? data : {};
  return {
    id: data.businessId,
    ownerId: data.ownerId,
    ...neverShown,
    visibilityBeforeRejection: null,
    visibilityBeforeDeletion: null,
    beforeApproval: null,
    latest: data.details,
    source,
    licence,
    demonstration: metadata.demonstration === true,
  };
}

type Later = Exclude<EventOf<BusinessEvent['type']>, Created>;

function change(listing: ApprovedListing, event: Later): ApprovedListing | null {
  if (event.type === 'OwnerErased') return eraseOwner(listing, event.data.remaining);
  if (event.type === 'BusinessRestored') return restore(listing);
  if (listing.visibilityBeforeDeletion !== null) return listing;
  switch (event.type) {
    case 'BusinessEdited':
      return edit(listing, event.data.changes);
    case 'BusinessApproved':
      return approve(listing, event.metadata.time);
    case 'BusinessRejected':
      return hide(listing, { visibilityBeforeRejection: listing.visibility });
    case 'DecisionWithdrawn':
      return event.data.decision === 'approved' ? withdrawApproval(listing) : readmit(listing);
    case 'BusinessDeleted':
      return hide(listing, { visibilityBeforeDeletion: listing.visibility });
  }
}

/** Only what is public remains: an edit that waited for review and an earlier approved version are gone. */
function eraseOwner(
  listing: ApprovedListing,
  remaining: BusinessDetails | null,
): ApprovedListing | null {
  if (!remaining) return null;
  const isPublic = listing.visibility === 'public';
  return {
    ...listing,
    ...neverShown,
    ...(isPublic && {
      visibility: 'public',
      approved: remaining,
      approvedAt: listing.approvedAt,
    }),
    ownerId: null,
    visibilityBeforeRejection: null,
    beforeApproval: null,
    latest: remaining,
  };
}

function edit(listing: ApprovedListing, changes: Partial<BusinessDetails>): ApprovedListing {
  return {
    ...listing,
    latest: { ...listing.latest, ...changes },
    visibility: listing.visibility === 'public' ? 'in-review' : listing.visibility,
    visibilityBeforeRejection: null,
    beforeApproval: null,
  };
}

function approve(listing: ApprovedListing, time: string): ApprovedListing {
  const { visibility, approved, approvedAt } = listing;
  const now: Shown = { visibility: 'public', approved: listing.latest, approvedAt: time };
  return { ...listing, ...now, beforeApproval: { visibility, approved, approvedAt } };
}

function withdrawApproval(listing: ApprovedListing): ApprovedListing {
  return { ...listing, ...(listing.beforeApproval ?? neverShown), beforeApproval: null };
}

function hide(listing: ApprovedListing, changes: Partial<ApprovedListing>): ApprovedListing {
  return { ...listing, ...changes, visibility: 'hidden' };
}

function readmit(listing: ApprovedListing): ApprovedListing {
  const visibility = listing.visibilityBeforeRejection ?? 'hidden';
  return { ...listing, visibility, visibilityBeforeRejection: null };
}

function restore(listing: ApprovedListing): ApprovedListing {
  const visibility = listing.visibilityBeforeDeletion ?? listing.visibility;
  return { ...listing, visibility, visibilityBeforeDeletion: null };
}
