import type { BusinessWithoutStats } from '@directory/api/contracts';
import type { Results } from '@directory/domain/search';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import { type Filters, filtersSearch } from './filters.ts';

export type ResultsPage = Results<BusinessWithoutStats>;

/** The key of the results in the page data. */
export function resultsKey(filters: Filters): string {
  return `results${filtersSearch(filters)}`;
}

/** What the filters ask for and, from the second page on, the page. */
export function titleOf(filters: Filters, { page, pages }: ResultsPage): string {
  const title = headingOf(filters);
  return page > 1 ? texts.home.titleOfPage(title, page, pages) : title;
}

/** What the filters ask for. */
export function headingOf({ q }: Filters): string {
  return q ? texts.home.matching(q) : texts.home.title;
}
