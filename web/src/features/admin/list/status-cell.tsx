import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { Dated } from '../listings/dated.tsx';
import { StatusBadge } from '../listings/status-badge.tsx';
import type { CellProps } from './cell-props.ts';
import styles from './cells.module.css';

/** The status and since when; what waits can be decided on. */
export function StatusCell({ business, decisions }: CellProps) {
  return (
    <div className={styles.status}>
      <StatusBadge status={business.status} />
      <span className={styles.since}>
        <Dated time={business.changedAt} />
      </span>
      {business.status === 'pending' && <ChangeStatus business={business} decisions={decisions} />}
    </div>
  );
}

/** Choosing asks and does nothing by itself, because on some systems the arrow keys choose. */
function ChangeStatus({ business, decisions: { ask, busyId } }: CellProps) {
  const { list } = useAdminTexts();
  const isBusy = busyId === business.id;
  return (
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
  );
}
