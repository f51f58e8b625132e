import { useSyncExternalStore } from 'react';

/** False on the server, and in the browser until React handles the server-rendered page. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges(): () => void {
  return () => undefined;
}
