import { startOf } from '@directory/domain/search';
import { type ReactNode, type RefObject, useState } from 'react';
import { resultsState } from '../../shared/navigation/link-state.ts';
import {
  needsOpenStreetMapCredit,
  openStreetMapCopyright,
} from '../../shared/place/place-parts.tsx';
import { lazyComponent, LazyPart, LoadState } from '../../shared/ui/loading.tsx';
import { Pager } from '../../shared/ui/pager.tsx';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts } from '../../texts/browse-texts.ts';
import { count } from '../../texts/count.ts';
import { siteTexts } from '../../texts/site-texts.ts';
import { FilterChips, ResultsNotes, OtherSearches, SearchNote } from './results-notes.tsx';
import { type Filters, filtersSearch } from './filters.ts';
import { BlankGrid, PlaceGrid, type PlaceGridProps } from './place-card.tsx';
import { usePosition } from './position.ts';
import styles from './results.module.css';
import type { FoundPlaces, ResultsPage } from './use-results.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { Icon } from '../../shared/ui/icon.tsx';

const ResultsMap = lazyComponent(async () => (await import('./map/results-map.tsx')).ResultsMap);

export type ResultsProps = {
  readonly filters: Filters;
  readonly results: FoundPlaces;
  readonly applyOrderBy: boolean;
  /** The ref of the heading, which takes the focus when the results change. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
};

/** The places that were found, or why there are none. */
export function Results({ filters, results, applyOrderBy, heading }: ResultsProps) {
  const { data, error } = results;
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  return (
    <section aria-labelledby="results">
      <div className={`${ui.row} ${styles.top}`}>
        <h2 id="results" ref={heading} tabIndex={-1} className={styles.heading}>
          {browseTexts.results}
        </h2>
        <p role="status" className={styles.count}>
          {data && (
            // Replaced as a whole, or Firefox announces its parts one by one.
            <span key={`${data.total}, ${data.page}, ${data.pages}`}>
              {data.total === 0 ? 'No matches' : count(data.total, 'place', 'places')}
              {data.pages > 1 && (
                <span className={styles.ofList}>{`, page ${data.page} of ${data.pages}`}</span>
              )}
            </span>
          )}
        </p>
        <ViewSwitch filters={filters} />
      </div>
      <FilterChips filters={filters} applyOrderBy={applyOrderBy} focusResults={focusHeading} />
      {(!data || error !== undefined) && (
        // While the places load, their outlines show it.
        <div className={error === undefined ? ui.hidden : styles.note}>
          <LoadState
            resource={{
              ...results,
              retry: () => {
                focusHeading();
                results.retry();
              },
            }}
            // Places that are already loaded stay on the page, and so does their count.
            failed={
              data
                ? 'These places were loaded earlier. Check your connection and try again.'
                : "We couldn't load the places. Check your connection and try again."
            }
            loading="Loading places…"
          />
        </div>
      )}
      {data ? (
        <>
          <SearchNote {...data} q={filters.q} />
          <ResultsNotes filters={filters} shown={data} applyOrderBy={applyOrderBy} />
          <Found filters={filters} shown={data} pinned={results.pinned} />
        </>
      ) : error === undefined ? (
        <BlankGrid />
      ) : (
        <NoPlaces />
      )}
    </section>
  );
}

type FoundProps = {
  readonly filters: Filters;
  readonly shown: ResultsPage;
  readonly pinned: FoundPlaces['pinned'];
};

/** The list and, where it is asked for, the map: beside it on wide screens, in its place on others. */
function Found({ filters, shown, pinned }: FoundProps) {
  const { position } = usePosition();
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const start = startOf(filters.near, position);
  const isEmpty = shown.items.length === 0;
  // An empty map only helps to choose another area.
  const hasMap = filters.view === 'map' && (!isEmpty || filters.area !== null);
  return (
    <div className={hasMap ? styles.withMap : undefined}>
      {hasMap && (
        <noscript>
          <p className={`${ui.note} ${styles.note}`}>
            The map needs JavaScript. All places are in the list.
          </p>
        </noscript>
      )}
      <div className={isEmpty ? undefined : styles.list}>
        <List
          filters={filters}
          shown={shown}
          start={start}
          highlighted={highlighted}
          onHighlight={hasMap ? setHighlighted : undefined}
        />
      </div>
      {hasMap && (
        <div className={`${ui.scripted} ${styles.map}`}>
          {pinned && (
            <LazyPart loading={<p className={ui.loading}>Loading the map…</p>}>
              <ResultsMap
                filters={filters}
                shown={shown}
                places={pinned}
                start={start}
                highlighted={highlighted}
                onHighlight={setHighlighted}
              />
            </LazyPart>
          )}
        </div>
      )}
    </div>
  );
}

type ListProps = Pick<FoundProps, 'filters' | 'shown'> &
  Pick<PlaceGridProps, 'start' | 'highlighted' | 'onHighlight'>;

function List({ filters, shown, ...grid }: ListProps) {
  if (shown.items.length === 0)
    return (
      <NoPlaces>
        <OtherSearches filters={filters} results={shown} />
      </NoPlaces>
    );
  const credit = shown.items.some(({ licence }) => needsOpenStreetMapCredit(licence));
  return (
    <>
      <PlaceGrid places={shown.items} {...grid} />
      <Pager
        page={shown.page}
        pages={shown.pages}
        searchOf={(page) => filtersSearch({ ...filters, page })}
        numbered
      />
      {credit && (
        <p className={`${ui.small} ${styles.credit}`}>
          Some listings <a href={openStreetMapCopyright}>{siteTexts.site.openStreetMap}</a>.
        </p>
      )}
    </>
  );
}

function NoPlaces({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={`${ui.none} ${styles.none}`}>
      <h3>No Places Found</h3>
      <p>Try adjusting your filters to find what you're looking for.</p>
      {children}
    </div>
  );
}

/** The results as a list, or on a map too; the filters stay. */
function ViewSwitch({ filters }: { readonly filters: Filters }) {
  return (
    <nav className={styles.views} aria-label="View">
      {(['list', 'map'] as const).map((view) => (
        <Link
          key={view}
          className={ui.control}
          to={{ search: filtersSearch({ ...filters, view }) }}
          state={view === 'map' ? resultsState : undefined}
          aria-current={filters.view === view || undefined}
        >
          <Icon name={view === 'map' ? 'directions' : 'list'} />
          {view === 'map' ? 'Map' : 'List'}
        </Link>
      ))}
    </nav>
  );
}
