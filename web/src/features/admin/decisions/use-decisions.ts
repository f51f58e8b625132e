import { useRef, useState } from 'react';
import { RequestFailed, logFailure } from '../../../shared/api/request-json.ts';
import { useSend } from '../../../shared/api/use-send.ts';
import { adminTexts } from '../../../texts/admin-texts.ts';
import { requestOf, undoOf, type ListingCommand, type Subject } from './listing-command.ts';

const { decisions: texts } = adminTexts;

type Outcome =
  | {
      readonly kind: 'done';
      readonly text: string;
      /** A command, or what undoes several. */
      readonly undo: ListingCommand | (() => void) | null;
    }
  | { readonly kind: 'failed'; readonly text: string; readonly retry: ListingCommand | null };

type Dialog =
  | { readonly kind: 'approve' | 'reject' | 'delete'; readonly listing: Subject }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'not-deleted'; readonly message: string };

export type Decisions = {
  /** The dialog that is open. */
  readonly dialog: Dialog | null;
  /** Of the last command. */
  readonly outcome: Outcome | null;
  /** The listing whose command is being sent. */
  readonly busyId: string | null;
  readonly confirm: (kind: 'approve' | 'reject' | 'delete', listing: Subject) => void;
  /** Does nothing while the command of the dialog is being sent. */
  readonly close: () => void;
  readonly run: (command: ListingCommand) => void;
  readonly showOutcome: (outcome: Outcome | null) => void;
};

/** Confirms and sends commands on listings. `onSettled` is called, also after a failure, when the listings have to be reloaded. */
export function useDecisions(onSettled: (done: ListingCommand | null) => void): Decisions {
  const send = useSend();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  /** What this page's own commands led to: the listings shown may be older until they are loaded again. */
  const ownRevisions = useRef(new Map<string, number>());

  /** Leaves the dialog of another listing open: it may hold typed text. */
  const replaceDialogOf = ({ id }: Subject, next: Dialog | null) =>
    setDialog((current) => (isAbout(current, id) ? next : current));

  const execute = async (wanted: ListingCommand) => {
    const { kind } = wanted;
    const own = ownRevisions.current.get(wanted.listing.id) ?? 0;
    const listing = { ...wanted.listing, revision: Math.max(wanted.listing.revision, own) };
    const isDeletion = kind === 'delete';
    setBusyId(listing.id);
    setOutcome(null);
    const { path, request } = requestOf({ ...wanted, listing });
    try {
      const answer = await send<Pick<Subject, 'revision'> | null>(path, request);
      ownRevisions.current.set(listing.id, answer?.revision ?? listing.revision + 1);
      replaceDialogOf(listing, isDeletion ? { kind: 'deleted' } : null);
      setOutcome({
        kind: 'done',
        text: doneTexts[kind](listing.businessName),
        undo: undoOf({ ...wanted, listing }),
      });
      onSettled(wanted);
    } catch (error) {
      logFailure(`${kind} of ${listing.id} failed`, error);
      const message = messageOf(error);
      replaceDialogOf(listing, isDeletion ? { kind: 'not-deleted', message } : null);
      if (!isDeletion) {
        const text = `${failedTexts[kind](listing.businessName)} ${message}`.trim();
        setOutcome({ kind: 'failed', text, retry: canRetry(error) ? wanted : null });
      }
      onSettled(null);
    } finally {
      setBusyId(null);
    }
  };

  return {
    dialog,
    outcome,
    busyId,
    confirm: (kind, listing) => setDialog({ kind, listing }),
    close: () => {
      if (!isAbout(dialog, busyId)) setDialog(null);
    },
    run: (wanted) => void execute(wanted),
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

const doneTexts = {
  approve: texts.approved,
  reject: texts.rejected,
  withdraw: texts.withdrawn,
  delete: texts.deleted,
  restore: texts.restored,
  restoreVersion: texts.versionRestored,
};

const failedTexts = {
  approve: texts.approveFailed,
  reject: texts.rejectFailed,
  withdraw: texts.withdrawFailed,
  restore: texts.restoreFailed,
  restoreVersion: texts.restoreVersionFailed,
};

/** Not after a refusal by the rules: the answer would be the same. */
function canRetry(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) return false;
  return error.status === null || error.status === 429 || error.status >= 500;
}
