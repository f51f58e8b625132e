import type { HistoryResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { HistoryEntry } from '../../../shared/listing/use-history.ts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { ConfirmDialog } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { command } from '../decisions/listing-command.ts';
import type { Decisions } from '../decisions/use-decisions.ts';
import styles from './history-page.module.css';

type HistoryActionsProps = {
  readonly history: HistoryResponse;
  readonly status: HistoryEntry['status'];
  readonly decisions: Decisions;
};

/** The ways back: out of a decision and out of a deletion. */
export function HistoryActions({ history, status, decisions }: HistoryActionsProps) {
  const { audit, frame } = useAdminTexts();
  const [isAsking, setAsking] = useState(false);
  const { business: listing, id } = history;
  if (!listing) return null;
  const isBusy = decisions.busyId !== null;
  return (
    <div className={styles.actions}>
      {status === 'deleted' && (
        <button
          type="button"
          className={ui.button}
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) decisions.run(command('restore', listing));
          }}
        >
          {audit.restore}
        </button>
      )}
      {(status === 'approved' || status === 'rejected') && (
        <button
          type="button"
          className={ui.quiet}
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) setAsking(true);
          }}
        >
          {audit.undo}
        </button>
      )}
      {status === 'pending' && (
        <Link className={ui.button} to={`/adminDashboard/review?listing=${id}`}>
          {frame.review}
        </Link>
      )}
      {status === 'approved' && (
        <Link className={ui.quiet} to={`/places/${id}`}>
          {audit.publicPage}
        </Link>
      )}
      {isAsking && (
        <UndoDialog
          name={listing.businessName}
          onCancel={() => {
            setAsking(false);
          }}
          onConfirm={() => {
            setAsking(false);
            decisions.run(command('withdraw', listing));
          }}
        />
      )}
    </div>
  );
}

type UndoDialogProps = {
  readonly name: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
};

function UndoDialog({ name, onCancel, onConfirm }: UndoDialogProps) {
  const { audit, common } = useAdminTexts();
  return (
    <ConfirmDialog
      title={audit.undoTitle}
      cancel={common.cancel}
      confirm={common.undo}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <p>{audit.undoText(name)}</p>
    </ConfirmDialog>
  );
}
