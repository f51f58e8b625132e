import type { BusinessResponse } from '@directory/api/contracts';
import styles from './status-badge.module.css';

/** In the lower case in which the status is kept; the mark tells it apart for whom colours do not. */
export function StatusBadge({ status }: { readonly status: BusinessResponse['status'] }) {
  return <span className={`${styles.badge} ${styles[status]}`}>{status}</span>;
}
