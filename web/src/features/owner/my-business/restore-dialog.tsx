import type { OwnBusinessDetailResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { RequestFailed, logFailure } from '../../../shared/api/request-json.ts';
import { newCommandKey, useSend } from '../../../shared/api/use-send.ts';
import { useHistory } from '../../../shared/listing/use-history.ts';
import { VisibilityNote } from '../../../shared/listing/visibility-note.tsx';
import { ConfirmDialog } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { myBusinessTexts, ownerTexts } from '../../../texts/owner-texts.ts';

const { restoring: texts } = myBusinessTexts;
const labels: Readonly<Record<string, string>> = ownerTexts.fields;

type RestoreDialogProps = {
  readonly business: OwnBusinessDetailResponse;
  /** The revision whose fields come back. */
  readonly version: number;
  /** The names of the fields that differ now. */
  readonly changed: readonly string[];
  readonly onCancel: () => void;
  /** Called with the business after it. */
  readonly onRestored: (restored: unknown) => void;
};

/** Restores an earlier version after a confirmation; it is reviewed again. A retry sends the same command key. */
export function RestoreDialog({ business, version, changed, ...events }: RestoreDialogProps) {
  const { onCancel, onRestored } = events;
  const send = useSend();
  const { data } = useHistory(business.id, { at: String(version), limit: '1' });
  const [idempotencyKey] = useState(newCommandKey);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const restore = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const path = `/api/businesses/${encodeURIComponent(business.id)}/versions/${version}/restoration`;
      const request = { method: 'POST', idempotencyKey } as const;
      onRestored(await send(`${path}?revision=${business.revision}`, request));
    } catch (error) {
      logFailure(`the restoration of version ${version} of ${business.id} failed`, error);
      setFailure((error instanceof RequestFailed && error.message) || texts.failed);
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      title={texts.title}
      cancel={texts.cancel}
      confirm={texts.confirm}
      busy={isBusy}
      onCancel={() => {
        if (!isBusy) onCancel();
      }}
      onConfirm={() => void restore()}
    >
      <p>{texts.changed(changed.map((field) => labels[field] ?? field))}</p>
      {data?.isPhotoDeleted && <p>{texts.photoDeleted}</p>}
      {business.status === 'approved' ? <VisibilityNote /> : <p>{texts.waits}</p>}
      {failure !== null && (
        <p role="alert" className={ui.alert}>
          {failure}
        </p>
      )}
    </ConfirmDialog>
  );
}
