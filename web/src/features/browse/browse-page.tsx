import { drawing } from '../../shared/drawing/drawings.tsx';
import { PageHeading, usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { useSite } from '../../shared/resource/use-resource.ts';
import { QuickSearch } from '../../shared/search/quick-search.tsx';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import { siteTexts } from '../../texts/site-texts.ts';
import styles from './browse-page.module.css';
import { FilterForm } from './filter-form.tsx';
import { type Filters, filtersSearch } from './filters.ts';
import { QuickFilters } from './quick-filters.tsx';
import { headingOf, titleOf } from './results-page.ts';
import { Results } from './results.tsx';
import { useFilters, useResults, useResultsHeading } from './use-results.ts';

/** The home page: all approved places, filtered in the browser once they are there. */
export function BrowsePage() {
  const applyOrderBy = useSite()?.applyOrderBy ?? false;
  const { filters, choose, apply } = useFilters();
  const results = useResults(filters, applyOrderBy);
  const { heading, show } = useResultsHeading();
  usePageTitle(results.data ? titleOf(filters, results.data) : headingOf(filters));
  return (
    <>
      {filtersSearch(filters) ? <ShortHero filters={filters} /> : <Hero />}
      <div className={`${ui.page} ${styles.content}`}>
        <FilterForm
          filters={filters}
          choose={choose}
          apply={apply}
          applyOrderBy={applyOrderBy}
          results={results.data}
          focusResults={show}
        />
        <QuickFilters filters={filters} choose={choose} />
        <Results
          filters={filters}
          results={results}
          applyOrderBy={applyOrderBy}
          heading={heading}
        />
      </div>
    </>
  );
}

function Hero() {
  return (
    <div className={styles.hero}>
      <div className={`${ui.page} ${styles.words}`}>
        <PageHeading className={styles.title}>{siteTexts.site.tagline}</PageHeading>
        <p className={styles.lead}>{texts.home.lead}</p>
        <QuickSearch />
      </div>
      <VillageScene />
    </div>
  );
}

/** What was asked for takes the place of the welcome. */
function ShortHero({ filters }: { readonly filters: Filters }) {
  return (
    <div className={`${ui.band} ${styles.shortHero}`}>
      <div className={`${ui.page} ${styles.shortWords}`}>
        <PageHeading className={styles.shortTitle}>{headingOf(filters)}</PageHeading>
        <QuickSearch key={filters.q} initial={filters.q} />
      </div>
    </div>
  );
}

/** The village between the towers, in gold thread on green. Aligned to the right; narrow pages show a part of it. */
function VillageScene() {
  return (
    <svg className={styles.villageScene} aria-hidden="true" focusable="false">
      <use href={drawing('village')} width="100%" height="100%" />
    </svg>
  );
}
