import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import type { StatusCounts } from '../listings/count-by-status.ts';
import { parseListFilters, type ListFilters } from './list-filters.ts';
import styles from './business-list-page.module.css';

type ListToolsProps = {
  readonly filters: ListFilters;
  /** Of the businesses with that name; undefined until they are known. */
  readonly counts: StatusCounts | undefined;
  readonly onFilter: (filters: ListFilters) => void;
};

const choices = ['all', 'approved', 'rejected', 'pending'] as const;

/** The status filter and the search for a name, both in the sticky header. */
export function ListTools({ filters, counts, onFilter }: ListToolsProps) {
  const { list } = useAdminTexts();
  return (
    <search className={styles.tools}>
      <label className={styles.tool}>
        <span>{list.search}</span>
        <input
          type="search"
          className={styles.control}
          value={filters.q}
          maxLength={100}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => {
            onFilter({ ...filters, q: value, page: 1 });
          }}
        />
      </label>
      <label className={styles.tool}>
        <span>{list.filter}</span>
        <select
          className={styles.control}
          value={filters.status}
          onChange={({ currentTarget: { value } }) => {
            const { status } = parseListFilters(new URLSearchParams({ status: value }));
            onFilter({ ...filters, status, page: 1 });
          }}
        >
          {choices.map((status) => (
            <option key={status} value={status}>
              {counts ? list.option(list.filters[status], counts[status]) : list.filters[status]}
            </option>
          ))}
        </select>
      </label>
    </search>
  );
}
