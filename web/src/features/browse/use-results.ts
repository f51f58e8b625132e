import type { BusinessResponse } from '@directory/api/contracts';
import { findResults } from '@directory/domain/search';
import { useQueryChoice } from '../../shared/navigation/use-query.ts';
import { useSearchCode } from '../../shared/search/use-search-code.ts';
import { type Resource, useCachedQuery, useResource } from '../../shared/resource/use-resource.ts';
import {
  type FilterName,
  type Filters,
  filtersSearch,
  parseFilters,
  withFilter,
} from './filters.ts';
import { resultsKey, type ResultsPage } from './results-page.ts';

/** What the filters leave of the whole list or, until that is there, what came with the page. */
export function useResults(filters: Filters, applyOrderBy: boolean): Resource<ResultsPage> {
  const list = useResource<readonly BusinessResponse[]>('/api/businesses/approved');
  const code = useSearchCode(filters.q !== '');
  const first = useCachedQuery<ResultsPage>(resultsKey(filters)).data;
  const find = () => {
    if (!list.data) return first;
    if (filters.q === '') return findResults(list.data, filters, { applyOrderBy, matches: null });
    if (!code.data) return first;
    const matches = code.data.searchOf(list.data)(filters.q);
    return findResults(list.data, filters, { applyOrderBy, matches });
  };
  return {
    data: find(),
    error: list.error ?? code.error,
    retry() {
      list.retry();
      code.retry();
    },
  };
}

/** A filter and the value of its select. */
type Choice = readonly [FilterName, string];

export type FilterControl = {
  readonly filters: Filters;
  readonly choose: (...choices: readonly Choice[]) => void;
};

/** The filters are in the address, so that the browser's Back button undoes a choice. */
export function useFilters(): FilterControl {
  const [query, chooseQuery] = useQueryChoice();
  const filters = parseFilters(query);
  const choose = (...choices: readonly Choice[]) => {
    const chosen = choices.reduce((before, choice) => withFilter(before, ...choice), filters);
    chooseQuery(filtersSearch(chosen));
  };
  return { filters, choose };
}
