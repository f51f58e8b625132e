import type { ReactNode } from 'react';
import ui from '../ui/ui.module.css';
import { Modal } from './modal.tsx';

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
