import { startTransition, useMemo, useOptimistic } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom';

/** What stands in the address after the question mark. The router's own hook would weigh on every visitor's first page. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

export type QueryChoice = readonly [
  query: URLSearchParams,
  choose: (search: string, options?: NavigateOptions) => void,
];

/**
 * What stands in the address after the question mark, and a way to something else there. That counts at once for
 * the component that asks: the page of an address is made in its own time, while the next letter or choice may come.
 */
export function useQueryChoice(): QueryChoice {
  const navigate = useNavigate();
  const [search, showAtOnce] = useOptimistic(useLocation().search);
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const choose = (chosen: string, options?: NavigateOptions) => {
    startTransition(() => {
      showAtOnce(chosen);
      void navigate({ search: chosen }, options);
    });
  };
  return [query, choose];
}
