import type { PastBusinessResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { useSite } from '../../../shared/resource/use-resource.ts';
import { ConfirmDialog } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { adminTexts } from '../../../texts/admin-texts.ts';
import { versionRestoration } from '../decisions/listing-command.ts';
import type { Decisions } from '../decisions/use-decisions.ts';
import { fieldChanges } from './field-changes.ts';
import { VersionChanges } from './version-changes.tsx';

const { audit, common } = adminTexts;

type RestoreVersionProps = {
  readonly current: PastBusinessResponse;
  readonly version: PastBusinessResponse;
  readonly decisions: Decisions;
};

/** Restores an earlier version, once a dialog has shown what will change. Nothing where nothing would. */
export function RestoreVersion({ current, version, decisions }: RestoreVersionProps) {
  const [isConfirming, setConfirming] = useState(false);
  const approves = useSite()?.approveRestoredVersions ?? false;
  if (fieldChanges(current, version).length === 0) return null;
  const isBusy = decisions.busyId !== null;
  const staysPublic = current.user_id === null && current.status === 'approved';
  const closeDialog = () => setConfirming(false);
  return (
    <>
      <button
        type="button"
        className={ui.quiet}
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) setConfirming(true);
        }}
      >
        {audit.restoreVersion}
      </button>
      {isConfirming && (
        <ConfirmDialog
          title={audit.restoreVersionTitle(version.revision)}
          cancel={common.cancel}
          confirm={audit.restore}
          onCancel={closeDialog}
          onConfirm={() => {
            closeDialog();
            decisions.run(versionRestoration(current, version.revision));
          }}
        >
          <p>{approves || staysPublic ? audit.restoredIsPublic : audit.restoredWaits}</p>
          <VersionChanges
            before={current}
            after={version}
            headings={{ before: audit.now, after: audit.afterRestoring }}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
