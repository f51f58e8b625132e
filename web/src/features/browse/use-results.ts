import { useCachedQuery, type Resource } from '../../shared/resource/use-resource.ts';
import type { Filters } from './filters.ts';
import { findResults, resultsKey, type ResultsPage } from './find-places.ts';
import { usePlaceList } from './use-place-list.ts';

/** What the filters leave of the whole list or, until that is there, what came with the page. */
export function useResults(filters: Filters, applyOrderBy: boolean): Resource<ResultsPage> {
  const list = usePlaceList();
  const first = useCachedQuery<ResultsPage>(resultsKey(filters)).data;
  return { ...list, data: list.data ? findResults(list.data, filters, applyOrderBy) : first };
}
