import { rejectionLabels } from '@directory/domain/business/events';
import { keysOf } from '@directory/domain/shared/collections';
import { textOf } from '@directory/domain/shared/unknown';
import { useRef, useState } from 'react';
import type { OwnBusinessResponse, ReasonCode } from '@directory/api/contracts';
import {
  readBody,
  RequestFailed,
  logFailure,
  type ApiRequest,
} from '../../../shared/api/request-json.ts';
import { newCommandKey, useSend, type Send } from '../../../shared/api/use-send.ts';
import { readSaved } from '../../../shared/listing-form/saved-forms.ts';
import { draftKey, removeStored, savedDrafts, writeStored } from '../../../shared/local-storage.ts';
import { useSession } from '../../../shared/session/session.ts';
import { decisions as texts } from '../../../texts/admin-texts.ts';

export type DoneOutcome = {
  readonly kind: 'done';
  readonly text: string;
  /** A command, which the page carries out as it is by then, or a function that undoes several; null where it cannot be undone. */
  readonly undo: ListingCommand | (() => void) | null;
  /** False while the lists are behind. */
  readonly isShown: boolean;
};

type Outcome =
  | DoneOutcome
  | { readonly kind: 'failed'; readonly text: string; readonly retry: ListingCommand | null };

type Dialog =
  | { readonly kind: 'approve' | 'reject' | 'delete'; readonly listing: Subject }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'not-deleted'; readonly message: string };

type FailedRejection = { readonly rejection: Rejection; readonly text: string };

export type Decisions = ReturnType<typeof useDecisions>;

/** Confirms and sends commands on listings. `onSettled` is called, also after a failure, when the listings have to be reloaded. */
export function useDecisions(onSettled: (done: ListingCommand | null) => void) {
  const send = useSend();
  const adminId = useSession()?.user.id ?? '';
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failedRejection, setFailedRejection] = useState<FailedRejection | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  /** The revisions after this page's own commands: until the listings are loaded again, those shown are older. */
  const ownRevisions = useRef(new Map<string, number>());

  /** Replaces the dialog of this listing only: that of another one may hold typed text. */
  const replaceDialogOf = ({ id }: Subject, next: Dialog | null) =>
    setDialog((current) => (isAbout(current, id) ? next : current));

  const rejectionKeyOf = ({ id }: Subject) => rejectionKey(adminId, id);

  const execute = async (asked: ListingCommand) => {
    const wanted = withKey(asked);
    const { kind } = wanted;
    const own = ownRevisions.current.get(wanted.listing.id) ?? 0;
    const listing = { ...wanted.listing, revision: Math.max(wanted.listing.revision, own) };
    const isDeletion = kind === 'delete';
    setBusyId(listing.id);
    setOutcome(null);
    if (kind === 'reject') setFailedRejection(null);
    try {
      const { revision, isShown, isUnchanged } = await sendCommand(send, { ...wanted, listing });
      ownRevisions.current.set(listing.id, revision);
      removeStored(rejectionKeyOf(listing));
      replaceDialogOf(listing, isDeletion ? { kind: 'deleted' } : null);
      setOutcome({
        kind: 'done',
        text: (isUnchanged ? texts.unchanged : texts.done[kind])(listing.businessName),
        undo: isUnchanged ? null : undoOf({ ...wanted, listing }),
        isShown,
      });
      onSettled(wanted);
    } catch (error) {
      logFailure(`${kind} of ${listing.id} failed`, error);
      const message = messageOf(error);
      if (isDeletion) {
        replaceDialogOf(listing, { kind: 'not-deleted', message });
      } else {
        const text = `${texts.failed[kind](listing.businessName)} ${message}`.trim();
        if (kind === 'reject') {
          setFailedRejection({ rejection: wanted, text });
        } else {
          replaceDialogOf(listing, null);
          setOutcome({ kind: 'failed', text, retry: canRetry(error) ? wanted : null });
        }
      }
      onSettled(null);
    } finally {
      setBusyId(null);
    }
  };

  return {
    dialog,
    /** The outcome of the last command. */
    outcome,
    /** The last rejection, if it failed: its dialog stays open, and has the same reason when it is opened again. */
    failedRejection,
    /** The key under which this device stores a rejection that is not sent yet. */
    rejectionKeyOf,
    /** The listing whose command is being sent. */
    busyId,
    isBusy: busyId !== null,
    /** Does nothing while a command on this listing is being sent. */
    confirm: (kind: 'approve' | 'reject' | 'delete', listing: Subject) => {
      if (busyId !== listing.id) setDialog({ kind, listing });
    },
    /** Does nothing while the command of the dialog is being sent. */
    close: () => {
      if (!isAbout(dialog, busyId)) setDialog(null);
    },
    run: (wanted: ListingCommand) => void execute(wanted),
    /** Undoes the last command; does nothing where it cannot be undone. */
    undo: () => {
      const undo = outcome?.kind === 'done' ? outcome.undo : null;
      if (typeof undo === 'function') undo();
      else if (undo) void execute(undo);
    },
    showOutcome: setOutcome,
  };
}

