export type BoundedQueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * Runs one task after the other, in the order they came. While `waiting` of them wait behind the one that runs, a further
 * one is refused with the error that `full` makes.
 */
export function boundedQueue(waiting: number, full: () => Error): BoundedQueue {
  let last: Promise<unknown> = Promise.resolve();
  let unfinished = 0;
  return async (task) => {
    if (unfinished > waiting) throw full();
    unfinished += 1;
    const result = last.then(task).finally(() => {
      unfinished -= 1;
    });
    last = result.catch(() => undefined);
    return result;
  };
}
