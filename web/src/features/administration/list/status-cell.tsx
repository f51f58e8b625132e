import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { StatusBadge } from '../listings/status-badge.tsx';
import type { CellProps } from './cell-props.ts';
import styles from './cells.module.css';

/** What waits can be decided on; choosing asks and does nothing by itself, because on some systems the arrow keys choose. */
export function StatusCell({ business, decisions: { ask, busyId } }: CellProps) {
  const { list } = useAdminTexts();
  if (business.status !== 'pending') return <StatusBadge status={business.status} />;
  const isBusy = busyId === business.id;
  return (
    <div className={styles.status}>
      <StatusBadge status="pending" />
      <span className={styles.selectFrame}>
        <select
          className={styles.select}
          aria-label={list.changeStatusOf(business.businessName)}
          aria-busy={isBusy}
          value=""
          onChange={({ currentTarget: { value } }) => {
            if (!isBusy && (value === 'approve' || value === 'reject')) ask(value, business);
          }}
        >
          <option value="">{list.changeStatus}</option>
          <option value="approve">{list.approve}</option>
          <option value="reject">{list.reject}</option>
        </select>
      </span>
    </div>
  );
}
