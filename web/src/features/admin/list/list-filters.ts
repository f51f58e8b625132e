import { statuses, type Status } from '../listings/count-by-status.ts';
import { parseSort, sortText, type Sort } from './list-sort.ts';

/** What of the list is shown. */
export type ListFilters = {
  readonly status: Status | 'all';
  /** Part of a name, as typed: a blank at the end is one before the next word. Empty for every name. */
  readonly q: string;
  /** Null for the newest first. */
  readonly sort: Sort | null;
  /** From 1; may lie beyond the last page. */
  readonly page: number;
};

const rowsPerPage = 25;

/** The filters as the address says them. What cannot be understood is everything. */
export function parseListFilters(search: URLSearchParams): ListFilters {
  const page = search.get('page') ?? '';
  return {
    status: statuses.find((status) => status === search.get('status')) ?? 'all',
    q: search.get('q') ?? '',
    sort: parseSort(search.get('sort')),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The query part of the address, with its question mark; empty for everything. */
export function listSearch({ status, q, sort, page }: ListFilters): string {
  const search = new URLSearchParams();
  if (status !== 'all') search.set('status', status);
  if (q) search.set('q', q);
  if (sort) search.set('sort', sortText(sort));
  if (page > 1) search.set('page', String(page));
  const query = search.toString();
  return query && `?${query}`;
}

type Filtered = { readonly businessName: string; readonly status: Status };

export function matchingName<Listing extends Pick<Filtered, 'businessName'>>(
  listings: readonly Listing[],
  q: string,
): readonly Listing[] {
  const wanted = q.trim().toLowerCase();
  return listings.filter(({ businessName }) => businessName.toLowerCase().includes(wanted));
}

export function withStatus<Listing extends Pick<Filtered, 'status'>>(
  listings: readonly Listing[],
  status: ListFilters['status'],
): readonly Listing[] {
  return status === 'all' ? listings : listings.filter((listing) => listing.status === status);
}

export type ListPage<Listing> = {
  readonly rows: readonly Listing[];
  readonly page: number;
  readonly pages: number;
  /** Counted from 1; both 0 of an empty list. */
  readonly first: number;
  readonly last: number;
};

/** The wanted page, or the last one where there is none so far back. */
export function pageOf<Listing>(listings: readonly Listing[], wanted: number): ListPage<Listing> {
  const pages = Math.max(1, Math.ceil(listings.length / rowsPerPage));
  const page = Math.min(wanted, pages);
  const start = (page - 1) * rowsPerPage;
  const rows = listings.slice(start, start + rowsPerPage);
  return { rows, page, pages, first: rows.length && start + 1, last: start + rows.length };
}
