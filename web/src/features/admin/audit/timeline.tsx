import { accountText } from '@directory/domain/business/events';
import type { HistoryResponse } from '@directory/api/contracts';
import { resultsState, useResultsFocus } from '../../../shared/navigation/link-state.ts';
import { Link, useQuery } from '../../../shared/navigation/router.tsx';
import { queryOf } from '../../../shared/navigation/query.ts';
import type { HistoryEntry, HistoryQuery } from '../../../shared/listing/use-history.ts';
import { audit } from '../../../texts/admin-review-texts.ts';
import { eventLabel, rejectionText, roleNames } from '../../../texts/history-texts.ts';
import { ChangesTable } from '../listings/fields.tsx';
import { Dated } from '../listings/time.tsx';
import ui from '../../../shared/ui/ui.module.css';
import tones from '../../../shared/ui/status-tones.module.css';
import styles from './audit.module.css';
import { count, number } from '../../../texts/count.ts';

type TimelineProps = { readonly history: HistoryResponse };

/** A page of the events, the newest first. */
export function Timeline({ history }: TimelineProps) {
  const { entries, business, before, after } = history;
  return (
    <>
      {(before !== null || after !== null) && <Pages history={history} />}
      <ol className={`${ui.stack} ${styles.timeline}`}>
        {entries.toReversed().map((entry) => (
          <li key={entry.revision} className={tones[entry.status]}>
            <Entry entry={entry} newestRevision={business?.revision ?? entry.revision} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Links to the newest, newer, older and oldest events. */
function Pages({ history: { entries, total, before, after } }: TimelineProps) {
  const query = useQuery();
  const { target } = useResultsFocus<HTMLParagraphElement>();
  const link = (label: string, page: HistoryQuery) => (
    <Link
      to={{ search: queryOf({ before: null, after: null, ...page }, query) }}
      state={resultsState}
    >
      {label}
    </Link>
  );
  return (
    <nav className={`${ui.row} ${ui.small}`} aria-label="Pages of the timeline">
      <p ref={target} tabIndex={-1}>
        Events {number.format(entries.at(0)?.revision ?? 0)} to{' '}
        {number.format(entries.at(-1)?.revision ?? 0)}, {number.format(total)} in all
      </p>
      {after !== null && (
        <>
          {link('Newest', {})}
          {link('Newer', { after })}
        </>
      )}
      {before !== null && (
        <>
          {link('Older', { before })}
          {link('Oldest', { before: entries.length })}
        </>
      )}
    </nav>
  );
}

type EntryProps = { readonly entry: HistoryEntry; readonly newestRevision: number };

function Entry({ entry, newestRevision }: EntryProps) {
  const { revision, type, time, reason, restoredVersion, demonstration, changes } = entry;
  const query = useQuery();
  const isShown = query.get('at') === String(revision);
  return (
    <>
      <h3 className={styles.event}>{eventLabel(type)}</h3>
      <p className={ui.soft}>
        <Dated time={time} /> · {actorText(entry)} · {audit.event(revision)}
        {demonstration && <> · Demo data</>}
      </p>
      {restoredVersion !== null && (
        <p>Restored the version after event {number.format(restoredVersion)}.</p>
      )}
      {reason && <p className={`${styles.reason} ${ui.lines}`}>{rejectionText(reason)}</p>}
      {changes.length > 0 && (
        <details open={type === 'BusinessEdited'}>
          <summary className={`${ui.ownLine} ${ui.strong}`}>
            Changes: {count(changes.length, 'field', 'fields')}
          </summary>
          <ChangesTable changes={changes} />
        </details>
      )}
      <p className={`${ui.row} ${styles.versionLinks}`}>
        <Link
          className={`${ui.ownLine} ${ui.strong}`}
          to={{ search: queryOf({ at: revision }, query) }}
          aria-current={isShown ? 'true' : undefined}
        >
          View this version<span className={ui.hidden}>: {audit.event(revision)}</span>
        </Link>
        {revision < newestRevision && (
          <Link
            className={`${ui.ownLine} ${ui.strong}`}
            to={{ search: queryOf({ compare: `${revision}..${newestRevision}` }, query) }}
          >
            Compare with current<span className={ui.hidden}>: {audit.event(revision)}</span>
          </Link>
        )}
      </p>
    </>
  );
}

/** Who caused an event, for admins. */
export function actorText({ actor, demonstration }: HistoryEntry): string {
  const { role, id, name } = actor;
  if (id === null) return audit.roles[role];
  return `by ${accountText(name, demonstration)} (${roleNames[role]})`;
}
