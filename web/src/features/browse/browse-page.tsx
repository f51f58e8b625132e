import { usePageTitle } from '../../shared/navigation/use-page-title.ts';
import { useSite } from '../../shared/site/use-site.ts';
import { useBrowseTexts } from '../../shared/texts/browse-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import { FilterForm } from './filter-form.tsx';
import { findPlaces } from './find-places.ts';
import { Hero } from './hero.tsx';
import { pageOf } from './paging.ts';
import { Results } from './results.tsx';
import { useFilters } from './use-filters.ts';
import { usePlaceList } from './use-place-list.ts';
import styles from './browse-page.module.css';

/** The home page: all approved places, filtered in the browser. */
export function BrowsePage() {
  const { home } = useBrowseTexts();
  const applyOrderBy = useSite()?.applyOrderBy ?? false;
  const { filters, choose } = useFilters();
  const list = usePlaceList();
  const found = findPlaces(list.data ?? [], filters, applyOrderBy);
  const shown = pageOf(found, filters.page);
  usePageTitle(shown.page > 1 ? home.titleOfPage(shown.page, shown.pages) : home.title);
  return (
    <>
      <Hero searched={filters.q} />
      <div className={`${ui.page} ${styles.content}`}>
        <FilterForm filters={filters} choose={choose} applyOrderBy={applyOrderBy} />
        <Results filters={filters} total={found.length} shown={shown} list={list} />
      </div>
    </>
  );
}
