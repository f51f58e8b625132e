import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import styles from './business-table.module.css';
import type { ColumnName } from './columns.tsx';
import { nextSort, sortNames, type Sort } from './list-sort.ts';

type ColumnHeadingProps = {
  readonly name: ColumnName;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
};

/** A button where the list can be ordered by the column. */
export function ColumnHeading({ name, sort, onSort }: ColumnHeadingProps) {
  const { list } = useAdminTexts();
  const sortName = sortNames.find((known) => known === name);
  const isSorted = sort !== null && sort.name === name;
  return (
    <th scope="col" className={styles[name]} aria-sort={isSorted ? directionOf(sort) : undefined}>
      {sortName ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => {
            onSort(nextSort(sort, sortName));
          }}
        >
          {list.columns[name]}
        </button>
      ) : (
        list.columns[name]
      )}
    </th>
  );
}

function directionOf({ isDescending }: Sort): 'ascending' | 'descending' {
  return isDescending ? 'descending' : 'ascending';
}
