import { startTransition, useMemo, useOptimistic } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from './router.tsx';

/** The query of the address. The router's own hook would add to the size of the first page. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

export type QueryChoice = readonly [
  query: URLSearchParams,
  choose: (search: string, options?: NavigateOptions) => void,
];

/**
 * The query of the address, and a function that changes it. The component sees the change at once; the page is rendered
 * in a transition, which does not block the next keystroke or choice.
 */
export function useQueryChoice(): QueryChoice {
  const navigate = useNavigate();
  const [search, showAtOnce] = useOptimistic(useLocation().search);
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const choose = (chosen: string, options?: NavigateOptions) =>
    startTransition(() => {
      showAtOnce(chosen);
      navigate({ search: chosen }, options);
    });
  return [query, choose];
}
