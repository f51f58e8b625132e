import { anchors } from '@directory/domain/search';
import { Link } from '../../shared/navigation/router.tsx';
import { resultsState } from '../../shared/navigation/link-state.ts';
import { browseTexts } from '../../texts/browse-texts.ts';
import { activeFilters, type Filters, filtersSearch } from './filters.ts';
import { usePosition } from './position.ts';
import type { ResultsPage } from './results-page.ts';
import styles from './results.module.css';

const texts = browseTexts.scope;

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
      {isNear && shown.withoutPin > 0 && <p>{texts.withoutPin(shown.withoutPin)}</p>}
      {filters.page > shown.pages && (
        <p>
          {texts.lastPage}{' '}
          <Link to={{ search: filtersSearch({ ...filters, page: 1 }) }} state={resultsState}>
            {texts.toFirst}
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
  const anchor = anchors.find(({ id }) => id === filters.near);
  if (activeFilters(filters, applyOrderBy).some(({ name }) => name === 'order')) return null;
  if (anchor) return texts.nearest(anchor.name);
  if (filters.near === 'me' && position) return texts.nearestToMe;
  if (filters.q || filters.unpinned) return null;
  return filters.area ? texts.area : texts.village;
}

type UnknownHoursProps = { readonly filters: Filters; readonly places: number };

/** A filter by hours leaves out most places, as their hours are not known: says so, and offers them. */
function UnknownHours({ filters, places }: UnknownHoursProps) {
  const { unknownHours } = filters;
  return (
    <p>
      {unknownHours ? texts.withUnknown(places) : texts.unknownHours(places)}{' '}
      <Link to={{ search: filtersSearch({ ...filters, unknownHours: !unknownHours }) }}>
        {unknownHours ? texts.hideUnknown : texts.showUnknown}
      </Link>
    </p>
  );
}
