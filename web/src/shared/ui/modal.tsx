import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './modal.module.css';
import ui from './ui.module.css';

export type ModalProps = {
  readonly title: string;
  readonly children: ReactNode;
  /** What can be done, the least destructive first: it takes the focus unless something before it does. */
  readonly actions: ReactNode;
  /** Also by the Escape key. */
  readonly onClose: () => void;
  /** One that must be answered is an alert dialog and reads its text at once. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly wide?: boolean;
};

/** A native dialog in front of the page: it keeps the focus inside and gives it back to where it came from. */
export function Modal({ title, children, actions, onClose, role, wide = false }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      role={role}
      className={wide ? styles.wide : styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-text` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
      </h2>
      <div id={`${id}-text`} className={styles.text}>
        {children}
      </div>
      <div className={styles.actions}>{actions}</div>
    </dialog>,
    document.body,
  );
}

type AlertDialogProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly close: string;
  readonly onClose: () => void;
};

/** Tells something and waits until it is read. */
export function AlertDialog({ title, children, close, onClose }: AlertDialogProps) {
  return (
    <Modal
      role="alertdialog"
      title={title}
      onClose={onClose}
      actions={
        <button type="button" className={ui.button} onClick={onClose}>
          {close}
        </button>
      }
    >
      {children}
    </Modal>
  );
}

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
