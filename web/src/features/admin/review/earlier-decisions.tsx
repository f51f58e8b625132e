import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { Dated } from '../listings/dated.tsx';
import { EventName } from '../listings/event-name.tsx';
import { ReasonText } from '../listings/reason-text.tsx';
import type { HistoryEntry } from '../../../shared/listing/use-history.ts';
import styles from './review-item.module.css';

const decisionTypes = ['BusinessApproved', 'BusinessRejected', 'DecisionWithdrawn'];

/** The newest first. */
export function EarlierDecisions({ entries }: { readonly entries: readonly HistoryEntry[] }) {
  const { review } = useAdminTexts();
  const decisions = entries.filter(({ type }) => decisionTypes.includes(type)).toReversed();
  return (
    <section className={styles.section}>
      <h3>{review.earlier}</h3>
      {decisions.length === 0 ? (
        <p>{review.noEarlier}</p>
      ) : (
        <ul className={styles.list}>
          {decisions.map(({ revision, type, time, reason }) => (
            <li key={revision}>
              <strong>
                <EventName type={type} />
              </strong>{' '}
              <Dated time={time} />
              {reason && (
                <p>
                  <ReasonText reason={reason} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
