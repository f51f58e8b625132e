import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import styles from './business-list-page.module.css';
import { parseSort, sortNames, sortText, type Sort } from './list-sort.ts';

type SortSelectProps = {
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
};

/** The order of the list where there are no column headings to press. */
export function SortSelect({ sort, onSort }: SortSelectProps) {
  const { list } = useAdminTexts();
  return (
    <label className={styles.tool}>
      <span>{list.sort}</span>
      <select
        className={styles.control}
        value={sort ? sortText(sort) : ''}
        onChange={({ currentTarget: { value } }) => {
          onSort(parseSort(value));
        }}
      >
        <option value="">{list.newestFirst}</option>
        {sortNames.flatMap((name) => [
          <option key={name} value={name}>
            {list.ascending(list.columns[name])}
          </option>,
          <option key={`-${name}`} value={`-${name}`}>
            {list.descending(list.columns[name])}
          </option>,
        ])}
      </select>
    </label>
  );
}
