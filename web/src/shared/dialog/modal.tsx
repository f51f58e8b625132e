import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './dialog.module.css';

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
