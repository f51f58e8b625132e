import { Link } from 'react-router-dom';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { listSearch, type ListFilters } from './list-filters.ts';
import styles from './business-list-page.module.css';

type ListPagerProps = {
  readonly filters: ListFilters;
  readonly page: number;
  readonly pages: number;
};

export function ListPager({ filters, page, pages }: ListPagerProps) {
  const { list } = useAdminTexts();
  if (pages === 1) return null;
  return (
    <nav className={styles.pager} aria-label={list.pages}>
      <Step filters={filters} to={page > 1 ? page - 1 : null} text={list.previous} />
      <span className={styles.pageOf}>{list.pageOf(page, pages)}</span>
      <Step filters={filters} to={page < pages ? page + 1 : null} text={list.next} />
    </nav>
  );
}

type StepProps = {
  readonly filters: ListFilters;
  /** Null at the end, where there is nowhere to go. */
  readonly to: number | null;
  readonly text: string;
};

function Step({ filters, to, text }: StepProps) {
  if (to === null)
    return (
      <span className={styles.step} role="link" aria-disabled="true">
        {text}
      </span>
    );
  return (
    <Link className={styles.step} to={{ search: listSearch({ ...filters, page: to }) }}>
      {text}
    </Link>
  );
}
