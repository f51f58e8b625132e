import { listingSortFields, type OwnBusinessResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { FieldRow } from '../../../shared/listing/listing-parts.tsx';
import { showFocused } from '../../../shared/navigation/page-heading.tsx';
import { ScrollRegion } from '../../../shared/ui/scroll-region.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { common, list } from '../../../texts/admin-texts.ts';
import type { Decisions } from '../decisions/use-decisions.ts';
import { rowId } from '../listings/focus.ts';
import {
  ActionCell,
  columns,
  ColumnValue,
  NameLink,
  StatusCell,
  type CellProps,
  type Column,
  type ColumnName,
} from './cells.tsx';
import { nextSort, type SortProps } from './list-controls.tsx';
import styles from './list.module.css';

type BusinessRowsProps = {
  readonly businesses: readonly OwnBusinessResponse[];
  readonly caption: string;
  readonly decisions: Decisions;
};

type BusinessTableProps = BusinessRowsProps &
  SortProps & { readonly page: number; readonly columns: readonly Column[] };

export function BusinessTable(props: BusinessTableProps) {
  const { businesses, caption, page, columns, decisions, ...sorting } = props;
  return (
    <ScrollRegion
      className={`${ui.card} ${styles.region}`}
      fades={false}
      label="Business list, scrolls sideways"
      page={page}
    >
      <table className={styles.table}>
        <caption className={ui.hidden}>{caption}</caption>
        <thead>
          <tr>
            <ColumnHeading name="businessName" {...sorting} />
            {columns.map(({ name }) => (
              <ColumnHeading key={name} name={name} {...sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {businesses.map((business) => (
            <tr key={business.id} aria-busy={decisions.busyId === business.id}>
              <th scope="row" id={rowId(business.id)} tabIndex={-1}>
                <NameLink business={business} />
              </th>
              {columns.map((column) => (
                <td
                  key={column.name}
                  lang={column.lang}
                  className={styles[column.name]}
                  title={'text' in column ? String(column.text(business) ?? '') : undefined}
                >
                  <ColumnValue column={column} business={business} decisions={decisions} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

type ColumnHeadingProps = SortProps & { readonly name: ColumnName };

/** The heading of a column; a button if the list can be sorted by it. */
function ColumnHeading({ name, sort, onSort }: ColumnHeadingProps) {
  const sortName = listingSortFields.find((known) => known === name);
  return (
    <th
      scope="col"
      className={styles[name]}
      aria-sort={sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined}
    >
      {sortName ? (
        <button
          type="button"
          className={styles.sort}
          // The columns that stay in sight would cover it.
          onFocus={showFocused}
          onClick={() => onSort(nextSort(sort, sortName))}
        >
          {list.columns[name]}
        </button>
      ) : (
        list.columns[name]
      )}
    </th>
  );
}

/** The table for narrow screens: cards with name, status and actions, and the rest on demand. */
export function BusinessCards({ businesses, caption, decisions }: BusinessRowsProps) {
  return (
    <ul className={ui.stack} aria-label={caption}>
      {businesses.map((business) => (
        <li
          key={business.id}
          className={`${ui.card} ${ui.tight} ${styles.card}`}
          aria-busy={decisions.busyId === business.id}
        >
          <h2 id={rowId(business.id)} tabIndex={-1} className={ui.subtitle}>
            <NameLink business={business} />
          </h2>
          <div className={`${ui.row} ${ui.spread}`}>
            <StatusCell business={business} decisions={decisions} />
            <ActionCell business={business} decisions={decisions} />
          </div>
          <Details business={business} decisions={decisions} />
        </li>
      ))}
    </ul>
  );
}

function Details(cell: CellProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary className={`${ui.ownLine} ${ui.strong}`}>
        Details <span className={ui.hidden}>{` ${cell.business.businessName}`}</span>
      </summary>
      {isOpen && (
        <dl>
          {columns
            .filter(({ name }) => name !== 'status' && name !== 'action')
            .map((column) => (
              <FieldRow key={column.name} label={list.columns[column.name]} nothing={common.empty}>
                <div lang={column.lang}>
                  <ColumnValue column={column} {...cell} />
                </div>
              </FieldRow>
            ))}
        </dl>
      )}
    </details>
  );
}
