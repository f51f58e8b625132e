import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';

/** What stands in the address after the question mark. The router's own hook would weigh on every visitor's first page. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
