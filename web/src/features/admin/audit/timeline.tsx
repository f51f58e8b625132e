import { Link } from 'react-router-dom';
import type { HistoryEntry } from '../../../shared/listing/use-history.ts';
import { adminTexts } from '../../../texts/admin-texts.ts';
import { eventLabel, rejectionText } from '../../../texts/business-texts.ts';
import { ChangesTable } from '../listings/fields.tsx';
import { Dated } from '../listings/time.tsx';
import ui from '../../../shared/ui/ui.module.css';
import styles from './audit.module.css';

const { audit } = adminTexts;

type TimelineProps = {
  readonly entries: readonly HistoryEntry[];
  /** A time or a revision; null for now. */
  readonly shownAt: string | null;
};

/** The newest first. */
export function Timeline({ entries, shownAt }: TimelineProps) {
  return (
    <ol className={styles.timeline}>
      {entries.toReversed().map((entry) => (
        <li key={entry.revision} className={styles[entry.status]}>
          <Entry entry={entry} isShown={shownAt === String(entry.revision)} />
        </li>
      ))}
    </ol>
  );
}

type EntryProps = { readonly entry: HistoryEntry; readonly isShown: boolean };

function Entry({ entry, isShown }: EntryProps) {
  const { revision, type, time, actor, reason, demonstration, changes } = entry;
  return (
    <>
      <h3 className={styles.event}>{eventLabel(type)}</h3>
      <p className={ui.soft}>
        <Dated time={time} /> · {actorText(actor)} · {audit.event(revision)}
        {demonstration && <> · {audit.demonstration}</>}
      </p>
      {reason && <p className={styles.reason}>{rejectionText(reason)}</p>}
      {changes.length > 0 && (
        <details open={type === 'BusinessEdited'} className={styles.details}>
          <summary>{audit.changes(changes.length)}</summary>
          <ChangesTable changes={changes} headings={audit} />
        </details>
      )}
      <Link
        className={styles.versionLink}
        to={{ search: `?at=${revision}` }}
        aria-current={isShown ? 'true' : undefined}
      >
        {audit.asOfEvent}
      </Link>
    </>
  );
}

function actorText({ role, id, name }: HistoryEntry['actor']): string {
  if (id === null) return audit.roles[role];
  return audit.byNamed(name ?? audit.deletedAccount, audit.namedRoles[role]);
}