/** The message of the server; empty when there is none. */
export function messageOf(error: unknown): string {
  return error instanceof RequestFailed ? error.message : '';
}

function isAbout(dialog: Dialog | null, id: string | null): boolean {
  return dialog !== null && 'listing' in dialog && dialog.listing.id === id;
}

/** Whether a retry may succeed: after a refusal by the rules the answer would be the same. */
function canRetry(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) return false;
  return error.status === null || error.status === 429 || error.status >= 500;
}

export type Subject = Pick<OwnBusinessResponse, 'id' | 'businessName' | 'revision'>;

export type RejectionReason = { readonly code: ReasonCode; readonly text: string };

export type RejectionDraft = { readonly code: ReasonCode | null; readonly text: string };

export type ListingCommand = {
  readonly listing: Subject;
  /** The idempotency key, made when the command is first sent; a retry sends the same one. */
  readonly key?: string;
} & (
  | { readonly kind: 'approve' | 'withdraw' | 'delete' | 'restore' }
  | { readonly kind: 'reject'; readonly reason: RejectionReason }
  /** `version` is the revision whose fields come back. */
  | { readonly kind: 'restoreVersion'; readonly version: number }
);

type Rejection = Extract<ListingCommand, { kind: 'reject' }>;

export type KeyedCommand = ListingCommand & { readonly key: string };

export function withKey(command: ListingCommand): KeyedCommand {
  return { key: newCommandKey(), ...command };
}

/** @throws RequestFailed */
export function sendCommand(send: Send, wanted: KeyedCommand) {
  const { path, request } = requestOf(wanted);
  return send(path, request, async (response) => {
    const answer = await readBody<Pick<Subject, 'revision'> | null>(response);
    return {
      revision: answer?.revision ?? wanted.listing.revision + 1,
      isShown: !response.headers.has('X-Stale'),
      isUnchanged: response.headers.has('X-Unchanged'),
    };
  });
}

/** Carries the revision that the admin saw; the server refuses the command when it is not the latest. */
export function requestOf(command: KeyedCommand) {
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

/** The command that undoes this one, and nothing that came after it. Null for a restoration and for an undo. */
export function undoOf({ kind, listing }: ListingCommand): ListingCommand | null {
  // A command is carried out at the revision that it carries, and appends one event.
  const after = { ...listing, revision: listing.revision + 1 };
  if (kind === 'approve' || kind === 'reject') return { kind: 'withdraw', listing: after };
  return kind === 'delete' ? { kind: 'restore', listing: after } : null;
}

/** The key under which this device stores an admin's rejection that is not sent yet, of a listing or of `selectedListings`. */
export function rejectionKey(adminId: string, subject: string): string {
  return draftKey(adminId, `${subject}:rejection`);
}

/** Stands for an id in the key of the rejection of the selected listings. */
export const selectedListings = 'selected';

export function savedRejections(adminId: string): readonly string[] {
  return savedDrafts(adminId).filter((key) => key.endsWith(':rejection'));
}

/** Reads a stored rejection; null for none, and once it is older than 30 days. */
export function readRejection(key: string): RejectionDraft | null {
  const saved = readSaved(key, new Date());
  if (saved === null) return null;
  const { code, text } = saved;
  return { code: reasonCodes.find((known) => known === code) ?? null, text: textOf(text) };
}

/** Stores a rejection until it is sent or cancelled, even if the session expires or the page is reloaded. */
export function saveRejection(key: string, draft: RejectionDraft): void {
  writeStored(key, JSON.stringify({ ...draft, savedAt: new Date().toISOString() }));
}

export const reasonCodes = keysOf(rejectionLabels);
