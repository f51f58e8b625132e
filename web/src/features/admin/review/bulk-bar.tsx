import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { ConfirmDialog } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import type { RejectionReason } from '../decisions/listing-command.ts';
import { RejectDialog } from '../decisions/reject-dialog.tsx';
import styles from './review-page.module.css';
import { useBulk } from './use-bulk.ts';

type BulkBarProps = {
  readonly chosen: readonly OwnBusinessResponse[];
  readonly onDone: (text: string) => void;
};

/** Approves many with one confirmation, or rejects them for one reason. Nothing is deleted by the dozen. */
export function BulkBar({ chosen, onDone }: BulkBarProps) {
  const { common, review, decisions } = useAdminTexts();
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null);
  const { progress, decide } = useBulk((text) => {
    setAsked(null);
    onDone(text);
  });
  const isBusy = progress !== null;
  const close = () => {
    if (!isBusy) setAsked(null);
  };
  const run = (reason: RejectionReason | null) => void decide(chosen, reason);
  if (chosen.length === 0) return null;
  return (
    <div className={styles.bulk}>
      <button
        type="button"
        className={ui.button}
        onClick={() => {
          setAsked('approve');
        }}
      >
        {review.bulkApprove}
      </button>
      <button
        type="button"
        className={ui.quiet}
        onClick={() => {
          setAsked('reject');
        }}
      >
        {review.bulkReject}
      </button>
      {asked === 'approve' && (
        <ConfirmDialog
          title={review.bulkApproveTitle(chosen.length)}
          cancel={common.cancel}
          confirm={decisions.approve}
          busy={isBusy}
          onCancel={close}
          onConfirm={() => {
            run(null);
          }}
        >
          <p>{review.bulkApproveText}</p>
          <p role="status">{progress && review.bulkWorking(progress.done, progress.all)}</p>
        </ConfirmDialog>
      )}
      {asked === 'reject' && (
        <RejectDialog
          title={review.bulkRejectTitle(chosen.length)}
          busy={isBusy}
          onCancel={close}
          onReject={run}
        />
      )}
    </div>
  );
}
