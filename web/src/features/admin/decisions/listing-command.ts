import type { OwnBusinessResponse, RejectionCode } from '@directory/api/contracts';
import { newCommandKey } from '../../../shared/api/use-send.ts';
import type { ApiRequest } from '../../../shared/api/request-json.ts';

export type Subject = Pick<OwnBusinessResponse, 'id' | 'businessName' | 'revision'>;

export type RejectionReason = { readonly code: RejectionCode; readonly text: string };

type SimpleKind = 'approve' | 'withdraw' | 'delete' | 'restore';

export type ListingCommand = {
  readonly listing: Subject;
  /** The idempotency key; a retry sends the same one. */
  readonly key: string;
} & ({ readonly kind: SimpleKind } | { readonly kind: 'reject'; readonly reason: RejectionReason });

export function command(kind: SimpleKind, listing: Subject): ListingCommand {
  return { kind, listing, key: newCommandKey() };
}

export function rejection(listing: Subject, reason: RejectionReason): ListingCommand {
  return { kind: 'reject', listing, reason, key: newCommandKey() };
}

export type CommandRequest = { readonly path: string; readonly request: Omit<ApiRequest, 'token'> };

/** Decisions carry the revision that the admin saw; the server refuses them when it is not the latest. */
export function requestOf(command: ListingCommand): CommandRequest {
  const { kind, listing, key: idempotencyKey } = command;
  const { revision } = listing;
  const path = `/api/businesses/${listing.id}`;
  switch (kind) {
    case 'approve': {
      const body = { status: 'approved', revision };
      return { path, request: { method: 'PUT', body, idempotencyKey } };
    }
    case 'reject': {
      const body = { status: 'rejected', reason: command.reason, revision };
      return { path, request: { method: 'PUT', body, idempotencyKey } };
    }
    case 'delete':
      return { path, request: { method: 'DELETE', idempotencyKey } };
    case 'restore':
      return { path: `${path}/restoration`, request: { method: 'POST', idempotencyKey } };
    case 'withdraw':
      return { path: `${path}/decision-withdrawal`, request: { method: 'POST', idempotencyKey } };
  }
}
