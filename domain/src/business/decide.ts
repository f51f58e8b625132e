import { Rejection } from '../shared/rejection.ts';
import type { ErasedListings } from '../personal-data/owner-keys.ts';
import type { BusinessId, BusinessEvent, Decision, RejectionReason } from './events.ts';
import {
  detailsOf,
  evolve,
  isListed,
  noBusiness,
  type Business,
  type ListedBusiness,
} from './business.ts';
import {
  changedFields,
  conflictingFields,
  requireComplete,
  requireConsistent,
  requireNothingCleared,
  type BusinessDetails,
  type DetailChanges,
} from './details.ts';
import { remainingDetails } from './personal-fields.ts';

/** What commands about a listing say, by their type. */
export type BusinessCommandData = {
  readonly SubmitBusiness: { readonly ownerId: string; readonly details: BusinessDetails };
  readonly ImportBusiness: {
    readonly ownerId: string | null;
    readonly details: BusinessDetails;
    readonly source: string;
    readonly licence: string;
    /** Makes the listing public at once: the operator who imports has judged the source as a whole. */
    readonly publish: boolean;
  };
  readonly EditBusiness: {
    /** The owner who edits, and who may have been erased since the request began. */
    readonly ownerId: string;
    /** Fields that still have the values that the person saw count as unchanged. */
    readonly changes: DetailChanges;
  };
  /** An admin's edit of open data that nobody owns: what is public stays public. */
  readonly CorrectBusiness: { readonly changes: DetailChanges };
  /** An edit that sets the fields back to what they were at revision `version`. */
  readonly RestoreVersion: {
    /** The owner when the details were read. */
    readonly ownerId: string | null;
    readonly version: number;
    readonly details: BusinessDetails;
    /** Whether to approve it at once, without another review. */
    readonly approve: boolean;
  };
  readonly ApproveBusiness: object;
  readonly RejectBusiness: { readonly reason: RejectionReason | null };
  readonly WithdrawDecision: object;
  readonly DeleteBusiness: object;
  readonly RestoreBusiness: object;
  /** For each listing of an owner whose account is erased. */
  readonly EraseOwner: { readonly ownerId: string; readonly listings: ErasedListings };
};

export type BusinessCommand<Type extends keyof BusinessCommandData = keyof BusinessCommandData> = {
  readonly [Each in Type]: {
    readonly type: Each;
    readonly businessId: BusinessId;
  } & BusinessCommandData[Each];
}[Type];

/** The rules of a listing: pure and synchronous; the caller supplies time and ids. */
export const businessDecider = { initial: noBusiness, decide, evolve };

/** `seen` is the state that the person saw. */
function decide(
  command: BusinessCommand,
  business: Business,
  seen: Business = business,
): readonly BusinessEvent[] {
  switch (command.type) {
    case 'SubmitBusiness':
      return submit(command, business);
    case 'ImportBusiness':
      return importFromOpenData(command, business);
    case 'EditBusiness':
      return editOwn(command, requireListed(business), seen);
    case 'CorrectBusiness':
      return correct(command, requireListed(business), seen);
    case 'RestoreVersion':
      return restoreVersion(command, requireListed(business), seen);
    case 'ApproveBusiness':
      return approve(requireListed(business));
    case 'RejectBusiness':
      return reject(command, requireListed(business));
    case 'WithdrawDecision':
      return withdraw(requireListed(business));
    case 'DeleteBusiness':
      return [{ type: 'BusinessDeleted', data: subjectOf(requireListed(business)) }];
    case 'RestoreBusiness':
      return restore(business);
    case 'EraseOwner':
      return eraseOwner(command, business);
  }
}

function submit(
  command: BusinessCommand<'SubmitBusiness'>,
  business: Business,
): readonly BusinessEvent[] {
  requireNew(business);
  requireConsistent(command.details);
  requireComplete(command.details);
  const { businessId, ownerId, details } = command;
  return [{ type: 'BusinessSubmitted', data: { businessId, ownerId, details } }];
}

function importFromOpenData(
  command: BusinessCommand<'ImportBusiness'>,
  business: Business,
): readonly BusinessEvent[] {
  requireNew(business);
  requireConsistent(command.details);
  const { businessId, ownerId, details, source, licence, publish } = command;
  const subject = { businessId, ownerId };
  const imported: BusinessEvent = {
    type: 'BusinessImported',
    data: { ...subject, details, source, licence },
  };
  return publish ? [imported, { type: 'BusinessApproved', data: subject }] : [imported];
}

/** Refuses an owner who was erased meanwhile: without an owner the edit would be stored in the clear, and could never be erased. */
function editOwn(
  { ownerId, changes }: BusinessCommand<'EditBusiness'>,
  business: ListedBusiness,
  seen: Business,
): readonly BusinessEvent[] {
  if (business.ownerId !== ownerId) throw new Rejection('business-not-found');
  return edit(changes, business, seen);
}

function edit(
  wanted: DetailChanges,
  business: ListedBusiness,
  seen: Business,
): readonly BusinessEvent[] {
  const changes = mergedChanges(wanted, business, seen);
  if (!hasChanges(changes)) return [];
  const after = { ...business.details, ...changes };
  requireNothingCleared(business.details, after);
  requireConsistent(after);
  return [{ type: 'BusinessEdited', data: { ...subjectOf(business), changes } }];
}

