import type { OwnBusinessResponse, RejectionCode } from '@directory/api/contracts';
import { newCommandKey } from '../../../shared/api/use-send.ts';
import type { ApiRequest } from '../../../shared/api/request-json.ts';

/** What is known of a listing when something is done with it. */
export type Subject = Pick<OwnBusinessResponse, 'id' | 'businessName' | 'revision'>;

export type RejectionReason = { readonly code: RejectionCode; readonly text: string };

type Targeted = {
  readonly listing: Subject;
  /** Stays the same when it is tried again. */
  readonly key: string;
};

export type ListingCommand = Targeted &
  (
    | { readonly kind: 'approve' | 'withdraw' | 'delete' | 'restore' }
    | { readonly kind: 'reject'; readonly reason: RejectionReason }
  );

export function command(
  kind: 'approve' | 'withdraw' | 'delete' | 'restore',
  listing: Subject,
): ListingCommand {
  return { kind, listing, key: newCommandKey() };
}

export function rejection(listing: Subject, reason: RejectionReason): ListingCommand {
  return { kind: 'reject', listing, reason, key: newCommandKey() };
}

export type CommandRequest = { readonly path: string; readonly request: Omit<ApiRequest, 'token'> };

/** The call that carries it out. Decisions name the revision that was seen, and are refused when it is not the last any more. */
export function requestOf(command: ListingCommand): CommandRequest {
  const { kind, listing, key } = command;
  const path = `/api/businesses/${listing.id}`;
  const idempotencyKey = key;
  switch (kind) {
    case 'approve':
      return decision(command, { status: 'approved' });
    case 'reject':
      return decision(command, { status: 'rejected', reason: command.reason });
    case 'delete':
      return { path, request: { method: 'DELETE', idempotencyKey } };
    case 'restore':
      return { path: `${path}/restoration`, request: { method: 'POST', idempotencyKey } };
    case 'withdraw':
      return { path: `${path}/decision-withdrawal`, request: { method: 'POST', idempotencyKey } };
  }
}

function decision({ listing, key }: ListingCommand, what: object): CommandRequest {
  return {
    path: `/api/businesses/${listing.id}`,
    request: {
      method: 'PUT',
      body: { ...what, revision: listing.revision },
      idempotencyKey: key,
    },
  };
}
