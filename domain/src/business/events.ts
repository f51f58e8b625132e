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
  readonly data: Subject & { readonly changes: DetailChanges };
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

export type BusinessEvent =
  | BusinessSubmitted
  | BusinessImported
  | BusinessEdited
  | BusinessApproved
  | BusinessRejected
  | DecisionWithdrawn
  | BusinessDeleted
  | BusinessRestored;

export const businessEventTypes = [
  'BusinessSubmitted',
  'BusinessImported',
  'BusinessEdited',
  'BusinessApproved',
  'BusinessRejected',
  'DecisionWithdrawn',
  'BusinessDeleted',
  'BusinessRestored',
] as const satisfies readonly BusinessEvent['type'][];
