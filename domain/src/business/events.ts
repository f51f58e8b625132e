import type { BusinessId } from '../shared/ids.ts';
import type { BusinessDetails, DetailChanges } from './details.ts';

/** Every event of a listing names its owner, so that a view never has to look elsewhere for it. */
type Subject = { readonly businessId: BusinessId; readonly ownerId: string | null };

/** Why a listing was turned down: a preset and what the reviewer wrote to the owner. */
export type RejectionReason = { readonly code: string; readonly text: string };

export type Decision = 'approved' | 'rejected';

export type BusinessSubmitted = {
  readonly type: 'BusinessSubmitted';
  readonly data: Subject & { readonly details: BusinessDetails };
};
/** Imported from open data, which may lack required fields. */
export type BusinessImported = {
  readonly type: 'BusinessImported';
  readonly data: Subject & {
    readonly details: BusinessDetails;
    readonly source: string;
    readonly licence: string;
  };
};
/** Only the fields that changed, with their new values. */
export type BusinessEdited = {
  readonly type: 'BusinessEdited';
  readonly data: Subject & {
    readonly changes: DetailChanges;
    /** The revision whose fields were restored; absent for every other edit. */
    readonly restoredVersion?: number;
  };
};
export type BusinessApproved = { readonly type: 'BusinessApproved'; readonly data: Subject };
export type BusinessRejected = {
  readonly type: 'BusinessRejected';
  readonly data: Subject & { readonly reason: RejectionReason | null };
};
export type DecisionWithdrawn = {
  readonly type: 'DecisionWithdrawn';
  readonly data: Subject & { readonly decision: Decision };
};
export type BusinessDeleted = { readonly type: 'BusinessDeleted'; readonly data: Subject };
export type BusinessRestored = { readonly type: 'BusinessRestored'; readonly data: Subject };
/** The account of the owner is gone, and the personal data in all earlier events with it. */
export type OwnerErased = {
  readonly type: 'OwnerErased';
  readonly data: Subject & {
    /** What describes the shop and not the person, with which the listing goes on without an owner; null where nothing remains. */
    readonly remaining: BusinessDetails | null;
  };
};

export type BusinessEvent =
  | BusinessSubmitted
  | BusinessImported
  | BusinessEdited
  | BusinessApproved
  | BusinessRejected
  | DecisionWithdrawn
  | BusinessDeleted
  | BusinessRestored
  | OwnerErased;

export const businessEventTypes = [
  'BusinessSubmitted',
  'BusinessImported',
  'BusinessEdited',
  'BusinessApproved',
  'BusinessRejected',
  'DecisionWithdrawn',
  'BusinessDeleted',
  'BusinessRestored',
  'OwnerErased',
] as const satisfies readonly BusinessEvent['type'][];
