import { startOf } from '@directory/domain/search';
import type { ReactNode, RefObject } from 'react';
import { resultsState } from '../../shared/navigation/link-state.ts';
import { needsOpenStreetMapCredit, openStreetMapCopyright } from '../../shared/place/links.ts';
import type { Resource } from '../../shared/resource/use-resource.ts';
import { Pager } from '../../shared/ui/pager.tsx';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import { siteTexts } from '../../texts/site-texts.ts';
import { FilterChips } from './filter-chips.tsx';
import { type Filters, filtersSearch } from './filters.ts';
import type { ResultsPage } from './results-page.ts';
import { BlankGrid, PlaceGrid } from './place-card.tsx';
import { usePosition } from './position.ts';
import { ResultsNotes } from './results-notes.tsx';
import styles from './results.module.css';
import { OtherSearches, SearchNote } from './search-notes.tsx';

export type ResultsProps = {
  readonly filters: Filters;
  readonly results: Resource<ResultsPage>;
  readonly applyOrderBy: boolean;
  /** Of the heading, which takes the focus when the results change. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
};

/** The places that were found, or why there are none. */
export function Results({ filters, results, applyOrderBy, heading }: ResultsProps) {
  const { data, error, retry } = results;
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
      <FilterChips
        filters={filters}
        applyOrderBy={applyOrderBy}
        focusResults={() => {
          heading.current?.focus({ preventScroll: true });
        }}
      />
      {data ? (
        <>
          {failed && <Failure retry={retry} />}
          <SearchNote {...data} />
          <ResultsNotes filters={filters} shown={data} applyOrderBy={applyOrderBy} />
          <Found filters={filters} shown={data} />
        </>
      ) : (
        <Pending failed={failed} retry={retry} />
      )}
    </section>
  );
}

type FoundProps = { readonly filters: Filters; readonly shown: ResultsPage };

function Found({ filters, shown }: FoundProps) {
  const { position } = usePosition();
  if (shown.items.length === 0)
    return (
      <NoPlaces>
        <OtherSearches filters={filters} results={shown} />
      </NoPlaces>
    );
  const start = startOf(filters.near, position);
  const credit = shown.items.some(({ licence }) => needsOpenStreetMapCredit(licence));
  return (
    <>
      <PlaceGrid places={shown.items} start={start} />
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
