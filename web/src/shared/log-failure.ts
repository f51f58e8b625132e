/** For what goes wrong without stopping anybody: told to whoever opens the console, and to nobody else. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what}:`, error);
}
