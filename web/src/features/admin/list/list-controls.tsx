import { listingSortFields, type ListingPageResponse } from '@directory/api/contracts';
import forms from '../../../shared/forms/forms.module.css';
import ui from '../../../shared/ui/ui.module.css';
import { adminTexts } from '../../../texts/admin-texts.ts';
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

const statuses = ['approved', 'rejected', 'pending'] as const;

/** The state of the list page, kept in the address. */
export type ListFilters = {
  readonly status: (typeof statuses)[number] | 'all';
  /** Part of a name as typed, with a trailing space; empty for every name. */
  readonly q: string;
  /** Null for the newest first. */
  readonly sort: Sort | null;
  /** From 1; may lie beyond the last page. */
  readonly page: number;
};

/** Invalid parameters are ignored. */
export function parseListFilters(search: URLSearchParams): ListFilters {
  const page = search.get('page') ?? '';
  return {
    status: statuses.find((status) => status === search.get('status')) ?? 'all',
    q: search.get('q') ?? '',
    sort: parseSort(search.get('sort')),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The query string with its question mark; empty for the defaults. */
export function listSearch({ status, q, sort, page }: ListFilters): string {
  const search = new URLSearchParams();
  if (status !== 'all') search.set('status', status);
  if (q) search.set('q', q);
  if (sort) search.set('sort', sortText(sort));
  if (page > 1) search.set('page', String(page));
  const query = search.toString();
  return query && `?${query}`;
}

/** The page of the API that shows it: with a parameter also for the defaults, as without any it answers with all listings. */
export function listingPagePath(filters: ListFilters): string {
  return `/api/businesses${listSearch({ ...filters, q: filters.q.trim() }) || '?page=1'}`;
}

type SortName = (typeof listingSortFields)[number];

export type Sort = { readonly name: SortName; readonly isDescending: boolean };

/** Reads `kampong`, or `-kampong` for descending; null for anything else. */
function parseSort(text: string | null): Sort | null {
  const isDescending = text?.startsWith('-') ?? false;
  const name = listingSortFields.find((known) => known === text?.slice(isDescending ? 1 : 0));
  return name ? { name, isDescending } : null;
}

export function sortText({ name, isDescending }: Sort): string {
  return isDescending ? `-${name}` : name;
}

/** Ascending, then descending, then unsorted. */
export function nextSort(sort: Sort | null, name: SortName): Sort | null {
  if (sort?.name !== name) return { name, isDescending: false };
  return sort.isDescending ? null : { name, isDescending: true };
}
