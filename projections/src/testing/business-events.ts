import type {
  BusinessDetails,
  BusinessEvent,
  Decision,
  DetailChanges,
  RejectionReason,
} from '@directory/domain';
import { businessIdOf, completeDetails } from './details.ts';

/** The events of one listing, without its ids. */
export function eventsOf(
  number: number,
  ownerId: string | null = 'owner-1',
): {
  readonly submitted: (changes?: Partial<BusinessDetails>) => BusinessEvent;
  readonly imported: (changes?: Partial<BusinessDetails>) => BusinessEvent;
  readonly edited: (changes: DetailChanges) => BusinessEvent;
  readonly approved: BusinessEvent;
  readonly rejected: (reason?: RejectionReason) => BusinessEvent;
  readonly withdrawn: (decision: Decision) => BusinessEvent;
  readonly deleted: BusinessEvent;
  readonly restored: BusinessEvent;
  readonly ownerErased: (remaining?: BusinessDetails) => BusinessEvent;
} {
  const subject = { businessId: businessIdOf(number), ownerId };
  return {
    submitted: (changes) => ({
      type: 'BusinessSubmitted',
      data: { ...subject, details: completeDetails(changes) },
    }),
    imported: (changes) => ({
      type: 'BusinessImported',
      data: {
        ...subject,
        details: completeDetails(changes),
        source: 'OpenStreetMap',
        licence: 'ODbL-1.0',
      },
    }),
    edited: (changes) => ({ type: 'BusinessEdited', data: { ...subject, changes } }),
    approved: { type: 'BusinessApproved', data: subject },
    rejected: (reason) => ({
      type: 'BusinessRejected',
      data: { ...subject, reason: reason ?? null },
    }),
    withdrawn: (decision) => ({ type: 'DecisionWithdrawn', data: { ...subject, decision } }),
    deleted: { type: 'BusinessDeleted', data: subject },
    restored: { type: 'BusinessRestored', data: subject },
    ownerErased: (remaining) => ({
      type: 'OwnerErased',
      data: { ...subject, remaining: remaining ?? null },
    }),
  };
}
