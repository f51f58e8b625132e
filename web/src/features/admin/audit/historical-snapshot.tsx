import type { HistoryResponse, PastBusinessResponse } from '@directory/api/contracts';
import { useId, useRef, type SubmitEvent } from 'react';
import { Link, useNavigate, useQuery } from '../../../shared/navigation/router.tsx';
import { formText } from '../../../shared/forms/form-text.ts';
import {
  isoTimeIn,
  localTimeIn,
  useDateText,
  timeZoneText,
  useSiteTimeZone,
} from '../../../shared/listing/site-time.ts';
import { isRevision, useHistory } from '../../../shared/listing/use-history.ts';
import { LoadState } from '../../../shared/ui/loading.tsx';
import { StatusBadge, Thumbnail, useStaysPublic } from '../../../shared/listing/listing-parts.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { adminTexts } from '../../../texts/admin-texts.ts';
import { ConfirmedDecision } from '../decisions/decision-dialogs.tsx';
import { type Decisions, versionRestoration } from '../decisions/use-decisions.ts';
import { FieldValues } from '../listings/fields.tsx';
import { useFocusOnChange } from '../listings/focus.ts';
import { useNow } from '../listings/time.tsx';
import styles from './audit.module.css';
import { searchWith } from './timeline.tsx';
import { useSite } from '../../../shared/resource/use-resource.ts';
import { fieldChanges, VersionChanges } from '../review/comparison.tsx';

const { audit } = adminTexts;
const noQuery = new URLSearchParams();

type HistoricalSnapshotProps = {
  /** The history of now. */
  readonly current: HistoryResponse;
  /** A time or a revision; null for now. */
  readonly at: string | null;
  readonly decisions: Decisions;
};

export function HistoricalSnapshot({ current, at, decisions }: HistoricalSnapshotProps) {
  const past = useHistory(at === null ? undefined : current.id, { at: at ?? '', limit: '1' });
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnChange(heading, at ?? 'now');
  const query = useQuery();
  const dateText = useDateText();
  const now = useNow();
  const data = at === null ? current : past.data;
  const listing = data?.business;
  const isLater = at !== null && !isRevision(at) && Date.parse(at) > now;
  return (
    <section className={ui.panel}>
      <h2 ref={heading} tabIndex={-1} className={styles.panelTitle}>
        {at === null || isLater ? audit.currentTitle : titleOf(at, dateText)}
      </h2>
      {isLater && <p className={ui.note}>{audit.future}</p>}
      <TimeForm />
      {at !== null && (
        <Link className={ui.ownLine} to={{ search: searchWith(query, { at: null }) }}>
          {audit.asOfNow}
        </Link>
      )}
      {at !== null && <LoadState resource={past} failed={audit.failed} />}
      {listing === null && <p>{audit.notYet}</p>}
      {listing && (
        <div className={`${ui.stack} ${ui.start}`}>
          <StatusBadge compact status={data.status ?? listing.status} />
          {at !== null && current.business && isListed(current) && (
            <RestoreVersion
              current={current.business}
              version={
                data.isPhotoDeleted
                  ? { ...listing, imagePath: current.business.imagePath }
                  : listing
              }
              decisions={decisions}
            />
          )}
          {at !== null && (
            <Link
              className={ui.ownLine}
              to={{ pathname: `/places/${listing.id}/as-of`, search: searchWith(noQuery, { at }) }}
            >
              {audit.asVisitors}
            </Link>
          )}
          <Thumbnail listing={listing} />
          {data.isPhotoDeleted && <p className={ui.note}>{audit.photoDeleted}</p>}
          <FieldValues listing={listing} />
        </div>
      )}
    </section>
  );
}

/** A deleted listing has to be restored itself first. */
function isListed({ status }: HistoryResponse): boolean {
  return status !== 'deleted' && status !== 'erased';
}

function titleOf(at: string, dateText: (time: string) => string): string {
  if (isRevision(at)) return audit.asOfRevision(Number(at));
  return Number.isNaN(Date.parse(at)) ? audit.asOf : audit.asOfTitle(dateText(at));
}

function TimeForm() {
  const id = useId();
  const navigate = useNavigate();
  const query = useQuery();
  const timeZone = useSiteTimeZone();
  const now = useNow();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const at = isoTimeIn(timeZone, formText(new FormData(event.currentTarget), 'time'));
    if (at !== null) navigate({ search: searchWith(query, { at }) });
  };
  return (
    <form className={styles.timeForm} onSubmit={handleSubmit}>
      <label className={ui.strong} htmlFor={id}>
        {audit.asOfLabel(timeZoneText(timeZone))}
      </label>
      <div>
        <input
          id={id}
          name="time"
          type="datetime-local"
          max={localTimeIn(timeZone, now)}
          required
        />
        <button type="submit" className={ui.quiet}>
          {audit.asOfShow}
        </button>
      </div>
    </form>
  );
}

type RestoreVersionProps = {
  readonly current: PastBusinessResponse;
  readonly version: PastBusinessResponse;
  readonly decisions: Decisions;
};

/** Restores an earlier version, once a dialog has shown what will change. Nothing where nothing would. */
function RestoreVersion({ current, version, decisions }: RestoreVersionProps) {
  const approves = useSite()?.approveRestoredVersions ?? false;
  const keepsApproved = useStaysPublic();
  if (fieldChanges(current, version).length === 0) return null;
  const isApproved = current.status === 'approved';
  const isPublic = approves || (current.user_id === null && isApproved);
  const staysPublic = keepsApproved && (isApproved || current.wasPublic);
  const waits = staysPublic ? audit.restoredStaysPublic : audit.restoredWaits;
  return (
    <ConfirmedDecision
      decisions={decisions}
      label={audit.restoreVersion}
      title={audit.restoreVersionTitle(version.revision)}
      confirm={audit.restore}
      command={() => versionRestoration(current, version.revision)}
    >
      <p>{isPublic ? audit.restoredIsPublic : waits}</p>
      <VersionChanges
        before={current}
        after={version}
        headings={{ before: audit.now, after: audit.afterRestoring }}
      />
    </ConfirmedDecision>
  );
}
