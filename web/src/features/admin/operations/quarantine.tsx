import type { ViewReportResponse } from '@directory/api/contracts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import styles from './operations-page.module.css';

/** The documents that take in no more events, each with the event that it stopped at. */
export function Quarantine({ views }: { readonly views: readonly ViewReportResponse[] }) {
  const { operations: texts } = useAdminTexts();
  const affected = views.filter(({ quarantinedCount }) => quarantinedCount > 0);
  if (affected.length === 0) return null;
  return (
    <section className={styles.card}>
      <h2>{texts.quarantine}</h2>
      <p className={styles.soft}>{texts.quarantineLead}</p>
      {affected.map(({ name, quarantined, quarantinedCount }) => (
        <div key={name}>
          <h3>{texts.quarantinedIn(name, quarantinedCount)}</h3>
          <ul className={styles.keys}>
            {quarantined.map(({ key, type, eventId, error, diverted }) => (
              <li key={key}>
                <b>{key}</b> {type} <code>{eventId}</code>
                <p className={styles.error}>{error}</p>
                {diverted > 0 && <p className={styles.soft}>{texts.quarantined(diverted)}</p>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
