import {
  facilities,
  hoursLabel,
  orders,
  parseOperatingHours,
  type Facility,
} from '@directory/domain/catalogue';
import { boundsText, parseBounds, parseNear, type PlaceQuery } from '@directory/domain/search';
import { wantedPage } from '../../shared/ui/pager.tsx';

export const ratings = [1, 2, 3, 4, 5] as const;

/** What a visitor chose. Null is "All". */
export type Filters = PlaceQuery & {
  /** Has no effect, as ratings are not collected. */
  readonly rating: number | null;
  /** From 1; may lie beyond the last page. */
  readonly page: number;
  /** Whether the map is shown too. */
  readonly view: 'list' | 'map';
};

/** How much of a search text or of a name is read from the address. */
const maxTextLength = 100;

/** The names of the filters in the address, in the order in which they are written. */
const filterNames = [
  'q',
  'category',
  'subcategory',
  'time',
  'kampong',
  'facility',
  'open',
  'hours',
  'near',
  'area',
  'pin',
  'rating',
  'order',
] as const;

export type FilterName = (typeof filterNames)[number];

const malayFilters: ReadonlySet<FilterName> = new Set([
  'category',
  'subcategory',
  'time',
  'kampong',
  'facility',
]);

/** The language of a filter's values, if it is not English. */
export function langOfFilter(name: FilterName): 'ms' | undefined {
  return malayFilters.has(name) ? 'ms' : undefined;
}

/** A chosen value under its name in the address. */
export type FilterValue = { readonly name: FilterName; readonly value: string };

/** Reads the filters from the query of the address. An unknown value is "All", but any text is a category, sub-category or kampong. */
export function parseFilters(search: URLSearchParams): Filters {
  const rating = Number(search.get('rating'));
  const chosen = search.getAll('facility');
  return {
    category: textOf(search, 'category'),
    subcategory: textOf(search, 'subcategory'),
    time: parseOperatingHours(search.get('time') ?? '') ?? null,
    kampong: textOf(search, 'kampong'),
    facilities: facilities.filter((facility) => chosen.includes(facility)),
    open: search.get('open') === 'now',
    unknownHours: search.get('hours') === 'unknown',
    near: parseNear(search.get('near')),
    area: parseBounds(search.get('area') ?? ''),
    unpinned: search.get('pin') === 'none',
    rating: ratings.find((stars) => stars === rating) ?? null,
    order: orders.find((order) => order === search.get('order')) ?? null,
    q: (search.get('q') ?? '').trim().slice(0, maxTextLength),
    page: wantedPage(search),
    view: search.get('view') === 'map' ? 'map' : 'list',
  };
}

/** The query for these filters with its question mark; empty when nothing is chosen. */
export function filtersSearch(filters: Filters): string {
  const search = new URLSearchParams();
  for (const name of filterNames)
    for (const value of filterValues(filters, name)) search.append(name, value);
  if (filters.page > 1) search.set('page', String(filters.page));
  if (filters.view === 'map') search.set('view', 'map');
  const query = search.toString();
  return query && `?${query}`;
}

/** A filter as its value in the select and the address; empty for "All". */
export function filterValue(filters: Filters, name: FilterName): string {
  return filterValues(filters, name)[0] ?? '';
}

function filterValues(filters: Filters, name: FilterName): readonly string[] {
  return name === 'facility' ? filters.facilities : [valueOf(filters, name)].filter(Boolean);
}

function valueOf(filters: Filters, name: Exclude<FilterName, 'facility'>): string {
  if (name === 'time') return filters.time ? hoursLabel(filters.time) : '';
  if (name === 'open') return filters.open ? 'now' : '';
  if (name === 'hours') return filters.unknownHours ? 'unknown' : '';
  if (name === 'area') return filters.area ? boundsText(filters.area) : '';
  if (name === 'pin') return filters.unpinned ? 'none' : '';
  return String(filters[name] ?? '');
}

/**
 * Sets a filter to a value of its control, empty for "All". Another category resets the subcategory and the page; another place to
 * measure from resets the page, as the nearest places are on the first.
 */
export function withFilter(filters: Filters, name: FilterName, value: string): Filters {
  const search = new URLSearchParams(filtersSearch(filters));
  search.set(name, value);
  if (name === 'category') search.delete('subcategory');
  if (name === 'category' || name === 'near') search.delete('page');
  return parseFilters(search);
}

/** The filters with a facility added, or without it. */
export function toggleFacility(filters: Filters, facility: Facility): Filters {
  const changed = facilities.filter(
    (other) => filters.facilities.includes(other) !== (other === facility),
  );
  return { ...filters, facilities: changed };
}

export function withoutValue(filters: Filters, { name, value }: FilterValue): Filters {
  const facility = facilities.find((each) => name === 'facility' && each === value);
  return facility ? toggleFacility(filters, facility) : withFilter(filters, name, '');
}

/** The filters that are shown as active: no rating, an order only where it is applied, and no unknown hours, which have a note. */
export function activeFilters(filters: Filters, applyOrderBy: boolean): readonly FilterValue[] {
  const isOrdered = applyOrderBy && filters.order?.startsWith('year') === true;
  return filterNames
    .filter((name) => name !== 'rating' && name !== 'hours' && (name !== 'order' || isOrdered))
    .flatMap((name) => filterValues(filters, name).map((value) => ({ name, value })));
}

/** No filters, in the same view. */
export function withoutFilters({ view }: Filters): Filters {
  return { ...parseFilters(new URLSearchParams()), view };
}

function textOf(search: URLSearchParams, name: FilterName): string | null {
  return search.get(name)?.slice(0, maxTextLength) || null;
}
