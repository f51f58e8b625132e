import type { OwnBusinessResponse, RelatedListingsResponse } from '@directory/api/contracts';
import { useEffect, useState } from 'react';
import { RequestFailed, logFailure } from '../../../shared/api/request-json.ts';
import { useSend, type Send } from '../../../shared/api/use-send.ts';
import { removeStored } from '../../../shared/local-storage.ts';
import { useSession } from '../../../shared/session/session.ts';
import { ConfirmDialog, type ConfirmDialogProps, DialogButton } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { decisions } from '../../../texts/admin-texts.ts';
import { review } from '../../../texts/admin-review-texts.ts';
import {
  rejectionKey,
  messageOf,
  selectedListings,
  sendCommand,
  undoOf,
  withKey,
  type DoneOutcome,
  type KeyedCommand,
  type ListingCommand,
  type RejectionReason,
} from '../decisions/use-decisions.ts';
import { RejectDialog } from '../decisions/decision-dialogs.tsx';
import styles from './review.module.css';
import { businesses, number } from '../../../texts/count.ts';

type BulkBarProps = {
  readonly selected: readonly OwnBusinessResponse[];
  /** Called when decisions are sent: the outcome of the last ones, with its Undo, no longer holds. */
  readonly onStart: () => void;
  /** `decided` is absent after Undo. */
  readonly onDone: (outcome: DoneOutcome, decided?: BulkDecision) => void;
};

/** The ids of listings; those that somebody changed in the meantime are in neither list. */
type BulkDecision = {
  readonly succeeded: readonly string[];
  /** They still can be decided on alike, as after an outage. */
  readonly failed: readonly string[];
};

/** Approves the selected listings with one confirmation, or rejects them for one reason. There is no bulk deletion. */
export function BulkBar({ selected, onStart, onDone }: BulkBarProps) {
  /** The reason of the last rejections, if some of them failed. */
  const [draft, setDraft] = useState<RejectionReason>();
  const adminId = useSession()?.user.id ?? '';
  const { progress, decide } = useBulkDecision(adminId, onStart, onDone);
  const storageKey = rejectionKey(adminId, selectedListings);
  const isBusy = progress !== null;
  const progressLine = (
    <p role="status">{progress && `${progress.done} of ${progress.all} done…`}</p>
  );
  if (selected.length === 0) return progressLine;
  return (
    <div className={`${ui.row} ${styles.bulk}`}>
      <DialogButton
        className={ui.button}
        disabled={isBusy}
        dialog={(close) => (
          <ApproveDialog
            selected={selected}
            isBusy={isBusy}
            onCancel={() => isBusy || close()}
            onConfirm={() => void decide(selected, null).then(close)}
          >
            {progressLine}
          </ApproveDialog>
        )}
      >
        Approve selected
      </DialogButton>
      <DialogButton
        disabled={isBusy}
        dialog={(close) => (
          <RejectDialog
            title={`Reject ${businesses(selected.length)}`}
            busy={isBusy}
            draft={draft}
            storageKey={storageKey}
            onCancel={() => isBusy || close()}
            onReject={(reason) =>
              void decide(selected, reason).then((hasFailed) => {
                setDraft(hasFailed ? reason : undefined);
                if (!hasFailed) removeStored(storageKey);
                close();
              })
            }
          >
            {progressLine}
          </RejectDialog>
        )}
      >
        Reject selected
      </DialogButton>
    </div>
  );
}

type ApproveDialogProps = Pick<BulkBarProps, 'selected'> &
  Pick<ConfirmDialogProps, 'onCancel' | 'onConfirm' | 'children'> & { readonly isBusy: boolean };

/** Names the possible duplicates among what is approved, and waits until they are known. */
function ApproveDialog({ selected, isBusy, children, ...on }: ApproveDialogProps) {
  const duplicates = usePossibleDuplicates(selected);
  return (
    <ConfirmDialog
      title={`Approve ${businesses(selected.length)}?`}
      confirm={decisions.approve}
      busy={isBusy || duplicates === undefined}
      {...on}
    >
      <p>
        {selected.length === 1 ? 'It' : 'They'} will go live immediately. Listings that changed
        since you loaded the queue are skipped.
      </p>
      <p role="status">
        {duplicates === undefined && 'Looking for possible duplicates…'}
        {duplicates === null && review.relatedFailed}
        {duplicates &&
          duplicates.length > 0 &&
          `Possible duplicates: ${duplicates.join(', ')}. Cancel to compare them first.`}
      </p>
      {children}
    </ConfirmDialog>
  );
}

