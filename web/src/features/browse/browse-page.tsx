import { Drawing, drawing } from '../../shared/drawing/drawings.tsx';
import { PageHeading, usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { useResultsFocus } from '../../shared/navigation/link-state.ts';
import { useSite } from '../../shared/resource/use-resource.ts';
import { QuickSearch } from '../../shared/search/quick-search.tsx';
import ui from '../../shared/ui/ui.module.css';
import { siteTexts } from '../../texts/site-texts.ts';
import styles from './browse-page.module.css';
import { FilterForm } from './filter-form.tsx';
import { type Filters, filtersSearch } from './filters.ts';
import { QuickFilters } from './quick-filters.tsx';
import { Results } from './results.tsx';
import { useFilters, useResults, headingOf, titleOf } from './use-results.ts';

/** The home page: all approved places, filtered in the browser once they are there. */
export function BrowsePage() {
  const applyOrderBy = useSite()?.applyOrderBy ?? false;
  const { filters, choose, apply } = useFilters();
  const results = useResults(filters, applyOrderBy);
  const { target, show } = useResultsFocus<HTMLHeadingElement>();
  usePageTitle(results.data ? titleOf(filters, results.data) : headingOf(filters));
  return (
    <>
      <Hero filters={filters} />
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
        <Results filters={filters} results={results} applyOrderBy={applyOrderBy} heading={target} />
      </div>
    </>
  );
}

/** The welcome or, once there are filters, what they ask for. The heading stays the same element, as a new one would take the focus. */
function Hero({ filters }: { readonly filters: Filters }) {
  const isShort = filtersSearch(filters) !== '';
  const { q, category, subcategory } = filters;
  const heading = headingOf(filters);
  /** The Malay name of a kind, with which the heading begins. */
  const kind = (!q && (subcategory ?? category)) || '';
  return (
    <div className={isShort ? `${ui.band} ${styles.shortHero}` : styles.hero}>
      <div className={`${ui.page} ${isShort ? styles.shortWords : styles.words}`}>
        <PageHeading className={isShort ? ui.title : styles.title}>
          {isShort ? (
            <>
              <span lang="ms">{kind}</span>
              {heading.slice(kind.length)}
            </>
          ) : (
            siteTexts.site.tagline
          )}
        </PageHeading>
        {!isShort && (
          <p className={styles.lead}>
            Where to eat, shop, stay and pray in and around Kuala Lumpur's oldest Malay village.
          </p>
        )}
        <QuickSearch key={q} initial={q} />
      </div>
      {/* Aligned to the right; narrow pages show a part of it. */}
      {!isShort && <Drawing className={styles.villageScene} href={drawing('village')} />}
    </div>
  );
}
