import { type Kind, landmarks } from '@directory/domain/search';
import { englishOf, orders } from '@directory/domain/catalogue';
import type { MouseEvent } from 'react';
import { Link } from '../../shared/navigation/router.tsx';
import { resultsState } from '../../shared/navigation/link-state.ts';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import { count, number } from '../../texts/count.ts';
import {
  activeFilters,
  type Filters,
  filtersSearch,
  langOfFilter,
  parseFilters,
  type FilterValue,
  withoutFilters,
  withoutValue,
} from './filters.ts';
import type { ResultsPage } from './use-results.ts';
import { usePosition } from './position.ts';
import styles from './results.module.css';
import ui from '../../shared/ui/ui.module.css';
import { QuietLink } from '../../shared/ui/controls.tsx';
import { Icon } from '../../shared/ui/icon.tsx';

export type FilterChipsProps = {
  readonly filters: Filters;
  readonly applyOrderBy: boolean;
  /** Called when the last chip is removed, and the focus would go with it. */
  readonly focusResults: () => void;
};

export function FilterChips({ filters, applyOrderBy, focusResults }: FilterChipsProps) {
  const active = activeFilters(filters, applyOrderBy);
  if (active.length === 0) return null;
  return (
    <ul className={`${ui.row} ${styles.chips}`} aria-label="Active filters">
      {active.map((chosen) => (
        <li key={`${chosen.name} ${chosen.value}`}>
          <Link
            className={`${ui.control} ${styles.chip}`}
            to={{ search: filtersSearch(withoutValue(filters, chosen)) }}
            onClick={(event) => {
              if (active.length === 1) focusResults();
              else focusNeighbour(event);
            }}
          >
            <Chip chosen={chosen} />
          </Link>
        </li>
      ))}
      <li>
        <Link
          className={`${ui.control} ${styles.clear}`}
          to={{ search: filtersSearch(withoutFilters(filters)) }}
          onClick={focusResults}
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
}

function Chip({ chosen }: { readonly chosen: FilterValue }) {
  const title = texts.filters.titles[chosen.name];
  const label = labelOf(chosen);
  const english = englishOf(chosen.value);
  return (
    <>
      <span>
        <span className={ui.hidden}>{'Remove '}</span>{' '}
        {title && <span className={styles.title}>{title}:</span>}{' '}
        <span lang={langOfFilter(chosen.name)}>{label}</span>{' '}
        {english && <span className={styles.title}>{english}</span>}
      </span>
      <Icon name="cross" />
    </>
  );
}

function labelOf({ name, value }: FilterValue): string {
  if (name === 'q') return `“${value}”`;
  if (name === 'open') return texts.filters.open;
  if (name === 'area') return 'Map area';
  if (name === 'pin') return 'Not on the map';
  if (name === 'near') return landmarks.find(({ id }) => id === value)?.name ?? 'My location';
  const order = orders.find((each) => name === 'order' && each === value);
  return order ? texts.filters.orders[order] : value;
}

/** Focuses the chip beside one that is removed with the focus; the last item of the list clears all. */
function focusNeighbour({ currentTarget }: MouseEvent<HTMLElement>): void {
  const item = currentTarget.closest('li');
  const isLast = item?.nextElementSibling?.nextElementSibling === null;
  const neighbour = isLast ? item.previousElementSibling : item?.nextElementSibling;
  neighbour?.querySelector('a')?.focus();
}

export type ResultsNotesProps = {
  readonly filters: Filters;
  readonly shown: ResultsPage;
  readonly applyOrderBy: boolean;
};

/** How the results are ordered, and what is missing in them. */
export function ResultsNotes({ filters, shown, applyOrderBy }: ResultsNotesProps) {
  const order = useOrderText(filters, applyOrderBy);
  const { total, withoutPin, withUnknownHours } = shown;
  const { unknownHours } = filters;
  const isNear = filters.near !== null && order !== null;
  const hasNoPins = isNear && withoutPin === total;
  return (
    <div role="status" className={styles.notes}>
      {total > 1 && !hasNoPins && <p className={styles.ofList}>{order}</p>}
      {isNear && withoutPin > 0 && (
        <p>
          {count(withoutPin, 'place has', 'places have')} no pin on the map, so{' '}
          {withoutPin === 1 ? 'its distance is' : 'their distances are'} unknown.
        </p>
      )}
      {filters.page > shown.pages && (
        <p>
          This is the last page.{' '}
          <Link to={{ search: filtersSearch({ ...filters, page: 1 }) }} state={resultsState}>
            Go to the first
          </Link>
        </p>
      )}
      {withUnknownHours > 0 && (
        // A filter by hours leaves out most places, as their hours are not known.
        <p>
          {unknownHours
            ? `Includes ${count(withUnknownHours, 'place', 'places')} without known hours.`
            : `${count(withUnknownHours, 'more place has', 'more places have')} no known hours.`}{' '}
          <Link to={{ search: filtersSearch({ ...filters, unknownHours: !unknownHours }) }}>
            {unknownHours ? 'Hide' : 'Show'} {withUnknownHours === 1 ? 'it' : 'them'}
          </Link>
        </p>
      )}
    </div>
  );
}

/** How the results are ordered, in words; null for a search by relevance and for an order by year. */
function useOrderText(filters: Filters, applyOrderBy: boolean): string | null {
  const { position } = usePosition();
  const landmark = landmarks.find(({ id }) => id === filters.near);
  if (activeFilters(filters, applyOrderBy).some(({ name }) => name === 'order')) return null;
  if (landmark) return `Nearest to ${landmark.name} first.`;
  if (filters.near === 'me' && position) return 'Nearest to you first.';
  if (filters.q || filters.unpinned) return null;
  return filters.area
    ? 'Nearest to the middle of Kampong Bharu first.'
    : 'Kampong Bharu first, then the rest of Kuala Lumpur.';
}

type SearchNoteProps = ResultsPage & { readonly q: string };

/** What a search was taken to mean, where that is not what was typed, and what its results do not promise. */
export function SearchNote({ correction, unlisted, total, q }: SearchNoteProps) {
  if (correction !== null)
    return (
      <p className={`${ui.note} ${styles.note}`}>
        Showing results for <strong>{correction}</strong>
      </p>
    );
  // Listings do not record it: the word is taken for food.
  if (total > 0 && /halal/i.test(q))
    return <p className={`${ui.note} ${styles.note}`}>Some may not be halal: please ask there.</p>;
  if (unlisted === null) return null;
  const name = nameOf(unlisted);
  return (
    <p className={`${ui.note} ${styles.note}`}>
      Nothing is listed yet under “{name}”.
      {total > 0 && (
        <>
          {' Here is what we have in '}
          <Link
            to={{ search: searchOf({ category: unlisted.category }) }}
            state={resultsState}
            lang="ms"
          >
            {unlisted.category}
          </Link>
          .
        </>
      )}
    </p>
  );
}

type OtherSearchesProps = { readonly filters: Filters; readonly results: ResultsPage };

/** Offers a search that finds something where this one found nothing. */
export function OtherSearches({ filters, results }: OtherSearchesProps) {
  const { suggestion, unfiltered } = results;
  if (suggestion !== null)
    return (
      <QuietLink to={{ search: searchOf({ q: suggestion }) }} state={resultsState}>
        {`Search for “${suggestion}”`}
      </QuietLink>
    );
  if (filters.q === '' || unfiltered === 0) return null;
  return (
    <QuietLink to={{ search: searchOf({ q: filters.q }) }} state={resultsState}>
      {`Show ${number.format(unfiltered)} without your filters`}
    </QuietLink>
  );
}

function nameOf({ category, subcategory }: Kind): string {
  const term = subcategory ?? category;
  return englishOf(term) ?? term;
}

function searchOf(query: Readonly<Record<string, string>>): string {
  return filtersSearch(parseFilters(new URLSearchParams(query)));
}
