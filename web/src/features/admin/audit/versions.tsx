import type { HistoryResponse } from '@directory/api/contracts';
import { type ReactNode, type SubmitEvent, useRef, type ComponentProps } from 'react';
import { useNavigate, useQuery } from '../../../shared/navigation/router.tsx';
import { queryOf } from '../../../shared/navigation/query.ts';
import { TextField, SelectField, useChoiceForm } from '../../../shared/forms/form-fields.tsx';
import { textOf } from '@directory/domain/shared/unknown';
import {
  endOfMinuteIn,
  localTimeIn,
  minute,
  useDateText,
  timeZoneText,
  useSiteTimeZone,
  withFullYear,
} from '../../../shared/listing/site-time.ts';
import { isRevision, useHistory, type HistoryEntry } from '../../../shared/listing/use-history.ts';
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
import { useNow, Dated } from '../listings/time.tsx';
import styles from './audit.module.css';
import { useSite } from '../../../shared/resource/use-resource.ts';
import { fieldChanges, VersionChanges } from '../review/comparison.tsx';
import { number } from '../../../texts/count.ts';
import { eventLabel } from '../../../texts/history-texts.ts';
import { actorText } from './timeline.tsx';
import { LineLink } from '../../../shared/ui/controls.tsx';

type HistoricalSnapshotProps = {
  /** The history up to now. */
  readonly current: HistoryResponse;
  readonly decisions: Decisions;
};

/** The current version, or that of the time or revision in the address. */
export function HistoricalSnapshot({ current, decisions }: HistoricalSnapshotProps) {
  const query = useQuery();
  const at = query.get('at');
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnChange(heading, at ?? 'now');
  const dateText = useDateText();
  const navigate = useNavigate();
  const timeZone = useSiteTimeZone();
  const now = useNow();
  const isLater = at !== null && !isRevision(at) && Date.parse(at) > now + minute;
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = textOf(new FormData(event.currentTarget).get('time'));
    // The timeline shows minutes: an event of the minute that is entered has happened.
    const time = endOfMinuteIn(timeZone, withFullYear(entered));
    if (time !== null) navigate({ search: queryOf({ at: time }, query) });
  };
  return (
    <section className={ui.panel}>
      <h2 ref={heading} tabIndex={-1} className={styles.panelTitle}>
        {at === null || isLater ? 'Current version' : titleOf(at, dateText)}
      </h2>
      {isLater && <p className={ui.note}>The time you chose is in the future.</p>}
      <form className={`${ui.row} ${styles.timeForm}`} onSubmit={handleSubmit}>
        <TextField
          name="time"
          label={`View as of (${timeZoneText(timeZone)})`}
          type="datetime-local"
          max={localTimeIn(timeZone, now)}
          required
        />
        <button className={ui.quiet}>Show</button>
      </form>
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

type VersionProps = { readonly history: HistoryResponse; readonly children?: ReactNode };

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
      busy={decisions.isBusy}
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

/** A choice of two versions, and how they differ. */
export function VersionComparison({ history }: { readonly history: HistoryResponse }) {
  const navigate = useNavigate();
  const query = useQuery();
  const compared = comparedRevisions(query);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnChange(heading, compared?.join());
  const { entries } = history;
  const newest = entries.at(-1)?.revision ?? '';
  const [from, to] = compared ?? [entries.at(-2)?.revision ?? newest, newest];
  const chosen = { from: String(from), to: String(to) };
  const { field, handleSubmit } = useChoiceForm(chosen, (entered) =>
    navigate({ search: queryOf({ compare: `${entered.from}..${entered.to}` }, query) }),
  );
  return (
    <section className={ui.panel}>
      <h2 ref={heading} tabIndex={-1} className={styles.panelTitle}>
        Compare versions
      </h2>
      <form className={`${ui.stack} ${styles.compareForm}`} onSubmit={handleSubmit}>
        <VersionSelect {...field('from')} label="From" entries={entries} chosen={chosen.from} />
        <VersionSelect {...field('to')} label="To" entries={entries} chosen={chosen.to} />
        <button className={ui.quiet}>Compare</button>
      </form>
      <p role="status" className={ui.note}>
        {compared && compared[0] === compared[1] && 'Choose two different versions.'}
      </p>
      {compared && compared[0] !== compared[1] && <Versions id={history.id} compared={compared} />}
    </section>
  );
}

/** Two revisions, the older first. */
type Compared = readonly [from: number, to: number];

/** The versions that the address compares, as `3..7`; null for none. */
function comparedRevisions(query: URLSearchParams): Compared | null {
  const [, first, second] = /^(\d{1,9})\.\.(\d{1,9})$/.exec(query.get('compare') ?? '') ?? [];
  if (first === undefined || second === undefined) return null;
  const [a, b] = [Number(first), Number(second)];
  return [Math.min(a, b), Math.max(a, b)];
}

type VersionSelectProps = Omit<ComponentProps<typeof SelectField>, 'options'> & {
  readonly value: string;
  readonly entries: readonly HistoryEntry[];
  /** That of the address. */
  readonly chosen: string;
};

/** The events of the page of the timeline, the newest first, and those chosen in the address and here wherever they are. */
function VersionSelect({ entries, chosen, ...field }: VersionSelectProps) {
  const dateText = useDateText();
  const options = entries.toReversed().map(({ revision, type, time }) => ({
    value: String(revision),
    label: `${number.format(revision)} · ${eventLabel(type)} · ${dateText(time)}`,
  }));
  const isElsewhere = (version: string) =>
    version !== '' && options.every(({ value }) => value !== version);
  const elsewhere = [...new Set([chosen, field.value])]
    .filter(isElsewhere)
    .map((value) => ({ value, label: audit.event(Number(value)) }));
  return <SelectField {...field} options={[...elsewhere, ...options]} />;
}

type VersionsProps = { readonly id: string; readonly compared: Compared };

function Versions({ id, compared: [from, to] }: VersionsProps) {
  const before = useHistory(id, { at: from, limit: 1 });
  const after = useHistory(id, { at: to, limit: 1 });
  const failed = [before, after].find(({ error }) => error !== undefined);
  const older = before.data?.business;
  const newer = after.data?.business;
  return (
    <div className={ui.stack}>
      <LoadState resource={failed ?? (before.data ? after : before)} failed={audit.failed} />
      {before.data && after.data && (
        <div className={`${ui.stack} ${styles.versions}`}>
          <VersionOrigin history={before.data} />
          <VersionOrigin history={after.data} />
        </div>
      )}
      {older && newer && (
        <VersionChanges
          before={older}
          after={newer}
          headings={{ before: audit.event(from), after: audit.event(to) }}
        />
      )}
    </div>
  );
}

/** When a version began, by whom, and its status. */
function VersionOrigin({ history: { entries, status } }: { readonly history: HistoryResponse }) {
  const entry = entries.at(-1);
  if (!entry) return null;
  return (
    <div className={`${ui.stack} ${ui.start} ${styles.version}`}>
      <h3 className={styles.event}>
        Event {number.format(entry.revision)}: {eventLabel(entry.type)}
      </h3>
      <p className={ui.soft}>
        <Dated time={entry.time} /> · {actorText(entry)}
      </p>
      {status && <StatusBadge compact status={status} />}
    </div>
  );
}
