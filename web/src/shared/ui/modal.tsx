import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './modal.module.css';
import ui from './ui.module.css';

export type ModalProps = {
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons, the least destructive first: it gets the focus unless the content does. */
  readonly actions: ReactNode;
  /** Also by the Escape key. */
  readonly onClose: () => void;
  /** An alert dialog also has its text read at once. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly wide?: boolean;
};

/** A native modal dialog, which traps the focus and restores it when it closes. */
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
      className={`${styles.dialog} ${wide ? styles.wide : ''}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-text` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Browsers let a page keep a dialog open at the first Escape only.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) currentTarget.showModal();
      }}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
      </h2>
      <div id={`${id}-text`} className={`${ui.group} ${styles.text}`}>
        {children}
      </div>
      <div className={`${ui.row} ${styles.actions}`}>{actions}</div>
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

type CloseButtonProps = Pick<AlertDialogProps, 'close' | 'onClose'>;

function CloseButton({ close, onClose }: CloseButtonProps) {
  return (
    <button type="button" className={ui.button} onClick={onClose}>
      {close}
    </button>
  );
}

/** A message with a button to close it. */
export function AlertDialog({ title, children, close, onClose }: AlertDialogProps) {
  return (
    <Modal
      role="alertdialog"
      title={title}
      onClose={onClose}
      actions={<CloseButton close={close} onClose={onClose} />}
    >
      {children}
    </Modal>
  );
}

type PhotoDialogProps = {
  readonly title: string;
  readonly photo: { readonly src: string; readonly srcSet?: string; readonly alt: string };
  readonly close: string;
  readonly onClose: () => void;
};

/** A whole photograph, whatever its proportions. */
export function PhotoDialog({ title, photo, close, onClose }: PhotoDialogProps) {
  return (
    <Modal
      wide
      title={title}
      onClose={onClose}
      actions={<CloseButton close={close} onClose={onClose} />}
    >
      <img
        {...photo}
        alt={photo.alt}
        className={styles.photo}
        sizes="(min-width: 58rem) 55rem, 100vw"
      />
    </Modal>
  );
}

export type ConfirmDialogProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly cancel: string;
  readonly confirm: string;
  /** Shows the button in the colour of danger. */
  readonly destructive?: boolean;
  /** While the confirmed request is pending: the button does nothing. */
  readonly busy?: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
};

/** Confirms an action. The focus starts on Cancel. */
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
            className={`${ui.button} ${destructive ? ui.destructive : ''}`}
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
