import { drawing } from '../../shared/drawing/drawings.tsx';
import { PageHeading, usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { useSite } from '../../shared/resource/use-resource.ts';
import { QuickSearch } from '../../shared/search/quick-search.tsx';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import { siteTexts } from '../../texts/site-texts.ts';
import styles from './browse-page.module.css';
import { FilterForm } from './filter-form.tsx';
import { headingOf, titleOf } from './results-page.ts';
import { Results } from './results.tsx';
import { useFilters, useResults } from './use-results.ts';

/** The home page: all approved places, filtered in the browser once they are there. */
export function BrowsePage() {
  const applyOrderBy = useSite()?.applyOrderBy ?? false;
  const { filters, choose } = useFilters();
  const results = useResults(filters, applyOrderBy);
  usePageTitle(results.data ? titleOf(filters, results.data) : headingOf(filters));
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

export function Hero({ searched }: { readonly searched: string }) {
  return (
    <div className={styles.hero}>
      <div className={`${ui.page} ${styles.words}`}>
        <PageHeading className={styles.title}>{siteTexts.site.tagline}</PageHeading>
        <p className={styles.lead}>{texts.home.lead}</p>
        <QuickSearch initial={searched} />
      </div>
      <VillageScene />
    </div>
  );
}

/** The village between the towers, in gold thread on green. Aligned to the right; narrow pages show a part of it. */
export function VillageScene() {
  return (
    <svg className={styles.villageScene} aria-hidden="true" focusable="false">
      <use href={drawing('village')} width="100%" height="100%" />
    </svg>
  );
}
