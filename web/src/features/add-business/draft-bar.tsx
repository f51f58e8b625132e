import { useState } from 'react';
import { ConfirmDialog } from '../../shared/dialog/confirm-dialog.tsx';
import { listingFormTexts } from '../../texts/listing-form-texts.ts';
import styles from './add-business.module.css';

const { draft: texts } = listingFormTexts;

type DraftBarProps = {
  /** ISO 8601, UTC; empty while nothing is kept. */
  readonly savedAt: string;
  /** Whether it cannot be discarded just now. */
  readonly isOff: boolean;
  readonly onDiscard: () => void;
};

export function DraftBar({ savedAt, isOff, onDiscard }: DraftBarProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <div className={styles.draft}>
      <p role="status">{savedAt && texts.saved(timeOf(savedAt))}</p>
      {savedAt && (
        <button
          type="button"
          className={styles.discard}
          disabled={isOff}
          onClick={() => {
            setAsked(true);
          }}
        >
          {texts.discard}
        </button>
      )}
      {isAsked && (
        <ConfirmDialog
          title={texts.discardTitle}
          cancel={texts.cancel}
          confirm={texts.discard}
          destructive
          onCancel={() => {
            setAsked(false);
          }}
          onConfirm={() => {
            setAsked(false);
            onDiscard();
          }}
        >
          <p>{texts.discardText}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function timeOf(savedAt: string): string {
  return new Date(savedAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}
