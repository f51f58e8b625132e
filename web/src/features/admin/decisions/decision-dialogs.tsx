import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { AlertDialog, ConfirmDialog } from '../../../shared/ui/modal.tsx';
import { command, rejection, type Subject } from './listing-command.ts';
import { RejectDialog } from './reject-dialog.tsx';
import type { Decisions } from './use-decisions.ts';

/** Whatever the admin is being asked or told. */
export function DecisionDialogs({ decisions }: { readonly decisions: Decisions }) {
  const { common, deletion, decisions: texts } = useAdminTexts();
  const { asked, busyId, close, run } = decisions;
  switch (asked?.kind) {
    case undefined:
      return null;
    case 'approve':
      return <ApproveDialog listing={asked.listing} decisions={decisions} />;
    case 'reject':
      return (
        <RejectDialog
          title={texts.rejectTitle(asked.listing.businessName)}
          busy={busyId !== null}
          onCancel={close}
          onReject={(reason) => {
            run(rejection(asked.listing, reason));
          }}
        />
      );
    case 'delete':
      return <DeleteDialog listing={asked.listing} decisions={decisions} />;
    case 'deleted':
      return (
        <AlertDialog title={deletion.doneTitle} close={common.close} onClose={close}>
          <p>{deletion.done}</p>
        </AlertDialog>
      );
    case 'not-deleted':
      return (
        <AlertDialog title={deletion.failedTitle} close={common.close} onClose={close}>
          <p>{deletion.failed}</p>
          {asked.why && <p>{asked.why}</p>}
        </AlertDialog>
      );
  }
}

type AskProps = { readonly listing: Subject; readonly decisions: Decisions };

function ApproveDialog({ listing, decisions: { busyId, close, run } }: AskProps) {
  const { common, decisions: texts } = useAdminTexts();
  return (
    <ConfirmDialog
      title={texts.approveTitle}
      cancel={common.cancel}
      confirm={texts.approve}
      busy={busyId !== null}
      onCancel={close}
      onConfirm={() => {
        run(command('approve', listing));
      }}
    >
      <p>{texts.approveText(listing.businessName)}</p>
    </ConfirmDialog>
  );
}

function DeleteDialog({ listing, decisions: { busyId, close, run } }: AskProps) {
  const { common, deletion } = useAdminTexts();
  return (
    <ConfirmDialog
      title={deletion.title}
      cancel={common.cancel}
      confirm={deletion.confirm}
      destructive
      busy={busyId !== null}
      onCancel={close}
      onConfirm={() => {
        run(command('delete', listing));
      }}
    >
      <p>{deletion.question}</p>
      <p>
        <strong>{listing.businessName}</strong>
      </p>
      <p>{deletion.note}</p>
    </ConfirmDialog>
  );
}
