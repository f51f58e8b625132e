import { rejectionSentence } from '../../shared/listing/rejection-sentence.ts';
import { useHistory, type HistoryEntry } from '../../shared/listing/use-history.ts';
import { myBusinessTexts, myBusinessTexts as texts } from '../../texts/my-business-texts.ts';
import { ownerTexts } from '../../texts/owner-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import styles from './my-business.module.css';

const { history } = myBusinessTexts;
const { fields, rejections } = ownerTexts;

/** What happened to the listing and why, the newest first. */
export function History({ id }: { readonly id: string }) {
  const { data, error, retry } = useHistory(id);
  if (!data && error === undefined) return null;
  return (
    <section className={styles.section}>
      <h2>{texts.history.title}</h2>
      {error !== undefined && (
        <div className={styles.quiet}>
          <p role="status">{texts.history.failed}</p>
          <button type="button" className={ui.quiet} onClick={retry}>
            {texts.retry}
          </button>
        </div>
      )}
      {data && (
        <ol className={styles.history}>
          {data.entries.toReversed().map((entry) => (
            <Entry key={entry.revision} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ entry }: { readonly entry: HistoryEntry }) {
  const labels: Readonly<Record<string, string>> = fields;
  const changed = entry.changes.map(({ field }) => labels[field] ?? field);
  const reason = rejectionSentence(entry.reason, rejections);
  return (
    <li>
      <p>
        <strong>{history.events[entry.type] ?? entry.type}</strong> {history.by[entry.actor.role]}
        {', '}
        <time dateTime={entry.time}>{dateOf(entry.time)}</time>
      </p>
      {reason && <p className={styles.rejected}>{reason}</p>}
      {entry.type === 'BusinessEdited' && changed.length > 0 && (
        <p className={styles.changed}>{history.changed(changed)}</p>
      )}
    </li>
  );
}

function dateOf(time: string): string {
  return new Date(time).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
}
