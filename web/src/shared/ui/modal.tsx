import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './modal.module.css';
import ui from './ui.module.css';
import { Button, QuietButton } from './controls.tsx';

type ModalProps = {
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons, the least destructive first: it gets the focus unless the content does. By default one that closes the dialog. */
  readonly actions?: ReactNode;
  /** Called by that button and by the Escape key. */
  readonly onClose: () => void;
  /** An alert dialog also has its text read at once. */
  readonly role?: 'alertdialog';
  readonly wide?: boolean;
};

/** A native modal dialog, which traps the focus and restores it when it closes. */
export function Modal({ title, children, actions, onClose, role, wide = false }: ModalProps) {
  const id = useId();
  return createPortal(
    <dialog
      ref={showModal}
      role={role}
      className={`${ui.card} ${styles.dialog} ${wide ? styles.wide : ''}`}
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
      <div className={`${ui.row} ${styles.actions}`}>
        {actions ?? <Button onClick={onClose}>Close</Button>}
      </div>
    </dialog>,
    document.body,
  );
}

function showModal(dialog: HTMLDialogElement) {
  dialog.showModal();
  return () => dialog.close();
}

/** A message with a button to close it. */
export function AlertDialog(message: Pick<ModalProps, 'title' | 'children' | 'onClose'>) {
  return <Modal role="alertdialog" {...message} />;
}

type PhotoDialogProps = Pick<ModalProps, 'title' | 'onClose'> & {
  readonly photo: { readonly src: string; readonly srcSet?: string; readonly alt: string };
};

/** A whole photograph, whatever its proportions. */
export function PhotoDialog({ title, photo, onClose }: PhotoDialogProps) {
  return (
    <Modal wide title={title} onClose={onClose}>
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
  /** "Cancel" by default. */
  readonly cancel?: string;
  readonly confirm: string;
  readonly destructive?: boolean;
  /** While the confirmed request is pending: the button does nothing. */
  readonly busy?: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
};

/** Confirms an action. The focus starts on Cancel. */
export function ConfirmDialog({ title, children, confirm, ...props }: ConfirmDialogProps) {
  const { cancel = 'Cancel', destructive, busy, onCancel, onConfirm } = props;
  return (
    <Modal
      role="alertdialog"
      title={title}
      onClose={onCancel}
      actions={
        <>
          <QuietButton onClick={onCancel}>{cancel}</QuietButton>
          <CommandButton
            className={`${ui.button} ${destructive ? ui.destructive : ''}`}
            busy={busy}
            onClick={onConfirm}
          >
            {confirm}
          </CommandButton>
        </>
      }
    >
      {children}
    </Modal>
  );
}

type CommandButtonProps = ComponentProps<'button'> & { readonly busy?: boolean | undefined };

/**
 * A button that does nothing while a request is pending, but keeps the focus. It ignores the second click of a double one:
 * the first one may have opened its dialog, or the next listing.
 */
export function CommandButton(props: CommandButtonProps) {
  const { busy = false, className = ui.quiet, onClick, ...rest } = props;
  return (
    <button
      type="button"
      className={className}
      aria-disabled={busy}
      onClick={(event) => !busy && event.detail < 2 && onClick?.(event)}
      {...rest}
    />
  );
}

type DialogButtonProps = Omit<CommandButtonProps, 'onClick'> & {
  /** The dialog, which closes itself by the function that it gets. */
  readonly dialog: (close: () => void) => ReactNode;
};

export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <CommandButton {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

type ConfirmButtonProps = Omit<ConfirmDialogProps, 'onCancel' | 'busy'> &
  Pick<CommandButtonProps, 'className' | 'busy' | 'disabled'> & { readonly label: string };

/** A button that asks before it acts. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, className, busy, disabled, onConfirm, ...dialog } = props;
  return (
    <DialogButton
      className={className}
      busy={busy}
      disabled={disabled}
      dialog={(close) => (
        <ConfirmDialog
          {...dialog}
          onCancel={close}
          onConfirm={() => {
            close();
            onConfirm();
          }}
        />
      )}
    >
      {label}
    </DialogButton>
  );
}
