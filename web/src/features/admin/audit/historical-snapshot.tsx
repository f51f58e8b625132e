import type { HistoryResponse } from '@directory/api/contracts';
import { type ReactNode, type SubmitEvent, useRef } from 'react';
import { useNavigate, useQuery } from '../../../shared/navigation/router.tsx';
import { queryOf } from '../../../shared/navigation/query.ts';
import { TextField } from '../../../shared/forms/form-fields.tsx';
import { textOf } from '@directory/domain/shared/unknown';
import {
  isoTimeIn,
  localTimeIn,
  useDateText,
  timeZoneText,
  useSiteTimeZone,
} from '../../../shared/listing/site-time.ts';
import { isRevision, useHistory } from '../../../shared/listing/use-history.ts';
import { LoadState } from '../../../shared/ui/loading.tsx';
import {
  StatusBadge,
  Thumbnail,
  useStaysPublic,
  useIsHidden,
} from '../../../shared/listing/listing-parts.tsx';
import { ConfirmButton } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { audit } from '../../../texts/admin-review-texts.ts';
import type { Decisions } from '../decisions/use-decisions.ts';
import { FieldValues } from '../listings/fields.tsx';
import { useFocusOnChange } from '../listings/focus.ts';
import { useNow } from '../listings/time.tsx';
import styles from './audit.module.css';
import { useSite } from '../../../shared/resource/use-resource.ts';
import { fieldChanges, VersionChanges } from '../review/comparison.tsx';
import { number } from '../../../texts/count.ts';
import { LineLink } from '../../../shared/ui/controls.tsx';

type HistoricalSnapshotProps = {
  /** The history up to now. */
  readonly current: HistoryResponse;
  readonly decisions: Decisions;
};

/** The current version, or that of the time or revision in the address. */
export function HistoricalSnapshot({ current, decisions }: HistoricalSnapshotProps) {
  const at = useQuery().get('at');
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnChange(heading, at ?? 'now');
  const dateText = useDateText();
  const now = useNow();
  const isLater = at !== null && !isRevision(at) && Date.parse(at) > now;
  return (
    <section className={ui.panel}>
      <h2 ref={heading} tabIndex={-1} className={styles.panelTitle}>
        {at === null || isLater ? 'Current version' : titleOf(at, dateText)}
      </h2>
      {isLater && <p className={ui.note}>The time you chose is in the future.</p>}
      <TimeForm />
      {at === null ? (
        <Version history={current} />
      ) : (
        <PastVersion current={current} at={at} decisions={decisions} />
      )}
    </section>
  );
}

type PastVersionProps = HistoricalSnapshotProps & { readonly at: string };

function PastVersion({ current, at, decisions }: PastVersionProps) {
  const past = useHistory(current.id, { at, limit: 1 });
  const now = queryOf({ at: null }, useQuery());
  const isHidden = useIsHidden(past.data?.status ?? null);
  return (
    <>
      <LineLink to={{ search: now }}>Back to the current version</LineLink>
      <LoadState resource={past} failed={audit.failed} />
      {past.data && (
        <Version history={past.data}>
          <RestoreVersion current={current} past={past.data} decisions={decisions} />
          {!isHidden && (
            <LineLink to={`/places/${current.id}/as-of${queryOf({ at })}`}>
              Page as visitors saw it then
            </LineLink>
          )}
        </Version>
      )}
    </>
  );
}

type VersionProps = {
  readonly history: HistoryResponse;
  /** What can be done with the version. */
  readonly children?: ReactNode;
};

function Version({ history: { business, status, isPhotoDeleted }, children }: VersionProps) {
  if (!business) return <p>The listing didn't exist at that time.</p>;
  return (
    <div className={`${ui.stack} ${ui.start}`}>
      <StatusBadge compact status={status ?? business.status} />
      {children}
      <Thumbnail listing={business} />
      {isPhotoDeleted && (
        <p className={ui.note}>
          The photo of this version was deleted, as it was replaced long ago. Restoring the version
          keeps the present photo.
        </p>
      )}
      <FieldValues listing={business} />
    </div>
  );
}

function titleOf(at: string, dateText: (time: string) => string): string {
  if (isRevision(at)) return `Version after event ${number.format(Number(at))}`;
  return Number.isNaN(Date.parse(at)) ? 'Earlier version' : `Version of ${dateText(at)}`;
}

function TimeForm() {
  const navigate = useNavigate();
  const query = useQuery();
  const timeZone = useSiteTimeZone();
  const now = useNow();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const at = isoTimeIn(timeZone, textOf(new FormData(event.currentTarget).get('time')));
    if (at !== null) navigate({ search: queryOf({ at }, query) });
  };
  return (
    <form className={`${ui.row} ${styles.timeForm}`} onSubmit={handleSubmit}>
      <TextField
        name="time"
        label={`View as of (${timeZoneText(timeZone)})`}
        type="datetime-local"
        max={localTimeIn(timeZone, now)}
        required
      />
      <button type="submit" className={ui.quiet}>
        Show
      </button>
    </form>
  );
}

type RestoreVersionProps = HistoricalSnapshotProps & { readonly past: HistoryResponse };

/** Restores an earlier version once a dialog has shown what will change. Renders nothing where nothing would. */
function RestoreVersion({ current: history, past, decisions }: RestoreVersionProps) {
  const { business: current, status } = history;
  const approves = useSite()?.approveRestoredVersions ?? false;
  const keepsApproved = useStaysPublic();
  // A deleted listing has to be restored itself first.
  if (!current || !past.business || status === 'deleted' || status === 'erased') return null;
  const photo = past.isPhotoDeleted ? { imagePath: current.imagePath } : {};
  const version = { ...past.business, ...photo };
  if (fieldChanges(current, version).length === 0) return null;
  const isApproved = current.status === 'approved';
  const isPublic = approves || (current.user_id === null && isApproved);
  const staysPublic = keepsApproved && (isApproved || current.wasPublic);
  const waits = staysPublic
    ? 'It will wait for review. Until it is approved, visitors see the last approved version, if there is one.'
    : "It will wait for review. Visitors can't see the listing until it is approved.";
  return (
    <ConfirmButton
      className={ui.quiet}
      busy={decisions.busyId !== null}
      label="Restore this version"
      title={`Restore the version after event ${number.format(version.revision)}?`}
      confirm={audit.restore}
      onConfirm={() =>
        decisions.run({ kind: 'restoreVersion', listing: current, version: version.revision })
      }
    >
      <p>{isPublic ? 'It will be live immediately.' : waits}</p>
      <VersionChanges
        before={current}
        after={version}
        headings={{ before: 'Now', after: 'After restoring' }}
      />
    </ConfirmButton>
  );
}
