import { hoursLabel, parseOperatingHours } from '@directory/domain/catalogue';
import { orders, type PlaceQuery } from '@directory/domain/search';

export const ratings = [1, 2, 3, 4, 5] as const;

/** What a visitor chose. Null is "All". */
export type Filters = PlaceQuery & {
  /** Has no effect. */
  readonly rating: number | null;
  /** From 1; may lie beyond the last page. */
  readonly page: number;
};

/** Of the words to search for. */
const maxSearchLength = 100;

export type FilterName = Exclude<keyof Filters, 'page'>;

const filterNames = [
  'q',
  'category',
  'subcategory',
  'time',
  'kampong',
  'rating',
  'order',
] as const satisfies readonly FilterName[];

/** The filters in the query of the address. An unknown value is "All". */
export function parseFilters(search: URLSearchParams): Filters {
  const rating = Number(search.get('rating'));
  return {
    category: search.get('category') || null,
    subcategory: search.get('subcategory') || null,
    time: parseOperatingHours(search.get('time') ?? '') ?? null,
    kampong: search.get('kampong') || null,
    rating: ratings.find((stars) => stars === rating) ?? null,
    order: orders.find((order) => order === search.get('order')) ?? null,
    q: (search.get('q') ?? '').trim().slice(0, maxSearchLength),
    page: parsePage(search.get('page')),
  };
}

/** The query for these filters with its question mark; empty when nothing is chosen. */
export function filtersSearch(filters: Filters): string {
  const search = new URLSearchParams();
  for (const name of filterNames) {
    const value = filterValue(filters, name);
    if (value) search.set(name, value);
  }
  if (filters.page > 1) search.set('page', String(filters.page));
  const query = search.toString();
  return query && `?${query}`;
}

/** A filter as its value in the select and the address; empty for "All". */
export function filterValue(filters: Filters, name: FilterName): string {
  if (name === 'time') return filters.time ? hoursLabel(filters.time) : '';
  return String(filters[name] ?? '');
}

/** The filters after one was set to a value of its select. Another category resets the subcategory and the page. */
export function withFilter(filters: Filters, name: FilterName, value: string): Filters {
  const search = new URLSearchParams(filtersSearch(filters));
  search.set(name, value);
  if (name === 'category') {
    search.delete('subcategory');
    search.delete('page');
  }
  return parseFilters(search);
}

export function activeFilters(filters: Filters): readonly FilterName[] {
  return filterNames.filter((name) => filterValue(filters, name) !== '');
}

function parsePage(text: string | null): number {
  return text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