/** The names of the listings that may be duplicates; undefined until all are known, and null after a failure. */
function usePossibleDuplicates(selected: readonly OwnBusinessResponse[]) {
  const send = useSend();
  const [listings] = useState(selected);
  const [names, setNames] = useState<readonly string[] | null>();
  useEffect(() => {
    const leaving = new AbortController();
    const find = async () => {
      const found: string[] = [];
      for (const { id, businessName } of listings) {
        const path = `/api/businesses/${id}/related`;
        const { duplicates } = await send<RelatedListingsResponse>(path, {
          signal: leaving.signal,
        });
        if (duplicates.length > 0) found.push(businessName);
      }
      setNames(found);
    };
    find().catch((error: unknown) => {
      if (leaving.signal.aborted) return;
      logFailure('the duplicates of the selected listings are unknown', error);
      setNames(null);
    });
    return () => leaving.abort();
  }, [listings, send]);
  return names;
}

/** Sends one decision after the other. A null reason is an approval. */
function useBulkDecision(adminId: string, onStart: () => void, onDone: BulkBarProps['onDone']) {
  const send = useSend();
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);

  const runAll = async (commands: readonly ListingCommand[]) => {
    onStart();
    const failures: Failure[] = [];
    const succeeded: ListingCommand[] = [];
    let areShown = true;
    for (const [done, wanted] of commands.entries()) {
      setProgress({ done, all: commands.length });
      // While the server cannot be reached, the others are not sent either.
      const lost = failures.find(({ status }) => status === null);
      const result = lost ?? (await sendWithRetry(send, withKey(wanted)));
      if ('message' in result) {
        failures.push({ ...result, id: wanted.listing.id });
      } else {
        succeeded.push(wanted);
        removeStored(rejectionKey(adminId, wanted.listing.id));
        areShown &&= result.isShown;
      }
    }
    setProgress(null);
    const failed = failures.filter((failure) => !hasChanged(failure)).map(({ id }) => id);
    return { succeeded, failed, notes: failureTexts(failures), isShown: areShown };
  };

  const undo = async (decided: readonly ListingCommand[]) => {
    const undone = await runAll(decided.flatMap((one) => undoOf(one) ?? []));
    const { succeeded, notes, isShown } = undone;
    const text = [`${businesses(succeeded.length)} waiting for review again`, ...notes].join(', ');
    onDone({ kind: 'done', text, undo: null, isShown });
  };

  /** Decides on the listings. Returns whether one of the decisions failed. */
  const decide = async (
    listings: readonly OwnBusinessResponse[],
    reason: RejectionReason | null,
  ) => {
    const { succeeded, failed, notes, isShown } = await runAll(
      listings.map((listing) =>
        reason ? { kind: 'reject', listing, reason } : { kind: 'approve', listing },
      ),
    );
    const result = `${number.format(succeeded.length)} ${reason ? 'rejected' : 'approved'}`;
    const text = [result, ...notes].join(', ');
    const undoAll = succeeded.length > 0 ? () => void undo(succeeded) : null;
    const ids = succeeded.map(({ listing }) => listing.id);
    onDone({ kind: 'done', text, undo: undoAll, isShown }, { succeeded: ids, failed });
    return notes.length > 0;
  };

  return { progress, decide };
}

type Refusal = { readonly status: number | null | undefined; readonly message: string };

type Failure = Refusal & { readonly id: string };

/** Whether somebody changed the listing in the meantime. */
function hasChanged({ status }: Failure): boolean {
  return status === 409 || status === 404;
}

/** Says what failed. Listings that somebody changed in the meantime are counted as skipped. */
function failureTexts(failures: readonly Failure[]): string[] {
  const changed = failures.filter(hasChanged);
  const failed = failures.filter((failure) => !changed.includes(failure));
  const messages = [...new Set(failed.map(({ message }) => message))].join(' ');
  return [
    changed.length > 0 && `${number.format(changed.length)} skipped (changed in the meantime)`,
    failed.length > 0 &&
      [`${number.format(failed.length)} failed`, messages].filter(Boolean).join(': '),
  ].filter((text) => text !== false);
}

const retryDelayMs = 10_000;

/**
 * Sends a decision, and again after a 429, as many at once may exceed the rate limit, and after a lost response, as the decision may
 * have been made.
 */
async function sendWithRetry(
  send: Send,
  wanted: KeyedCommand,
  retries = 0,
): Promise<Refusal | Pick<DoneOutcome, 'isShown'>> {
  try {
    const { isShown, isUnchanged } = await sendCommand(send, wanted);
    return isUnchanged ? { status: 409, message: '' } : { isShown };
  } catch (error) {
    logFailure(`${wanted.kind} of ${wanted.listing.id} failed`, error);
    const status = error instanceof RequestFailed ? error.status : undefined;
    const maxRetries = status === 429 ? 7 : status === null ? 1 : 0;
    if (retries >= maxRetries) return { status, message: messageOf(error) };
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    return sendWithRetry(send, wanted, retries + 1);
  }
}
