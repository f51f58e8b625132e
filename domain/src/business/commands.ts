import type { BusinessId } from '../shared/ids.ts';
import type { BusinessDetails, DetailChanges } from './details.ts';
import type { RejectionReason } from './events.ts';

type Target = { readonly businessId: BusinessId };

export type SubmitBusiness = Target & {
  readonly type: 'SubmitBusiness';
  readonly ownerId: string;
  readonly details: BusinessDetails;
};
/** `publish` makes the listing public at once: the operator who imports has judged the source as a whole. */
export type ImportBusiness = Target & {
  readonly type: 'ImportBusiness';
  readonly ownerId: string | null;
  readonly details: BusinessDetails;
  readonly source: string;
  readonly licence: string;
  readonly publish: boolean;
};
export type EditBusiness = Target & {
  readonly type: 'EditBusiness';
  readonly changes: DetailChanges;
};
export type ApproveBusiness = Target & { readonly type: 'ApproveBusiness' };
export type RejectBusiness = Target & {
  readonly type: 'RejectBusiness';
  readonly reason: RejectionReason | null;
};
export type WithdrawDecision = Target & { readonly type: 'WithdrawDecision' };
export type DeleteBusiness = Target & { readonly type: 'DeleteBusiness' };
export type RestoreBusiness = Target & { readonly type: 'RestoreBusiness' };

export type BusinessCommand =
  | SubmitBusiness
  | ImportBusiness
  | EditBusiness
  | ApproveBusiness
  | RejectBusiness
  | WithdrawDecision
  | DeleteBusiness
  | RestoreBusiness;
