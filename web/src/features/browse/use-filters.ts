import { useQueryChoice } from '../../shared/navigation/use-query-choice.ts';
import {
  filtersSearch,
  parseFilters,
  withFilter,
  type FilterName,
  type Filters,
} from './filters.ts';

/** A filter and the value of its select. */
type Choice = readonly [FilterName, string];

export type FilterControl = {
  readonly filters: Filters;
  readonly choose: (...choices: readonly Choice[]) => void;
};

/** The filters live in the address: a choice is a step that the browser's Back takes back. */
export function useFilters(): FilterControl {
  const [query, chooseQuery] = useQueryChoice();
  const filters = parseFilters(query);
  const choose = (...choices: readonly Choice[]) => {
    const chosen = choices.reduce((before, choice) => withFilter(before, ...choice), filters);
    chooseQuery(filtersSearch(chosen));
  };
  return { filters, choose };
}
