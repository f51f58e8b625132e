import { sharedTexts } from '../../texts/shared-texts.ts';
import { ConfirmDialog } from '../ui/modal.tsx';

const { logOut: texts } = sharedTexts;

type LogOutDialogProps = { readonly onCancel: () => void; readonly onConfirm: () => void };

/** Asks whether drafts that are on this device only may be deleted. */
export function LogOutDialog(props: LogOutDialogProps) {
  return (
    <ConfirmDialog
      title={texts.title}
      cancel={texts.cancel}
      confirm={texts.confirm}
      destructive
      {...props}
    >
      <p>{texts.text}</p>
    </ConfirmDialog>
  );
}
