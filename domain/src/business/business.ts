import type { BusinessId, BusinessEvent, RejectionReason } from './events.ts';
import type { BusinessDetails } from './details.ts';

export type ReviewStatus = 'pending' | 'approved' | 'rejected';

export type ListedBusiness = {
  readonly status: ReviewStatus;
  readonly businessId: BusinessId;
  readonly ownerId: string | null;
  readonly details: BusinessDetails;
  /** The reason for the last rejection, if one was given. */
  readonly reason?: RejectionReason | null;
};

export type Business =
  | { readonly status: 'none' }
  | ListedBusiness
  | { readonly status: 'deleted'; readonly before: ListedBusiness }
  /** Erased with its owner, and for good. */
  | { readonly status: 'erased' };

export const noBusiness: Business = { status: 'none' };

export function evolve(business: Business, event: BusinessEvent): Business {
  switch (event.type) {
    case 'BusinessSubmitted':
    case 'BusinessImported': {
      const { businessId, ownerId, details } = event.data;
      return { status: 'pending', businessId, ownerId, details };
    }
    case 'BusinessEdited':
      return whenListed(business, (listed) => ({
        ...listed,
        status: 'pending',
        details: { ...listed.details, ...event.data.changes },
      }));
    case 'BusinessApproved':
      return whenListed(business, (listed) => ({ ...listed, status: 'approved' }));
    case 'BusinessRejected':
      return whenListed(business, (listed) => ({
        ...listed,
        status: 'rejected',
        reason: event.data.reason,
      }));
    case 'DecisionWithdrawn':
      return whenListed(business, (listed) => ({ ...listed, status: 'pending' }));
    case 'BusinessDeleted':
      return whenListed(business, (listed) => ({ status: 'deleted', before: listed }));
    case 'BusinessRestored':
      return business.status === 'deleted' ? business.before : business;
    case 'OwnerErased':
      return eraseOwner(business, event.data.remaining);
  }
}

export function isListed(business: Business): business is ListedBusiness {
  return 'details' in business;
}

/** The details of a listing, also of a deleted one; undefined before the first event and after an erasure. */
export function detailsOf(business: Business): BusinessDetails | undefined {
  if (isListed(business)) return business.details;
  return business.status === 'deleted' ? business.before.details : undefined;
}

function eraseOwner(business: Business, remaining: BusinessDetails | null): Business {
  if (business.status === 'none') return business;
  if (!isListed(business) || !remaining) return { status: 'erased' };
  return { ...business, ownerId: null, details: remaining };
}

function whenListed(business: Business, next: (listed: ListedBusiness) => Business): Business {
  return isListed(business) ? next(business) : business;
}
