import { Link } from 'react-router-dom';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import type { CellProps } from './cell-props.ts';
import styles from './cells.module.css';

export function ActionCell({ business, decisions: { ask, busyId } }: CellProps) {
  const { list } = useAdminTexts();
  const { id, businessName } = business;
  const ofBusiness = <span className={ui.hidden}>{list.ofBusiness(businessName)}</span>;
  return (
    <div className={styles.actions}>
      <button
        type="button"
        className={styles.delete}
        aria-busy={busyId === id}
        onClick={() => {
          if (busyId !== id) ask('delete', business);
        }}
      >
        {list.delete} {ofBusiness}
      </button>
      <Link className={styles.history} to={`/adminDashboard/history/${id}`}>
        {list.history} {ofBusiness}
      </Link>
    </div>
  );
}
