import type { OwnBusinessResponse } from '@directory/api/contracts';
import { pageOf, type Page } from '@directory/domain/search';
import { statuses, type Status } from '../listings/listings.ts';

/** The state of the list page, kept in the address. */
export type ListFilters = {
  readonly status: Status | 'all';
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

export function matchingName<Listing extends Pick<OwnBusinessResponse, 'businessName'>>(
  listings: readonly Listing[],
  q: string,
): readonly Listing[] {
  const wanted = q.trim().toLowerCase();
  return listings.filter(({ businessName }) => businessName.toLowerCase().includes(wanted));
}

export function withStatus<Listing extends Pick<OwnBusinessResponse, 'status'>>(
  listings: readonly Listing[],
  status: ListFilters['status'],
): readonly Listing[] {
  return status === 'all' ? listings : listings.filter((listing) => listing.status === status);
}

const rowsPerPage = 25;

type ListPage<Listing> = Page<Listing> & {
  /** Counted from 1; both are 0 for an empty list. */
  readonly first: number;
  readonly last: number;
};

/** The wanted page, or the last one when there are fewer pages. */
export function listPage<Listing>(listings: readonly Listing[], wanted: number): ListPage<Listing> {
  const shown = pageOf(listings, wanted, rowsPerPage);
  const start = (shown.page - 1) * rowsPerPage;
  const length = shown.items.length;
  return { ...shown, first: length && start + 1, last: start + length };
}

/** The columns that the list can be sorted by. */
export const sortNames = [
  'businessName',
  'phone',
  'operatingHours',
  'yearStarted',
  'email',
  'website',
  'onlineOrder',
  'address',
  'synopsis',
  'businessInfo',
  'subCategory',
  'kampong',
  'facilities',
  'status',
] as const;
type SortName = (typeof sortNames)[number];

export type Sort = { readonly name: SortName; readonly isDescending: boolean };

/** Reads `kampong`, or `-kampong` for descending; null for anything else. */
export function parseSort(text: string | null): Sort | null {
  const isDescending = text?.startsWith('-') ?? false;
  const name = sortNames.find((known) => known === text?.slice(isDescending ? 1 : 0));
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

/** A stable sort; empty values come last in both directions. */
export function sortListings<Listing extends Pick<OwnBusinessResponse, SortName>>(
  listings: readonly Listing[],
  sort: Sort | null,
): readonly Listing[] {
  if (sort === null) return listings;
  const keyed = listings.map((listing) => ({ listing, key: sortKey(listing[sort.name]) }));
  const direction = sort.isDescending ? -1 : 1;
  keyed.sort(
    (a, b) =>
      Number(a.key === '') - Number(b.key === '') || direction * collator.compare(a.key, b.key),
  );
  return keyed.map(({ listing }) => listing);
}

const collator = new Intl.Collator('ms', { numeric: true, sensitivity: 'base' });

function sortKey(value: OwnBusinessResponse[SortName]): string {
  if (Array.isArray(value)) return value.join(', ');
  return value === null ? '' : String(value).trim();
}
