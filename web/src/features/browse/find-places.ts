import type { BusinessWithoutStats } from '@directory/api/contracts';
import { coversHours } from '@directory/domain/catalogue';
import { type Page, pageOf } from '../../shared/ui/pager.tsx';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import { type Filters, filtersSearch } from './filters.ts';

/** The places that match the filters. Rating has no effect, and Order By only if the site applies it. */
export function findPlaces(
  places: readonly BusinessWithoutStats[],
  filters: Filters,
  applyOrderBy: boolean,
): readonly BusinessWithoutStats[] {
  const found = places.filter((place) => matches(place, filters));
  return applyOrderBy ? inOrder(found, filters.order) : found;
}

function matches(place: BusinessWithoutStats, { time, q, ...exact }: Filters): boolean {
  return (
    equals(exact.category, place.businessInfo) &&
    equals(exact.subcategory, place.subCategory) &&
    equals(exact.kampong, place.kampong) &&
    (time === null || (place.operatingHours !== null && coversHours(place.operatingHours, time))) &&
    plain(place.businessName).includes(plain(q))
  );
}

function equals(wanted: string | null, value: string | null): boolean {
  return wanted === null || value === wanted;
}

/** Ignores case and accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A place without a year comes last in both directions. */
function inOrder(places: readonly BusinessWithoutStats[], order: Filters['order']) {
  if (order !== 'year-newest' && order !== 'year-oldest') return places;
  const direction = order === 'year-newest' ? -1 : 1;
  return places.toSorted((a, b) => {
    if (a.yearStarted === null || b.yearStarted === null)
      return Number(a.yearStarted === null) - Number(b.yearStarted === null);
    return (a.yearStarted - b.yearStarted) * direction;
  });
}

const pageSize = 12;

/** One page of what was found. */
export type ResultsPage = Page<BusinessWithoutStats> & {
  /** The number of places on all pages. */
  readonly total: number;
};

export function findResults(
  places: readonly BusinessWithoutStats[],
  filters: Filters,
  applyOrderBy: boolean,
): ResultsPage {
  const found = findPlaces(places, filters, applyOrderBy);
  return { ...pageOf(found, filters.page, pageSize), total: found.length };
}

/** The key of the results in the page data. */
export function resultsKey(filters: Filters): string {
  return `results${filtersSearch(filters)}`;
}

export function titleOf({ page, pages }: ResultsPage): string {
  return page > 1 ? texts.home.titleOfPage(page, pages) : texts.home.title;
}
