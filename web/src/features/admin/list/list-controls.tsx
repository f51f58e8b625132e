import { listingSortFields, type ListingPageResponse } from '@directory/api/contracts';
import forms from '../../../shared/forms/forms.module.css';
import ui from '../../../shared/ui/ui.module.css';
import { adminTexts } from '../../../texts/admin-texts.ts';
import {
  parseListFilters,
  parseSort,
  sortText,
  type ListFilters,
  type Sort,
} from './list-filters.ts';
import type { ColumnChoice } from './cells.tsx';
import styles from './list.module.css';

const { list } = adminTexts;

type ListToolsProps = {
  readonly filters: ListFilters;
  /** Of the businesses with that name; undefined while loading. */
  readonly counts: ListingPageResponse['counts'] | undefined;
  readonly onFilter: (filters: ListFilters) => void;
};

const statusChoices = ['all', 'approved', 'rejected', 'pending'] as const;

/** The name search and the status filter, both in the sticky header. */
export function ListTools({ filters, counts, onFilter }: ListToolsProps) {
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
        <span className={`${ui.selectFrame} ${styles.frame}`}>
          <select
            className={`${forms.select} ${styles.control}`}
            value={filters.status}
            onChange={({ currentTarget: { value } }) => {
              const { status } = parseListFilters(new URLSearchParams({ status: value }));
              onFilter({ ...filters, status, page: 1 });
            }}
          >
            {statusChoices.map((status) => (
              <option key={status} value={status}>
                {counts ? list.option(list.filters[status], counts[status]) : list.filters[status]}
              </option>
            ))}
          </select>
        </span>
      </label>
    </search>
  );
}

type SortSelectProps = {
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
};

/** Sorts the cards, which have no column headings. */
export function SortSelect({ sort, onSort }: SortSelectProps) {
  return (
    <label className={styles.tool}>
      <span>{list.sort}</span>
      <span className={`${ui.selectFrame} ${styles.frame}`}>
        <select
          className={`${forms.select} ${styles.control}`}
          value={sort ? sortText(sort) : ''}
          onChange={({ currentTarget: { value } }) => {
            onSort(parseSort(value));
          }}
        >
          <option value="">{list.newestFirst}</option>
          {listingSortFields.flatMap((name) => [
            <option key={name} value={name}>
              {list.ascending(list.columns[name])}
            </option>,
            <option key={`-${name}`} value={`-${name}`}>
              {list.descending(list.columns[name])}
            </option>,
          ])}
        </select>
      </span>
    </label>
  );
}

type ColumnSelectProps = {
  readonly chosen: ColumnChoice;
  readonly onChoose: (choice: string) => void;
};

/** Which columns the table shows. */
export function ColumnSelect({ chosen, onChoose }: ColumnSelectProps) {
  return (
    <label className={styles.tool}>
      <span>{list.columnChoice}</span>
      <span className={`${ui.selectFrame} ${styles.frame}`}>
        <select
          className={`${forms.select} ${styles.control}`}
          value={chosen}
          onChange={({ currentTarget: { value } }) => {
            onChoose(value);
          }}
        >
          {Object.entries(list.columnChoices).map(([choice, label]) => (
            <option key={choice} value={choice}>
              {label}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}
