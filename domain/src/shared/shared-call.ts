/**
 * Lets callers that wait at the same time share one call, which begins after each of them came: so each gets what was there
 * when it asked, or later, and one call is under way at a time.
 */
export function sharedCall<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  const begin = () => {
    next = undefined;
    const result = call();
    running = result.catch(() => undefined);
    return result;
  };
  return () => (next ??= running.then(begin));
}
