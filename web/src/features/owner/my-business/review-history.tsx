import type { OwnBusinessDetailResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { newCommandKey, useSend } from '../../../shared/api/use-send.ts';
import { useRequest } from '../../../shared/forms/request-form.tsx';
import { timeZoneText, useDateText, useSiteTimeZone } from '../../../shared/listing/site-time.ts';
import { type HistoryEntry, useHistory } from '../../../shared/listing/use-history.ts';
import { VisibilityNote } from '../../../shared/listing/listing-parts.tsx';
import { LoadState } from '../../../shared/ui/loading.tsx';
import { ConfirmDialog, DialogButton } from '../../../shared/ui/modal.tsx';
import { eventLabel } from '../../../texts/history-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import { takeFocus } from '../../../shared/navigation/page-heading.tsx';
import { fieldLabel } from '../../../texts/owner-texts.ts';
import { rejectionSentence } from '../rejected-and-removed.tsx';
import styles from './my-business.module.css';
import { LineLink, QuietButton } from '../../../shared/ui/controls.tsx';

const byRole = {
  user: 'by you',
  admin: 'by an administrator',
  system: 'automatically',
  visitor: '',
};

type ReviewHistoryProps = {
  readonly business: OwnBusinessDetailResponse;
  /** Called with the business after the restoration of an earlier version, which may have changed nothing. */
  readonly onRestored: (restored: OwnBusinessDetailResponse) => void;
};

/** The events of the listing with reasons, newest first. Approved versions can be restored. */
export function ReviewHistory({ business, onRestored }: ReviewHistoryProps) {
  const timeZone = useSiteTimeZone();
  return (
    <section className={`${ui.group} ${styles.section}`}>
      <h2>Review history</h2>
      {timeZone && <p className={ui.small}>Times are in {timeZoneText(timeZone)}.</p>}
      <Events business={business} before={null} newer={[]} onRestored={onRestored} />
    </section>
  );
}

type EventsProps = ReviewHistoryProps & {
  /** Shows the events before this revision; null for the newest. */
  readonly before: number | null;
  /** The entries that are shown already. */
  readonly newer: readonly HistoryEntry[];
};

/** A page of events, and the older ones once they are asked for. */
function Events({ business, before, newer, onRestored }: EventsProps) {
  const history = useHistory(business.id, { before });
  const [showsOlder, setShowsOlder] = useState(false);
  const { entries = [], before: older = null } = history.data ?? {};
  const known = [...entries, ...newer];
  return (
    <>
      <LoadState resource={history} failed="We couldn't load the history." />
      <ol
        className={`${ui.stack} ${styles.history}`}
        tabIndex={-1}
        ref={before === null ? undefined : takeFocus}
      >
        {entries.toReversed().map((entry) => (
          <Entry
            key={entry.revision}
            business={business}
            entry={entry}
            changedSince={fieldsChangedSince(known, entry.revision)}
            onRestored={onRestored}
          />
        ))}
      </ol>
      {older !== null &&
        (showsOlder ? (
          <Events business={business} before={older} newer={known} onRestored={onRestored} />
        ) : (
          <div>
            <QuietButton onClick={() => setShowsOlder(true)}>Show older events</QuietButton>
          </div>
        ))}
    </>
  );
}

type EntryProps = ReviewHistoryProps & {
  readonly entry: HistoryEntry;
  /** The fields of this version that are others now: without any it cannot be restored. */
  readonly changedSince: readonly string[];
};

function Entry({ business, entry, changedSince, onRestored }: EntryProps) {
  const changed = entry.changes.map(({ field }) => fieldLabel(field));
  const dateText = useDateText();
  const reason = rejectionSentence(entry.reason);
  const when = dateText(entry.time);
  return (
    <li>
      <p>
        <strong>{eventLabel(entry.type)}</strong> {byRole[entry.actor.role]}
        {', '}
        <time dateTime={entry.time}>{when}</time>
      </p>
      {reason && <p className={`${styles.rejected} ${ui.lines}`}>{reason}</p>}
      {entry.type === 'BusinessApproved' && (
        <p className={ui.row}>
          <LineLink to={`/places/${business.id}/as-of?at=${entry.revision}`}>
            Page as visitors saw it then<span className={ui.hidden}>: {when}</span>
          </LineLink>
          {changedSince.length > 0 && (
            <DialogButton
              aria-label={`Restore this version of ${when}`}
              dialog={(close) => (
                <RestoreDialog
                  business={business}
                  revision={entry.revision}
                  changed={changedSince}
                  onClose={close}
                  onRestored={onRestored}
                />
              )}
            >
              Restore this version
            </DialogButton>
          )}
        </p>
      )}
      {entry.restoredVersion !== null && <p>An earlier version was restored.</p>}
      {entry.type === 'BusinessEdited' && changed.length > 0 && (
        <p className={ui.small}>Changed: {changed.join(', ')}</p>
      )}
    </li>
  );
}

/** The fields that hold something else now than after an event. */
function fieldsChangedSince(entries: readonly HistoryEntry[], revision: number): readonly string[] {
  const later = entries.flatMap((entry) => (entry.revision > revision ? entry.changes : []));
  return [...new Set(later.map(({ field }) => field))].filter((name) => {
    const first = later.find(({ field }) => field === name);
    const last = later.findLast(({ field }) => field === name);
    return JSON.stringify(first?.before) !== JSON.stringify(last?.after);
  });
}

type RestoreDialogProps = ReviewHistoryProps & {
  /** Of the event after which the listing looked like this. */
  readonly revision: number;
  /** The fields that are others now; a photo among them may no longer be stored. */
  readonly changed: readonly string[];
  readonly onClose: () => void;
};

/** Restores an earlier version after a confirmation; it is reviewed again. A retry sends the same command key. */
function RestoreDialog(props: RestoreDialogProps) {
  const { business, revision, changed, onClose, onRestored } = props;
  const send = useSend();
  const { data } = useHistory(business.id, { at: revision, limit: 1 });
  const isPhotoDeleted = data?.isPhotoDeleted ?? false;
  const restored = changed.filter((name) => !isPhotoDeleted || name !== 'imagePath');
  const [idempotencyKey] = useState(newCommandKey);
  const { failures, isBusy, run } = useRequest(
    "We couldn't restore this version. Please try again.",
  );
  const restore = async () => {
    const path = `/api/businesses/${encodeURIComponent(business.id)}/versions/${revision}/restoration`;
    const request = { method: 'POST', idempotencyKey } as const;
    onRestored(await send(`${path}?revision=${business.revision}`, request));
    onClose();
  };

  return (
    <ConfirmDialog
      title="Restore this version?"
      confirm="Restore and submit"
      busy={isBusy}
      onCancel={() => isBusy || onClose()}
      onConfirm={() => void run(restore)}
    >
      {restored.length > 0 && <p>This will change: {restored.map(fieldLabel).join(', ')}.</p>}
      {isPhotoDeleted && <p>Its photo is no longer stored, so your current photo stays.</p>}
      {restored.length === 0 ? (
        <p>Nothing else is different in this version.</p>
      ) : business.status === 'approved' ? (
        <VisibilityNote />
      ) : (
        <p>It will wait for review before it goes live.</p>
      )}
      {failures.message !== undefined && (
        <p role="alert" className={ui.alert}>
          {failures.reason ?? failures.message}
        </p>
      )}
    </ConfirmDialog>
  );
}
