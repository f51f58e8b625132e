import type { ReactNode } from 'react';
import ui from '../ui/ui.module.css';
import styles from './dialog.module.css';
import { Modal } from './modal.tsx';

export type ConfirmDialogProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly cancel: string;
  readonly confirm: string;
  /** Something is lost: the button says so by its colour too. */
  readonly destructive?: boolean;
  /** While what was confirmed is under way; nothing can be pressed twice. */
  readonly busy?: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
};

/** Asks before something is done. The focus starts on Cancel. */
export function ConfirmDialog({ title, children, cancel, confirm, ...props }: ConfirmDialogProps) {
  const { destructive = false, busy = false, onCancel, onConfirm } = props;
  return (
    <Modal
      role="alertdialog"
      title={title}
      onClose={onCancel}
      actions={
        <>
          <button type="button" className={ui.quiet} onClick={onCancel}>
            {cancel}
          </button>
          <button
            type="button"
            className={destructive ? styles.destructive : ui.button}
            aria-disabled={busy}
            onClick={() => {
              if (!busy) onConfirm();
            }}
          >
            {confirm}
          </button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
