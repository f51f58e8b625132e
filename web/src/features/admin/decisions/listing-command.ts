import type { OwnBusinessResponse, ReasonCode } from '@directory/api/contracts';
import { newCommandKey } from '../../../shared/api/use-send.ts';
import type { ApiRequest } from '../../../shared/api/request-json.ts';

export type Subject = Pick<OwnBusinessResponse, 'id' | 'businessName' | 'revision'>;

export type RejectionReason = { readonly code: ReasonCode; readonly text: string };

type SimpleKind = 'approve' | 'withdraw' | 'delete' | 'restore';

export type ListingCommand = {
  readonly listing: Subject;
  /** The idempotency key; a retry sends the same one. */
  readonly key: string;
} & (
  | { readonly kind: SimpleKind }
  | { readonly kind: 'reject'; readonly reason: RejectionReason }
  | { readonly kind: 'restoreVersion'; readonly version: number }
);

export function command(kind: SimpleKind, listing: Subject): ListingCommand {
  return { kind, listing, key: newCommandKey() };
}

export function rejection(listing: Subject, reason: RejectionReason): ListingCommand {
  return { kind: 'reject', listing, reason, key: newCommandKey() };
}

/** `version` is the revision whose fields come back. */
export function versionRestoration(listing: Subject, version: number): ListingCommand {
  return { kind: 'restoreVersion', listing, version, key: newCommandKey() };
}

export type CommandRequest = { readonly path: string; readonly request: Omit<ApiRequest, 'token'> };

/** Carries the revision that the admin saw; the server refuses the command when it is not the latest. */
export function requestOf(command: ListingCommand): CommandRequest {
  const { below = '', ...request } = callOf(command);
  const { listing, key: idempotencyKey } = command;
  const path = `/api/businesses/${listing.id}${below}?revision=${listing.revision}`;
  return { path, request: { ...request, idempotencyKey } };
}

function callOf(command: ListingCommand): Pick<ApiRequest, 'method' | 'body'> & { below?: string } {
  switch (command.kind) {
    case 'approve':
      return { method: 'PUT', body: { status: 'approved' } };
    case 'reject':
      return { method: 'PUT', body: { status: 'rejected', reason: command.reason } };
    case 'delete':
      return { method: 'DELETE' };
    case 'restore':
      return { method: 'POST', below: '/restoration' };
    case 'restoreVersion':
      return { method: 'POST', below: `/versions/${command.version}/restoration` };
    case 'withdraw':
      return { method: 'POST', below: '/decision-withdrawal' };
  }
}

/** Of a command that was carried out, and of nothing that came after it. Null for a restoration and for an undo. */
export function undoOf({ kind, listing }: ListingCommand): ListingCommand | null {
  // A command is carried out at the revision that it carries, and appends one event.
  const after = { ...listing, revision: listing.revision + 1 };
  if (kind === 'approve' || kind === 'reject') return command('withdraw', after);
  return kind === 'delete' ? command('restore', after) : null;
}
