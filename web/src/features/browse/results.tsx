import { type ReactNode, useEffect, useRef } from 'react';
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { showsResults, resultsState } from '../../shared/navigation/link-state.ts';
import { needsOpenStreetMapCredit, openStreetMapCopyright } from '../../shared/place/links.ts';
import type { Resource } from '../../shared/resource/use-resource.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { Pager } from '../../shared/ui/pager.tsx';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import { siteTexts } from '../../texts/site-texts.ts';
import { filterLabel } from './filter-form.tsx';
import { activeFilters, type Filters, filtersSearch, withFilter } from './filters.ts';
import type { ResultsPage } from './results-page.ts';
import { BlankGrid, PlaceGrid } from './place-card.tsx';
import styles from './results.module.css';
import { OtherSearches, SearchNote } from './search-notes.tsx';

export type ResultsProps = {
  readonly filters: Filters;
  readonly results: Resource<ResultsPage>;
};

/** The places that were found, or why there are none. */
export function Results({ filters, results: { data, error, retry } }: ResultsProps) {
  const heading = useResultsHeading();
  const failed = error !== undefined;
  return (
    <section aria-labelledby="results">
      <div className={styles.top}>
        <h2 id="results" ref={heading} tabIndex={-1} className={styles.heading}>
          {texts.home.results}
        </h2>
        <p role="status" className={styles.count}>
          {data && texts.home.count(data.total, data.page, data.pages)}
        </p>
      </div>
      <FilterChips filters={filters} />
      {data ? (
        <>
          {failed && <Failure retry={retry} />}
          <SearchNote {...data} />
          <Found filters={filters} shown={data} />
        </>
      ) : (
        <Pending failed={failed} retry={retry} />
      )}
    </section>
  );
}

/** The ref of the heading, which gets the focus after another page was chosen. */
function useResultsHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  const location = useLocation();
  const { key } = location;
  const state: unknown = location.state;
  const isBack = useNavigationType() === NavigationType.Pop;
  const asked = showsResults(state) && !isBack;
  useEffect(() => {
    if (!asked) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [asked, key]);
  return heading;
}

type FoundProps = { readonly filters: Filters; readonly shown: ResultsPage };

function Found({ filters, shown }: FoundProps) {
  if (shown.items.length === 0)
    return (
      <NoPlaces>
        <OtherSearches filters={filters} results={shown} />
      </NoPlaces>
    );
  const credit = shown.items.some(({ licence }) => needsOpenStreetMapCredit(licence));
  return (
    <>
      <PlaceGrid places={shown.items} />
      <Pager
        page={shown.page}
        pages={shown.pages}
        searchOf={(page) => filtersSearch({ ...filters, page })}
        state={resultsState}
        numbered
      />
      {credit && <OpenDataCredit />}
    </>
  );
}

type PendingProps = { readonly failed: boolean; readonly retry: () => void };

function Pending({ failed, retry }: PendingProps) {
  if (!failed) return <Skeleton />;
  return (
    <NoPlaces>
      <Failure retry={retry} />
    </NoPlaces>
  );
}

/** Places that are already loaded stay on the page. */
function Failure({ retry }: Pick<PendingProps, 'retry'>) {
  return (
    <div className={styles.failure}>
      <p role="alert">{texts.home.failed}</p>
      <button type="button" className={ui.button} onClick={retry}>
        {texts.home.retry}
      </button>
    </div>
  );
}

function NoPlaces({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={styles.none}>
      <h3>{texts.home.noneTitle}</h3>
      <p>{texts.home.noneText}</p>
      {children}
    </div>
  );
}

function Skeleton() {
  return (
    <>
      <p className={ui.hidden} role="status">
        {texts.home.loading}
      </p>
      <BlankGrid />
    </>
  );
}

function OpenDataCredit() {
  return (
    <p className={styles.credit}>
      {texts.home.openData} <a href={openStreetMapCopyright}>{siteTexts.site.openStreetMap}</a>.
    </p>
  );
}

/** The active filters, each with a link that removes it. */
function FilterChips({ filters }: { readonly filters: Filters }) {
  const active = activeFilters(filters);
  if (active.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={texts.filters.active}>
      {active.map((name) => {
        const title = name === 'q' ? texts.filters.search : texts.filters[name];
        const label = filterLabel(filters, name);
        return (
          <li key={name}>
            <Link
              className={styles.chip}
              to={{ search: filtersSearch(withFilter(filters, name, '')) }}
            >
              <span className={ui.hidden}>{texts.filters.remove(title, label)}</span>
              <span aria-hidden="true">
                <span className={styles.title}>
                  {title}
                  {name === 'q' && ':'}
                </span>{' '}
                {label}
              </span>
              <Icon name="cross" />
            </Link>
          </li>
        );
      })}
      <li>
        <Link className={styles.clear} to={{ search: '' }}>
          {texts.filters.clearAll}
        </Link>
      </li>
    </ul>
  );
}
