/** Travels with a link that leads to other results: the page then shows them, and not its top. */
export const resultsState = { show: 'results' } as const;

export function asksForResults(state: unknown): boolean {
  return isObject(state) && state['show'] === resultsState.show;
}

/** Travels with the way home from a place that cannot be shown. */
export const placeGoneState = { notice: 'place-gone' } as const;

export function tellsPlaceGone(state: unknown): boolean {
  return isObject(state) && state['notice'] === placeGoneState.notice;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Travels with the way to a login page that interrupts somebody: where they were, with its query. */
export function cameFromState(address: string): { readonly cameFrom: string } {
  return { cameFrom: address };
}

export function cameFrom(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('cameFrom' in state)) return null;
  return typeof state.cameFrom === 'string' ? state.cameFrom : null;
}

/** A login address that leads on to `next`. */
export function withNext(login: string, next: string): string {
  return `${login}?${new URLSearchParams({ next }).toString()}`;
}

/** Where the address of a login page leads on to: a path of this site, or null for anything else that somebody wrote there. */
export function nextPath(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/')) return null;
  const here = 'https://here.invalid';
  if (!URL.canParse(next, here)) return null;
  const url = new URL(next, here);
  return url.origin === here ? url.pathname + url.search + url.hash : null;
}
