/** Logs a failure that the page handles to the console. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what}:`, error);
}
