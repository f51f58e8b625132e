import type {
  BusinessDetails,
  BusinessEvent,
  Decision,
  DetailChanges,
  RejectionReason,
} from '@directory/domain';
import { businessIdOf, completeDetails } from './details.ts';

/** Makes the events of one listing; its ids are added. */
export function eventsOf(number: number, ownerId: string | null = 'owner-1') {
  const subject = { businessId: businessIdOf(number), ownerId };
  const source = { source: 'OpenStreetMap', licence: 'ODbL-1.0' };
  return {
    submitted: (changes?: Partial<BusinessDetails>): BusinessEvent => ({
      type: 'BusinessSubmitted',
      data: { ...subject, details: completeDetails(changes) },
    }),
    imported: (changes?: Partial<BusinessDetails>): BusinessEvent => ({
      type: 'BusinessImported',
      data: { ...subject, details: completeDetails(changes), ...source },
    }),
    edited: (changes: DetailChanges): BusinessEvent => ({
      type: 'BusinessEdited',
      data: { ...subject, changes },
    }),
    approved: { type: 'BusinessApproved', data: subject } satisfies BusinessEvent,
    rejected: (reason: RejectionReason | null = null): BusinessEvent => ({
      type: 'BusinessRejected',
      data: { ...subject, reason },
    }),
    withdrawn: (decision: Decision): BusinessEvent => ({
      type: 'DecisionWithdrawn',
      data: { ...subject, decision },
    }),
    deleted: { type: 'BusinessDeleted', data: subject } satisfies BusinessEvent,
    restored: { type: 'BusinessRestored', data: subject } satisfies BusinessEvent,
    ownerErased: (remaining: BusinessDetails | null = null): BusinessEvent => ({
      type: 'OwnerErased',
      data: { ...subject, remaining },
    }),
  };
}
