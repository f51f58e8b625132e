import { ConfirmDialog } from '../ui/modal.tsx';

type LogOutDialogProps = { readonly onCancel: () => void; readonly onConfirm: () => void };

/** Asks whether drafts that are on this device only may be deleted. */
export function LogOutDialog(props: LogOutDialogProps) {
  return (
    <ConfirmDialog
      title="Log out and delete your draft?"
      cancel="Stay logged in"
      confirm="Log out"
      destructive
      {...props}
    >
      <p>Changes that you have not submitted are only on this device. Logging out deletes them.</p>
    </ConfirmDialog>
  );
}
