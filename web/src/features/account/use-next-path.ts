import { nextPath } from '../../shared/navigation/link-state.ts';
import { useLocation } from '../../shared/navigation/router.tsx';
import { useIsHydrated } from '../../shared/forms/use-is-hydrated.ts';

/** The `next` of the address; null until hydration, as the server renders the pages without a query. */
export function useNextPath(): string | null {
  const { search } = useLocation();
  return useIsHydrated() ? nextPath(search) : null;
}
