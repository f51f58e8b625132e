import type { BusinessWithoutStats } from '@directory/api/contracts';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import { filtersSearch, type Filters } from './filters.ts';
import { findPlaces } from './find-places.ts';
import { pageOf, type Page } from '../../shared/ui/pager.tsx';

const pageSize = 12;

/** One page of what was found. */
export type ResultsPage = Page<BusinessWithoutStats> & {
  /** How many places there are on all pages. */
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

/** Under what name the results for some filters come with the page. */
export function resultsKey(filters: Filters): string {
  return `results${filtersSearch(filters)}`;
}

export function titleOf({ page, pages }: ResultsPage): string {
  return page > 1 ? texts.home.titleOfPage(page, pages) : texts.home.title;
}
