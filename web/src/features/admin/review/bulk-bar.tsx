import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { RequestFailed } from '../../../shared/api/request-json.ts';
import { useSend, type Send } from '../../../shared/api/use-send.ts';
import { logFailure } from '../../../shared/log-failure.ts';
import { ConfirmDialog } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { adminTexts } from '../../../texts/admin-texts.ts';
import {
  command,
  rejection,
  requestOf,
  type ListingCommand,
  type RejectionReason,
} from '../decisions/listing-command.ts';
import { RejectDialog } from '../decisions/reject-dialog.tsx';
import { messageOf } from '../decisions/use-decisions.ts';
import styles from './review.module.css';

const { common, decisions, review } = adminTexts;

type BulkBarProps = {
  readonly selected: readonly OwnBusinessResponse[];
  /** Gets a sentence about the outcome. */
  readonly onDone: (text: string) => void;
};

/** Approves the selected listings with one confirmation, or rejects them for one reason. There is no bulk deletion. */
export function BulkBar({ selected, onDone }: BulkBarProps) {
  const [dialog, setDialog] = useState<'approve' | 'reject' | null>(null);
  const { progress, decide } = useBulkDecision((text) => {
    setDialog(null);
    onDone(text);
  });
  const isBusy = progress !== null;
  const close = () => {
    if (!isBusy) setDialog(null);
  };
  if (selected.length === 0) return null;
  return (
    <div className={`${ui.row} ${styles.bulk}`}>
      <button
        type="button"
        className={ui.button}
        onClick={() => {
          setDialog('approve');
        }}
      >
        {review.bulkApprove}
      </button>
      <button
        type="button"
        className={ui.quiet}
        onClick={() => {
          setDialog('reject');
        }}
      >
        {review.bulkReject}
      </button>
      {dialog === 'approve' && (
        <ConfirmDialog
          title={review.bulkApproveTitle(selected.length)}
          cancel={common.cancel}
          confirm={decisions.approve}
          busy={isBusy}
          onCancel={close}
          onConfirm={() => void decide(selected, null)}
        >
          <p>{review.bulkApproveText}</p>
          <p role="status">{progress && review.bulkProgress(progress.done, progress.all)}</p>
        </ConfirmDialog>
      )}
      {dialog === 'reject' && (
        <RejectDialog
          title={review.bulkRejectTitle(selected.length)}
          busy={isBusy}
          onCancel={close}
          onReject={(reason) => void decide(selected, reason)}
        />
      )}
    </div>
  );
}

/** Sends one decision after the other. A null reason is an approval. */
function useBulkDecision(onDone: (text: string) => void) {
  const send = useSend();
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);

  const decide = async (
    listings: readonly OwnBusinessResponse[],
    reason: RejectionReason | null,
  ) => {
    const failures: Failure[] = [];
    for (const [done, listing] of listings.entries()) {
      setProgress({ done, all: listings.length });
      const wanted = reason ? rejection(listing, reason) : command('approve', listing);
      const failure = await sendWithRetry(send, wanted);
      if (failure !== null) failures.push(failure);
    }
    setProgress(null);
    const succeeded = listings.length - failures.length;
    const result = reason ? review.bulkRejected(succeeded) : review.bulkApproved(succeeded);
    onDone([result, ...failureTexts(failures)].join(', '));
  };

  return { progress, decide };
}

type Failure = { readonly hasChanged: boolean; readonly message: string };

/** A listing that its owner or another admin changed in the meantime is skipped, not failed. */
function failureTexts(failures: readonly Failure[]): string[] {
  const changed = failures.filter(({ hasChanged }) => hasChanged);
  const failed = failures.filter(({ hasChanged }) => !hasChanged);
  const messages = [...new Set(failed.map(({ message }) => message))].join(' ');
  return [
    changed.length > 0 ? review.bulkChanged(changed.length) : '',
    failed.length > 0 ? review.bulkFailed(failed.length, messages) : '',
  ].filter(Boolean);
}

const retryDelayMs = 10_000;
const maxRetries = 7;

/** Null on success. Many decisions at once may exceed the rate limit, so a 429 is retried. */
async function sendWithRetry(
  send: Send,
  wanted: ListingCommand,
  retries = 0,
): Promise<Failure | null> {
  const { path, request } = requestOf(wanted);
  try {
    await send(path, request);
    return null;
  } catch (error) {
    logFailure(`${wanted.kind} of ${wanted.listing.id} failed`, error);
    const status = error instanceof RequestFailed ? error.status : null;
    if (status !== 429 || retries === maxRetries)
      return { hasChanged: status === 409 || status === 404, message: messageOf(error) };
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    return sendWithRetry(send, wanted, retries + 1);
  }
}
