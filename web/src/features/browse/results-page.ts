import type { BusinessWithoutStats } from '@directory/api/contracts';
import { landmarks, type Results } from '@directory/domain/search';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import { type Filters, filtersSearch } from './filters.ts';

export type ResultsPage = Results<BusinessWithoutStats>;

/** The key of the results in the page data, the same in both views. */
export function resultsKey(filters: Filters): string {
  return `results${filtersSearch({ ...filters, view: 'list' })}`;
}

/** What the filters ask for and, from the second page on, the page. */
export function titleOf(filters: Filters, { page, pages }: ResultsPage): string {
  const title = headingOf(filters);
  return page > 1 ? texts.home.titleOfPage(title, page, pages) : title;
}

/** What the filters ask for: "Masjid in Kampong Bharu", "Kafe near Chow Kit, open now". */
export function headingOf({ q, category, subcategory, near, ...asked }: Filters): string {
  if (q) return texts.home.matching(q);
  const kind = subcategory ?? category ?? texts.home.results;
  const landmark = landmarks.find(({ id }) => id === near);
  return texts.home.heading({ ...asked, kind, near: landmark?.name ?? (near && 'you') });
}
