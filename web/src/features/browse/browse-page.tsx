import { usePageTitle } from '../../shared/navigation/use-page-title.ts';
import { useSite } from '../../shared/site/use-site.ts';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import styles from './browse-page.module.css';
import { FilterForm } from './filter-form.tsx';
import { Hero } from './hero.tsx';
import { titleOf } from './results-page.ts';
import { Results } from './results.tsx';
import { useFilters } from './use-filters.ts';
import { useResults } from './use-results.ts';

/** The home page: all approved places, filtered in the browser once they are there. */
export function BrowsePage() {
  const applyOrderBy = useSite()?.applyOrderBy ?? false;
  const { filters, choose } = useFilters();
  const results = useResults(filters, applyOrderBy);
  usePageTitle(results.data ? titleOf(results.data) : texts.home.title);
  return (
    <>
      <Hero searched={filters.q} />
      <div className={`${ui.page} ${styles.content}`}>
        <FilterForm filters={filters} choose={choose} applyOrderBy={applyOrderBy} />
        <Results filters={filters} results={results} />
      </div>
    </>
  );
}
