import { AlertDialog, ConfirmDialog, CommandButton, Modal } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { common, decisions as texts } from '../../../texts/admin-texts.ts';
import styles from './decisions.module.css';
import {
  type Decisions,
  type RejectionReason,
  type Subject,
  readRejection,
  reasonCodes,
  saveRejection,
  type RejectionDraft,
} from './use-decisions.ts';
import type { maxLength } from '@directory/api/contracts';
import { rejectionLabels } from '@directory/domain/business/events';
import { type ReactNode, useState } from 'react';
import { FieldError, fieldId, TextAreaField } from '../../../shared/forms/form-fields.tsx';
import forms from '../../../shared/forms/forms.module.css';
import { removeStored } from '../../../shared/local-storage.ts';
import { formTexts } from '../../../texts/account-texts.ts';
import { count } from '../../../texts/count.ts';
import { QuietButton, TextButton } from '../../../shared/ui/controls.tsx';

type DecisionsProps = { readonly decisions: Decisions };

export function DecisionDialogs({ decisions }: DecisionsProps) {
  const { dialog, isBusy, close, run } = decisions;
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'approve':
      return (
        <ConfirmDialog
          title="Approve this business?"
          confirm={texts.approve}
          busy={isBusy}
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
          busy={isBusy}
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
  const { failedRejection, rejectionKeyOf, isBusy, close, run } = decisions;
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
      busy={isBusy}
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

const maxCommentLength: typeof maxLength.reason = 500;

type RejectDialogProps = {
  readonly title: string;
  readonly busy: boolean;
  /** The reason to start with. */
  readonly draft?: RejectionReason | undefined;
  /** The key under which the draft is stored until it is cancelled, or removed by the caller once it is sent. */
  readonly storageKey: string;
  readonly onCancel: () => void;
  readonly onReject: (reason: RejectionReason) => void;
  /** Shown above the buttons, in sight also where the rest scrolls. */
  readonly children?: ReactNode;
};

/** Takes one reason and previews it as the owner will see it. */
export function RejectDialog(props: RejectDialogProps) {
  const { title, busy, draft, storageKey, onCancel, onReject, children } = props;
  const [written, setWritten] = useState<RejectionDraft>(
    () => readRejection(storageKey) ?? draft ?? { code: null, text: '' },
  );
  const { code, text } = written;
  const [wasTried, setTried] = useState(false);
  const missing = missingIn(written);
  const problem = wasTried ? missing : null;
  const change = (changed: Partial<RejectionDraft>) => {
    const next = { ...written, ...changed };
    setWritten(next);
    saveRejection(storageKey, next);
  };
  const handleCancel = () => {
    if (!busy) removeStored(storageKey);
    onCancel();
  };
  const handleReject = () => {
    setTried(true);
    if (missing === null && code) onReject({ code, text: text.trim() });
    // It may be out of sight, as on a phone.
    else document.getElementsByName(missing ?? '')[0]?.focus();
  };
  return (
    <Modal
      title={title}
      onClose={handleCancel}
      actions={
        <>
          {children}
          <QuietButton onClick={handleCancel}>Cancel</QuietButton>
          <CommandButton
            className={`${ui.button} ${ui.destructive}`}
            busy={busy}
            aria-describedby={problem ? `${fieldId(problem)}-error` : undefined}
            onClick={handleReject}
          >
            {texts.reject}
          </CommandButton>
        </>
      }
    >
      <p>The owner will see this reason and can edit and resubmit the listing.</p>
      <ReasonFields written={written} problem={problem} onChange={change} />
      <figure className={`${ui.note} ${styles.preview}`}>
        <figcaption className={`${ui.small} ${ui.strong}`}>What the owner will see</figcaption>
        <blockquote>
          <p>Your listing was not approved.</p>
          {code && (
            <p>
              <strong>{rejectionLabels[code]}</strong>
            </p>
          )}
          {text.trim() && <p className={ui.lines}>{text.trim()}</p>}
        </blockquote>
      </figure>
    </Modal>
  );
}

/** The field that is missing; only the reason "Other" needs a comment. */
function missingIn({ code, text }: RejectionDraft): keyof RejectionDraft | null {
  if (code === null) return 'code';
  return code === 'other' && text.trim() === '' ? 'text' : null;
}

type ReasonFieldsProps = {
  readonly written: RejectionDraft;
  readonly problem: keyof RejectionDraft | null;
  readonly onChange: (changed: Partial<RejectionDraft>) => void;
};

function ReasonFields({ written: { code, text }, problem, onChange }: ReasonFieldsProps) {
  const id = fieldId('code');
  return (
    <>
      <div className={problem === 'code' ? forms.fieldWrong : forms.field}>
        <fieldset
          className={styles.reasons}
          aria-describedby={problem === 'code' ? `${id}-error` : undefined}
        >
          <legend className={`${ui.strong} ${styles.label}`}>Reason for rejection</legend>
          {reasonCodes.map((value) => (
            <label key={value} className={`${ui.check} ${styles.reason}`}>
              <input
                type="radio"
                name="code"
                value={value}
                checked={code === value}
                onChange={() => onChange({ code: value })}
              />
              {rejectionLabels[value]}
            </label>
          ))}
        </fieldset>
        <FieldError id={id} role="alert">
          {problem === 'code' ? 'Choose a reason.' : undefined}
        </FieldError>
      </div>
      <TextAreaField
        name="text"
        label="Message to the owner"
        optional={code === 'other' ? undefined : formTexts.optional}
        hint={`${count(maxCommentLength - text.length, 'character', 'characters')} left`}
        error={problem === 'text' ? 'Describe the problem.' : undefined}
        errorRole="alert"
        rows={3}
        maxLength={maxCommentLength}
        value={text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
    </>
  );
}
