import { AlertDialog, ConfirmDialog } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { common, decisions as texts } from '../../../texts/admin-texts.ts';
import styles from './decisions.module.css';
import { RejectDialog } from './reject-dialog.tsx';
import type { Decisions, RejectionReason, Subject } from './use-decisions.ts';
import { QuietButton, TextButton } from '../../../shared/ui/controls.tsx';

type DecisionsProps = { readonly decisions: Decisions };

/** The dialog that is open, if any. */
export function DecisionDialogs({ decisions }: DecisionsProps) {
  const { dialog, busyId, close, run } = decisions;
  const busy = busyId !== null;
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'approve':
      return (
        <ConfirmDialog
          title="Approve this business?"
          confirm={texts.approve}
          busy={busy}
          onCancel={close}
          onConfirm={() => run({ kind: 'approve', listing: dialog.listing })}
        >
          <p>{dialog.listing.businessName} will go live immediately.</p>
        </ConfirmDialog>
      );
    case 'reject':
      return <RejectListing decisions={decisions} listing={dialog.listing} />;
    case 'delete':
      return (
        <ConfirmDialog
          title="Delete business"
          confirm="Delete"
          destructive
          busy={busy}
          onCancel={close}
          onConfirm={() => run({ kind: 'delete', listing: dialog.listing })}
        >
          <p>Are you sure you want to delete this business?</p>
          <p>
            <strong>{dialog.listing.businessName}</strong>
          </p>
          <p>You can restore it under “Deleted businesses”.</p>
        </ConfirmDialog>
      );
    case 'deleted':
      return (
        <AlertDialog title="Deleted" onClose={close}>
          <p>Business deleted successfully!</p>
        </AlertDialog>
      );
    case 'not-deleted':
      return (
        <AlertDialog title="Delete failed" onClose={close}>
          <p>Failed to delete the business.</p>
          {dialog.message && <p>{dialog.message}</p>}
        </AlertDialog>
      );
  }
}

/** A rejection that repeats the failed one is sent with its key, as only the response may have been lost. */
function RejectListing({ decisions, listing }: DecisionsProps & { readonly listing: Subject }) {
  const { failedRejection, rejectionKeyOf, busyId, close, run } = decisions;
  const failed = failedRejection?.rejection.listing.id === listing.id ? failedRejection : null;
  const isSameVersion = failed?.rejection.listing.revision === listing.revision;
  const handleReject = (reason: RejectionReason) => {
    const isRepeated =
      isSameVersion &&
      failed.rejection.reason.code === reason.code &&
      failed.rejection.reason.text === reason.text;
    run(isRepeated ? failed.rejection : { kind: 'reject', listing, reason });
  };
  return (
    <RejectDialog
      title={`Reject ${listing.businessName}`}
      busy={busyId !== null}
      draft={failed?.rejection.reason}
      storageKey={rejectionKeyOf(listing)}
      onCancel={close}
      onReject={handleReject}
    >
      {isSameVersion && (
        <p role="alert" className={ui.alert}>
          {failed.text}
        </p>
      )}
    </RejectDialog>
  );
}

/** The outcome of the last command, with Undo or Retry, until the next one or until it is dismissed. */
export function OutcomeLine({ decisions: { outcome, run, undo, showOutcome } }: DecisionsProps) {
  const retry = outcome?.kind === 'failed' ? outcome.retry : null;
  return (
    <div className={outcome ? `${ui.row} ${styles[outcome.kind]}` : styles.silent}>
      <p role="status">
        {outcome?.text}
        {outcome?.kind === 'done' && !outcome.isShown && (
          <>
            <br />
            The lists are behind and will show this later.
          </>
        )}
      </p>
      {outcome && (
        <div className={ui.row}>
          {retry && <QuietButton onClick={() => run(retry)}>Retry</QuietButton>}
          {outcome.kind === 'done' && outcome.undo && (
            <QuietButton onClick={undo}>{common.undo}</QuietButton>
          )}
          <TextButton
            onClick={() => {
              showOutcome(null);
              document.getElementById('content')?.focus({ preventScroll: true });
            }}
          >
            Dismiss
          </TextButton>
        </div>
      )}
    </div>
  );
}
