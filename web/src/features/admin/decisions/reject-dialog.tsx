import type { maxLength } from '@directory/api/contracts';
import { rejectionLabels } from '@directory/domain/business/events';
import { type ReactNode, useId, useState } from 'react';
import forms from '../../../shared/forms/forms.module.css';
import { removeStored } from '../../../shared/local-storage.ts';
import { CommandButton, Modal } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { decisions as texts } from '../../../texts/admin-texts.ts';
import styles from './decisions.module.css';
import {
  readRejection,
  reasonCodes,
  saveRejection,
  type RejectionDraft,
  type RejectionReason,
} from './use-decisions.ts';
import { count } from '../../../texts/count.ts';
import { QuietButton } from '../../../shared/ui/controls.tsx';

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
  const id = useId();
  const [written, setWritten] = useState<RejectionDraft>(
    () => readRejection(storageKey) ?? draft ?? { code: null, text: '' },
  );
  const { code, text } = written;
  const [wasTried, setTried] = useState(false);
  const problem = problemOf(written);
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
    if (problem === null && code) onReject({ code, text: text.trim() });
    // What is missing may be out of sight, as on a phone.
    else document.getElementsByName(`${id}-${problem}`)[0]?.focus();
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
            aria-describedby={wasTried && problem ? `${id}-problem` : undefined}
            onClick={handleReject}
          >
            {texts.reject}
          </CommandButton>
        </>
      }
    >
      <p>The owner will see this reason and can edit and resubmit the listing.</p>
      <ReasonFields
        id={id}
        written={written}
        problem={wasTried ? problem : null}
        onChange={change}
      />
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

/** What is missing; only the reason "Other" needs a comment. */
function problemOf({ code, text }: RejectionDraft): keyof RejectionDraft | null {
  if (code === null) return 'code';
  return code === 'other' && text.trim() === '' ? 'text' : null;
}

type ReasonFieldsProps = {
  readonly id: string;
  readonly written: RejectionDraft;
  readonly problem: keyof RejectionDraft | null;
  readonly onChange: (changed: Partial<RejectionDraft>) => void;
};

function ReasonFields({ id, written: { code, text }, problem, onChange }: ReasonFieldsProps) {
  return (
    <>
      <div className={problem === 'code' ? forms.fieldWrong : forms.field}>
        <fieldset
          className={styles.reasons}
          aria-describedby={problem === 'code' ? `${id}-problem` : undefined}
        >
          <legend className={`${ui.strong} ${styles.label}`}>Reason for rejection</legend>
          {reasonCodes.map((value) => (
            <label key={value} className={`${ui.check} ${styles.reason}`}>
              <input
                type="radio"
                name={`${id}-code`}
                value={value}
                checked={code === value}
                onChange={() => onChange({ code: value })}
              />
              {rejectionLabels[value]}
            </label>
          ))}
        </fieldset>
        <Problem id={id}>{problem === 'code' && 'Choose a reason.'}</Problem>
      </div>
      <div className={problem === 'text' ? forms.fieldWrong : forms.field}>
        <label className={ui.strong} htmlFor={`${id}-text`}>
          {code === 'other' ? 'Message to the owner' : 'Message to the owner (optional)'}
        </label>
        <textarea
          id={`${id}-text`}
          name={`${id}-text`}
          className={styles.textarea}
          rows={3}
          maxLength={maxCommentLength}
          value={text}
          aria-invalid={problem === 'text'}
          aria-describedby={`${id}-left${problem === 'text' ? ` ${id}-problem` : ''}`}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
        <p id={`${id}-left`} className={ui.small}>
          {count(maxCommentLength - text.length, 'character', 'characters')} left
        </p>
        <Problem id={id}>{problem === 'text' && 'Describe the problem.'}</Problem>
      </div>
    </>
  );
}

/** Says below a field what is missing there. */
function Problem({ id, children }: { readonly id: string; readonly children: string | false }) {
  return (
    <p id={children ? `${id}-problem` : undefined} role="alert" className={styles.problem}>
      {children}
    </p>
  );
}
