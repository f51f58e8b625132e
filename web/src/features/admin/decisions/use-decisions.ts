import { useState } from 'react';
import { RequestFailed } from '../../../shared/api/request-json.ts';
import { useSend } from '../../../shared/api/use-send.ts';
import { logFailure } from '../../../shared/log-failure.ts';
import { useAdminTexts, type AdminTexts } from '../../../shared/texts/admin-texts.ts';
import { command, requestOf, type ListingCommand, type Subject } from './listing-command.ts';

/** What came of the last thing that was done. */
type Outcome =
  | { readonly kind: 'done'; readonly text: string; readonly undo: ListingCommand | null }
  | { readonly kind: 'failed'; readonly text: string; readonly retry: ListingCommand | null };

type Asked =
  | { readonly kind: 'approve' | 'reject' | 'delete'; readonly listing: Subject }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'not-deleted'; readonly why: string };

export type Decisions = {
  /** The dialog that is open. */
  readonly asked: Asked | null;
  readonly outcome: Outcome | null;
  /** The listing with which something is being done. */
  readonly busyId: string | null;
  readonly ask: (kind: 'approve' | 'reject' | 'delete', listing: Subject) => void;
  /** Not while what was confirmed is under way. */
  readonly close: () => void;
  readonly run: (command: ListingCommand) => void;
  readonly tell: (outcome: Outcome | null) => void;
};

/** Asks, does and tells. `onSettled` is called when the listings are to be loaded again, also after a refusal. */
export function useDecisions(onSettled: (done: ListingCommand | null) => void): Decisions {
  const texts = useAdminTexts();
  const send = useSend();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);

  /** Another listing's dialog, in which something may be typed, stays. */
  const replaceDialogOf = ({ id }: Subject, next: Asked | null) => {
    setAsked((now) => (isAbout(now, id) ? next : now));
  };

  const carryOut = async (wanted: ListingCommand) => {
    setBusyId(wanted.listing.id);
    setOutcome(null);
    const { path, request } = requestOf(wanted);
    try {
      await send(path, request);
      replaceDialogOf(wanted.listing, wanted.kind === 'delete' ? { kind: 'deleted' } : null);
      setOutcome(doneOutcome(wanted, texts));
      onSettled(wanted);
    } catch (error) {
      logFailure(`${wanted.kind} of ${wanted.listing.id} failed`, error);
      const isDeletion = wanted.kind === 'delete';
      const next: Asked | null = isDeletion ? { kind: 'not-deleted', why: messageOf(error) } : null;
      replaceDialogOf(wanted.listing, next);
      if (!isDeletion) setOutcome(failedOutcome(wanted, error, texts));
      onSettled(null);
    } finally {
      setBusyId(null);
    }
  };

  return {
    asked,
    outcome,
    busyId,
    ask: (kind, listing) => {
      setAsked({ kind, listing });
    },
    close: () => {
      if (!isAbout(asked, busyId)) setAsked(null);
    },
    run: (wanted) => void carryOut(wanted),
    tell: setOutcome,
  };
}

function isAbout(asked: Asked | null, id: string | null): boolean {
  return asked !== null && 'listing' in asked && asked.listing.id === id;
}

function doneOutcome({ kind, listing }: ListingCommand, { decisions }: AdminTexts): Outcome {
  const text = {
    approve: decisions.approved,
    reject: decisions.rejected,
    withdraw: decisions.withdrawn,
    delete: decisions.deleted,
    restore: decisions.restored,
  }[kind](listing.businessName);
  return { kind: 'done', text, undo: undoOf(kind, listing) };
}

function undoOf(kind: ListingCommand['kind'], listing: Subject): ListingCommand | null {
  if (kind === 'approve' || kind === 'reject') return command('withdraw', listing);
  return kind === 'delete' ? command('restore', listing) : null;
}

function failedOutcome(wanted: ListingCommand, error: unknown, { decisions }: AdminTexts): Outcome {
  const text = {
    approve: decisions.approveFailed,
    reject: decisions.rejectFailed,
    withdraw: decisions.withdrawFailed,
    delete: decisions.restoreFailed,
    restore: decisions.restoreFailed,
  }[wanted.kind](wanted.listing.businessName);
  const retry = mayWorkLater(error) ? wanted : null;
  return { kind: 'failed', text: `${text} ${messageOf(error)}`.trim(), retry };
}

export function messageOf(error: unknown): string {
  return error instanceof RequestFailed ? error.message : '';
}

/** A refusal stays a refusal, however often one asks. */
function mayWorkLater(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) return false;
  return error.status === null || error.status === 429 || error.status >= 500;
}
