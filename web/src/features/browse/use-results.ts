import type { BusinessResponse, BusinessWithoutStats } from '@directory/api/contracts';
import type { WeekMoment } from '@directory/domain/catalogue';
import { landmarks, type Results } from '@directory/domain/search';
import { useMemo } from 'react';
import { useQueryChoice } from '../../shared/navigation/router.tsx';
import { useWeekMoment } from '../../shared/place/place-parts.tsx';
import { useSearchable, useSearchCode } from '../../shared/search/quick-search.tsx';
import { lazyCode, useIsInUse } from '../../shared/ui/loading.tsx';
import { type Resource, useCachedQuery, useResource } from '../../shared/resource/use-resource.ts';
import {
  type FilterName,
  type Filters,
  filtersSearch,
  parseFilters,
  withFilter,
} from './filters.ts';
import { browseTexts } from '../../texts/browse-texts.ts';
import { usePosition } from './position.ts';

export type ResultsPage = Results<BusinessWithoutStats>;

export type FoundPlaces = Resource<ResultsPage> & {
  /** Every place with a pin, whatever the page; null while the map is closed or the list is loading. */
  readonly pinned: readonly BusinessResponse[] | null;
};

const useFindCode = lazyCode('filters', () => import('@directory/domain/search/find-places'));

/** Stands for the time where it does not matter: only the filter for what is open now needs it. */
const anyMoment: WeekMoment = { weekday: 'mon', minutes: 0 };

/** The results of the filters in the whole list or, until that is loaded, the results that came with the page. */
export function useResults(filters: Filters, applyOrderBy: boolean): FoundPlaces {
  const first = useCachedQuery<ResultsPage>(resultsKey(filters)).data;
  const isInUse = useIsInUse();
  const isListNeeded = isInUse || !first || filters.view === 'map';
  const list = useResource<readonly BusinessResponse[]>('/api/businesses/approved', isListNeeded);
  const isSearching = filters.q !== '';
  const code = useSearchCode(isSearching && isListNeeded);
  const find = useFindCode(isListNeeded);
  const now = useWeekMoment(filters.open);
  const { position } = usePosition();
  const at = filters.open ? now : anyMoment;
  const searchOf = code.data?.searchOf;
  const searchable = useSearchable(code.data, isSearching ? list.data : undefined);
  const places = isSearching ? searchable : list.data;
  const { findPinned, findResults } = find.data ?? {};
  const matches = useMemo(
    () => (searchable && searchOf ? searchOf(searchable)(filters.q) : null),
    [searchable, searchOf, filters.q],
  );
  const found = useMemo(
    () =>
      places && findResults && at
        ? findResults(places, filters, { applyOrderBy, at, position, matches })
        : null,
    [places, findResults, filters, matches, applyOrderBy, at, position],
  );
  // Memoized, as the map places all its pins again for a new array.
  const pinned = useMemo(
    () =>
      filters.view === 'map' && places && findPinned && at
        ? findPinned(places, filters, { at, matches })
        : null,
    [places, findPinned, filters, matches, at],
  );
  return {
    data: found ?? first,
    pinned,
    error: list.error ?? code.error ?? find.error,
    retry() {
      list.retry();
      code.retry();
      find.retry();
    },
  };
}

/** The key of the results in the page data, the same in both views. */
export function resultsKey(filters: Filters): string {
  return `results${filtersSearch({ ...filters, view: 'list' })}`;
}

/** What the filters ask for and, from the second page on, the page. */
export function titleOf(filters: Filters, { page, pages }: ResultsPage): string {
  const title = headingOf(filters);
  return page > 1 ? `${title} (page ${page} of ${pages})` : title;
}

/** What the filters ask for: "Masjid in Kampong Bharu", "Kafe near Chow Kit, open now". */
export function headingOf(filters: Filters): string {
  const { q, category, subcategory, open } = filters;
  if (q) return `Places matching “${q}”`;
  const kind = subcategory ?? category ?? browseTexts.results;
  return `${kind} ${whereOf(filters)}${open ? ', open now' : ''}`;
}

function whereOf({ near, kampong, area }: Filters): string {
  if (near) return `near ${landmarks.find(({ id }) => id === near)?.name ?? 'you'}`;
  if (kampong) return `in ${kampong}`;
  return area ? 'in the map area' : 'in Kampong Bharu';
}

export type FilterControl = ReturnType<typeof useFilters>;

/** The filters are in the address, so that the browser's Back button undoes a choice. */
export function useFilters() {
  const [query, chooseQuery] = useQueryChoice();
  const filters = useMemo(() => parseFilters(query), [query]);
  const apply = (chosen: Filters) => chooseQuery(filtersSearch(chosen));
  return {
    filters,
    apply,
    choose: (name: FilterName, value: string) => apply(withFilter(filters, name, value)),
  };
}
