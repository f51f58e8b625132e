import { listingSortFields } from '@directory/api/contracts';

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
export function parseSort(text: string | null): Sort | null {
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