/** The changes that the person made to the version that they saw; refused when others set the same fields to something else since. */
function mergedChanges(
  wanted: DetailChanges,
  business: ListedBusiness,
  seen: Business,
): DetailChanges {
  const before = detailsOf(seen) ?? business.details;
  const intended = changedFields(before, wanted);
  const conflicting = conflictingFields(before, business.details, intended);
  if (conflicting.length > 0) throw new Rejection('edited-meanwhile', ...conflicting);
  return changedFields(business.details, intended);
}

/**
 * Unlike an edit it may clear a required field that was filled in since. Like a correction it leaves open data public. Where it is to be
 * approved, that is done also if only the approval is missing.
 */
function restoreVersion(
  { ownerId, details, version, approve }: BusinessCommand<'RestoreVersion'>,
  business: ListedBusiness,
  seen: Business,
): readonly BusinessEvent[] {
  if (business.ownerId !== ownerId) throw new Rejection('business-erased');
  const changes = mergedChanges(details, business, seen);
  const unseen = changedFields(detailsOf(seen) ?? business.details, business.details);
  // Nobody would have reviewed what the owner changed since.
  if (approve && ownerId !== null && hasChanges(unseen)) throw new Rejection('wrong-revision');
  const subject = subjectOf(business);
  const approved: BusinessEvent = { type: 'BusinessApproved', data: subject };
  if (!hasChanges(changes)) {
    // The approval that the admin saw may have been withdrawn since.
    const isSeenPending = seen.status === 'pending' && business.status === 'pending';
    return approve && isSeenPending ? [approved] : [];
  }
  requireConsistent({ ...business.details, ...changes });
  const edited: BusinessEvent = {
    type: 'BusinessEdited',
    data: { ...subject, changes, restoredVersion: version },
  };
  const staysPublic = business.ownerId === null && business.status === 'approved';
  return approve || staysPublic ? [edited, approved] : [edited];
}

/** A correction of a public listing approves it again in the same append, as an admin's own edit needs no review. */
function correct(
  { changes }: BusinessCommand<'CorrectBusiness'>,
  business: ListedBusiness,
  seen: Business,
): readonly BusinessEvent[] {
  if (business.ownerId !== null) throw new Rejection('business-has-owner');
  const edited = edit(changes, business, seen);
  if (edited.length === 0 || business.status !== 'approved') return edited;
  return [...edited, { type: 'BusinessApproved', data: subjectOf(business) }];
}

/** Deciding the same twice changes nothing; deciding otherwise needs the first decision withdrawn. */
function isDecided({ status }: ListedBusiness, decision: Decision): boolean {
  if (status !== 'pending' && status !== decision) throw new Rejection('business-already-decided');
  return status === decision;
}

function approve(business: ListedBusiness): readonly BusinessEvent[] {
  if (isDecided(business, 'approved')) return [];
  return [{ type: 'BusinessApproved', data: subjectOf(business) }];
}

function reject(
  { reason }: BusinessCommand<'RejectBusiness'>,
  business: ListedBusiness,
): readonly BusinessEvent[] {
  const { code, text } = business.reason ?? {};
  const isSame = reason === null || (reason.code === code && reason.text === text);
  // The owner has been notified of the other reason.
  if (business.status === 'rejected' && !isSame) throw new Rejection('business-already-decided');
  if (isDecided(business, 'rejected')) return [];
  return [{ type: 'BusinessRejected', data: { ...subjectOf(business), reason } }];
}

function withdraw(business: ListedBusiness): readonly BusinessEvent[] {
  if (business.status === 'pending') throw new Rejection('no-decision-to-withdraw');
  const data = { ...subjectOf(business), decision: business.status };
  return [{ type: 'DecisionWithdrawn', data }];
}

function restore(business: Business): readonly BusinessEvent[] {
  if (business.status === 'none') throw new Rejection('business-not-found');
  if (business.status === 'erased') throw new Rejection('business-erased');
  if (business.status !== 'deleted') throw new Rejection('business-not-deleted');
  return [{ type: 'BusinessRestored', data: subjectOf(business.before) }];
}

/** Nothing remains of a listing that was deleted before, as it is not public. */
function eraseOwner(
  { businessId, ownerId, listings }: BusinessCommand<'EraseOwner'>,
  business: Business,
): readonly BusinessEvent[] {
  if (business.status === 'none') throw new Rejection('business-not-found');
  if (business.status === 'erased') return [];
  const { details, ownerId: owner } = isListed(business) ? business : business.before;
  if (owner !== ownerId) return [];
  const remaining = isListed(business) && listings === 'keep' ? remainingDetails(details) : null;
  return [{ type: 'OwnerErased', data: { businessId, ownerId, remaining } }];
}

function hasChanges(changes: DetailChanges): boolean {
  return Object.keys(changes).length > 0;
}

function requireNew(business: Business): void {
  if (business.status !== 'none') throw new Rejection('business-already-exists');
}

function requireListed(business: Business): ListedBusiness {
  if (!isListed(business)) throw new Rejection('business-not-found');
  return business;
}

function subjectOf({ businessId, ownerId }: ListedBusiness) {
  return { businessId, ownerId };
}
