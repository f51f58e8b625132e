import type { ComponentProps } from 'react';
import { listingSortFields, type ListingPageResponse } from '@directory/api/contracts';
import { Select } from '../../../shared/forms/form-fields.tsx';
import { wantedPage } from '../../../shared/ui/pager.tsx';
import { list } from '../../../texts/admin-texts.ts';
import { queryOf } from '../../../shared/navigation/query.ts';
import styles from './list.module.css';
import { number } from '../../../texts/count.ts';

type ListToolsProps = {
  readonly filters: ListFilters;
  /** How many businesses with that name have each status; undefined while loading. */
  readonly counts: ListingPageResponse['counts'] | undefined;
  readonly onFilter: (filters: ListFilters) => void;
};

const statusChoices = ['all', 'approved', 'rejected', 'pending'] as const;

/** The name search and the status filter, both in the sticky header. */
export function ListTools({ filters, counts, onFilter }: ListToolsProps) {
  const labelOf = (status: (typeof statusChoices)[number]) =>
    counts ? `${list.filters[status]} (${number.format(counts[status])})` : list.filters[status];
  return (
    <search className={styles.tools}>
      <label className={styles.tool}>
        <span>Business name</span>
        <input
          type="search"
          className={styles.control}
          value={filters.q}
          maxLength={100}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => onFilter({ ...filters, q: value, page: 1 })}
        />
      </label>
      <ToolSelect
        label="Status"
        options={statusChoices.map((value) => ({ value, label: labelOf(value) }))}
        value={filters.status}
        onChange={({ currentTarget: { value } }) => {
          const { status } = parseListFilters(new URLSearchParams({ status: value }));
          onFilter({ ...filters, status, page: 1 });
        }}
      />
    </search>
  );
}

type ToolSelectProps = ComponentProps<typeof Select> & { readonly label: string };

export function ToolSelect({ label, ...select }: ToolSelectProps) {
  return (
    <label className={styles.tool}>
      <span>{label}</span>
      <Select {...select} className={styles.control} frame={styles.frame} />
    </label>
  );
}

export type SortProps = {
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
};

/** Sorts the cards, which have no column headings. */
export function SortSelect({ sort, onSort }: SortProps) {
  return (
    <ToolSelect
      label="Sort by"
      nothing="Newest first"
      options={listingSortFields.flatMap((name) => [
        { value: name, label: `${list.columns[name]}, ascending` },
        { value: `-${name}`, label: `${list.columns[name]}, descending` },
      ])}
      value={sort ?? ''}
      onChange={({ currentTarget: { value } }) => onSort(parseSort(value))}
    />
  );
}

export type ListFilters = ReturnType<typeof parseListFilters>;

/** The state of the list page, kept in the query of its address; invalid parameters are ignored. */
export function parseListFilters(search: URLSearchParams) {
  return {
    status: statusChoices.find((status) => status === search.get('status')) ?? 'all',
    /** Part of a name as typed, with a trailing space; empty for every name. */
    q: search.get('q') ?? '',
    /** Null for the newest first. */
    sort: parseSort(search.get('sort')),
    /** From 1; may lie beyond the last page. */
    page: wantedPage(search),
  };
}

/** Writes the query of the address; empty for the defaults. */
export function listSearch({ status, q, sort, page }: ListFilters): string {
  return queryOf({ status: status === 'all' ? null : status, q, sort, page });
}

/** The path of this page in the API: always with a parameter, as without any the API answers with all listings. */
export function listingPagePath(filters: ListFilters): string {
  return `/api/businesses${listSearch({ ...filters, q: filters.q.trim() }) || '?page=1'}`;
}

type SortName = (typeof listingSortFields)[number];

/** As the address and the API write them: `kampong`, and `-kampong` for descending. */
const sorts = listingSortFields.flatMap((name) => [name, `-${name}`] as const);
export type Sort = (typeof sorts)[number];

/** Null for anything that is no order. */
function parseSort(text: string | null): Sort | null {
  return sorts.find((sort) => sort === text) ?? null;
}

/** The order after a click on a heading: ascending, then descending, then none. */
export function nextSort(sort: Sort | null, name: SortName): Sort | null {
  if (sort === name) return `-${name}`;
  return sort === `-${name}` ? null : name;
}
