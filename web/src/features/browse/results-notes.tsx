import { landmarks, type Kind } from '@directory/domain/search';
import { Link } from '../../shared/navigation/router.tsx';
import { resultsState } from '../../shared/navigation/link-state.ts';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import { activeFilters, type Filters, filtersSearch, parseFilters } from './filters.ts';
import type { ResultsPage } from './use-results.ts';
import { usePosition } from './position.ts';
import styles from './results.module.css';
import { englishOf } from '@directory/domain/catalogue';
import ui from '../../shared/ui/ui.module.css';

export type ResultsNotesProps = {
  readonly filters: Filters;
  readonly shown: ResultsPage;
  readonly applyOrderBy: boolean;
};

/** How the results are ordered, and what is missing in them. */
export function ResultsNotes({ filters, shown, applyOrderBy }: ResultsNotesProps) {
  const order = useOrderText(filters, applyOrderBy);
  const isNear = filters.near !== null && order !== null;
  return (
    <div className={styles.notes}>
      {shown.total > 1 && <p>{order}</p>}
      {isNear && shown.withoutPin > 0 && <p>{texts.scope.withoutPin(shown.withoutPin)}</p>}
      {filters.page > shown.pages && (
        <p>
          {texts.scope.lastPage}{' '}
          <Link to={{ search: filtersSearch({ ...filters, page: 1 }) }} state={resultsState}>
            {texts.scope.toFirst}
          </Link>
        </p>
      )}
      {shown.withUnknownHours > 0 && (
        <UnknownHours filters={filters} places={shown.withUnknownHours} />
      )}
    </div>
  );
}

/** Null for a search by its relevance and for an order by year. */
function useOrderText(filters: Filters, applyOrderBy: boolean): string | null {
  const { position } = usePosition();
  const landmark = landmarks.find(({ id }) => id === filters.near);
  if (activeFilters(filters, applyOrderBy).some(({ name }) => name === 'order')) return null;
  if (landmark) return texts.scope.nearest(landmark.name);
  if (filters.near === 'me' && position) return texts.scope.nearestToMe;
  if (filters.q || filters.unpinned) return null;
  return filters.area ? texts.scope.area : texts.scope.village;
}

type UnknownHoursProps = { readonly filters: Filters; readonly places: number };

/** A filter by hours leaves out most places, as their hours are not known: says so, and offers them. */
function UnknownHours({ filters, places }: UnknownHoursProps) {
  const { unknownHours } = filters;
  return (
    <p>
      {unknownHours ? texts.scope.withUnknown(places) : texts.scope.unknownHours(places)}{' '}
      <Link to={{ search: filtersSearch({ ...filters, unknownHours: !unknownHours }) }}>
        {unknownHours ? texts.scope.hideUnknown : texts.scope.showUnknown}
      </Link>
    </p>
  );
}

/** What a search was taken to mean, where that is not what was typed. */
export function SearchNote({ correction, unlisted, total }: ResultsPage) {
  if (correction !== null)
    return (
      <p className={`${ui.note} ${styles.note}`}>
        {texts.search.corrected} <strong>{correction}</strong>
      </p>
    );
  if (unlisted === null) return null;
  return (
    <p className={`${ui.note} ${styles.note}`}>
      {texts.search.unlisted(nameOf(unlisted))}
      {total > 0 && (
        <>
          {` ${texts.search.category} `}
          <Link to={{ search: searchOf({ category: unlisted.category }) }} lang="ms">
            {unlisted.category}
          </Link>
          .
        </>
      )}
    </p>
  );
}

type OtherSearchesProps = {
  readonly filters: Filters;
  readonly results: ResultsPage;
};

/** Where nothing was found: searches that find something. */
export function OtherSearches({ filters, results }: OtherSearchesProps) {
  const { suggestion, unfiltered } = results;
  const hasFilters = activeFilters(filters, false).some(({ name }) => name !== 'q');
  if (suggestion !== null)
    return (
      <Link className={ui.quiet} to={{ search: searchOf({ q: suggestion }) }}>
        {texts.search.suggestion(suggestion)}
      </Link>
    );
  if (filters.q === '' || !hasFilters || unfiltered === 0) return null;
  return (
    <Link className={ui.quiet} to={{ search: searchOf({ q: filters.q }) }}>
      {texts.search.unfiltered(unfiltered)}
    </Link>
  );
}

function nameOf({ category, subcategory }: Kind): string {
  const term = subcategory ?? category;
  return englishOf(term) ?? term;
}

function searchOf(query: Readonly<Record<string, string>>): string {
  return filtersSearch(parseFilters(new URLSearchParams(query)));
}
