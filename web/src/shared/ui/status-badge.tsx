import { sharedTexts } from '../../texts/shared-texts.ts';
import styles from './status-badge.module.css';

type StatusBadgeProps = {
  readonly status: keyof typeof sharedTexts.statuses;
  /** For tables: smaller, capitalised and without a mark. */
  readonly compact?: boolean;
};

/** The specification shows owners the status in lower case. The mark distinguishes it without colours. */
export function StatusBadge({ status, compact = false }: StatusBadgeProps) {
  return (
    <span className={`${compact ? styles.compact : styles.badge} ${styles[status]}`}>
      {compact ? sharedTexts.statuses[status] : status}
    </span>
  );
}
