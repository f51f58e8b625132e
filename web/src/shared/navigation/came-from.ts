/** Travels with the way to a login page that interrupts somebody: where they were, with its query. */
export function cameFromState(address: string): { readonly cameFrom: string } {
  return { cameFrom: address };
}

export function cameFrom(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('cameFrom' in state)) return null;
  return typeof state.cameFrom === 'string' ? state.cameFrom : null;
}
