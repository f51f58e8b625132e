export type Queue = <Result>(work: () => Result | Promise<Result>) => Promise<Result>;

export type QueueLimit = {
  /** How many may wait behind the one that runs. */
  readonly maxWaiting: number;
  /** The error for those beyond. */
  readonly full: () => Error;
};

/** Runs one piece of work after the other, in the order in which they came. One that fails does not stop the next. */
export function createQueue(limit?: QueueLimit): Queue {
  let last: Promise<unknown> = Promise.resolve();
  let unfinished = 0;
  const end = () => {
    unfinished -= 1;
  };
  return (work) => {
    if (limit && unfinished > limit.maxWaiting) return Promise.reject(limit.full());
    unfinished += 1;
    const result = last.then(work);
    last = result.then(end, end);
    return result;
  };
}
