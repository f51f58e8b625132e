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
