import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import styles from './listings.module.css';

type StatusBadgeProps = { readonly status: 'pending' | 'approved' | 'rejected' | 'deleted' };

export function StatusBadge({ status }: StatusBadgeProps) {
  const { common } = useAdminTexts();
  return <span className={`${styles.badge} ${styles[status]}`}>{common.statuses[status]}</span>;
}
