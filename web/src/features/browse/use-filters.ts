import { useLocation, useNavigate } from 'react-router-dom';
import {
  filtersSearch,
  parseFilters,
  withFilter,
  type FilterName,
  type Filters,
} from './filters.ts';

export type FilterControl = {
  readonly filters: Filters;
  readonly choose: (name: FilterName, value: string) => void;
};

/** The filters live in the address: a choice is a step that the browser's Back takes back. */
export function useFilters(): FilterControl {
  const navigate = useNavigate();
  const { search } = useLocation();
  const filters = parseFilters(new URLSearchParams(search));
  const choose = (name: FilterName, value: string) => {
    void navigate({ search: filtersSearch(withFilter(filters, name, value)) });
  };
  return { filters, choose };
}
