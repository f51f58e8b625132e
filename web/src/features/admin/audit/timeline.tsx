import { Link } from 'react-router-dom';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { Dated } from '../listings/dated.tsx';
import { EventName } from '../listings/event-name.tsx';
import { fieldText, isFieldName } from '../listings/fields.ts';
import panel from '../listings/panel.module.css';
import { ReasonText } from '../listings/reason-text.tsx';
import type { HistoryEntry } from '../../../shared/listing/use-history.ts';
import styles from './history-page.module.css';

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
  const { audit } = useAdminTexts();
  const { revision, type, time, actor, reason, demonstration } = entry;
  return (
    <>
      <h3 className={styles.event}>
        <EventName type={type} />
      </h3>
      <p className={styles.facts}>
        <Dated time={time} /> · <Actor actor={actor} /> · {audit.event(revision)}
        {demonstration && <> · {audit.demonstration}</>}
      </p>
      {reason && (
        <p className={styles.reason}>
          <ReasonText reason={reason} />
        </p>
      )}
      <Changes entry={entry} />
      <Link
        className={styles.then}
        to={{ search: `?at=${revision}` }}
        aria-current={isShown ? 'true' : undefined}
      >
        {audit.asOfEvent}
      </Link>
    </>
  );
}

function Actor({ actor: { role, id, name } }: Pick<HistoryEntry, 'actor'>) {
  const { audit } = useAdminTexts();
  if (id === null) return audit.by(audit.roles[role]);
  return audit.byNamed(name ?? audit.formerAccount, audit.namedRoles[role]);
}

/** Open where something was changed; what a listing began with is there for who wants it. */
function Changes({ entry: { type, changes } }: { readonly entry: HistoryEntry }) {
  const { audit, common, fields } = useAdminTexts();
  if (changes.length === 0) return null;
  const text = (value: unknown) => fieldText(value) || common.empty;
  return (
    <details open={type === 'BusinessEdited'} className={styles.details}>
      <summary>
        {audit.changesTable}: {audit.changes(changes.length)}
      </summary>
      <table className={panel.changes}>
        <thead>
          <tr>
            <th scope="col">{audit.changesTable}</th>
            <th scope="col">{audit.before}</th>
            <th scope="col">{audit.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{isFieldName(field) ? fields[field] : field}</th>
              <td>{text(before)}</td>
              <td>{text(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
