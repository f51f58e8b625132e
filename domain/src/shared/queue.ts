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

export type KeyedQueue = {
  readonly run: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
  /** Resolves when everything that was added so far has ended. */
  readonly drain: () => Promise<void>;
};

/** Runs the work of one key in its order, and at most `maxConcurrent` pieces at once. `maxWaiting` counts those that run, too. */
export function createKeyedQueue(
  limit: QueueLimit & { readonly maxConcurrent: number },
): KeyedQueue {
  const lastOf = new Map<string, Promise<unknown>>();
  const waitingForSlot: (() => void)[] = [];
  let running = 0;
  let unfinished = 0;

  async function inSlot<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < limit.maxConcurrent) running += 1;
    else await new Promise<void>((resolve) => waitingForSlot.push(resolve));
    try {
      return await work();
    } finally {
      // The slot goes straight to the next, so that none that comes in between takes it.
      const next = waitingForSlot.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    run: async (key, work) => {
      if (unfinished >= limit.maxWaiting) throw limit.full();
      unfinished += 1;
      const result = Promise.resolve(lastOf.get(key)).then(() => inSlot(work));
      const settled = result.then(
        () => undefined,
        () => undefined,
      );
      lastOf.set(key, settled);
      try {
        return await result;
      } finally {
        unfinished -= 1;
        if (lastOf.get(key) === settled) lastOf.delete(key);
      }
    },
    drain: async () => {
      await Promise.all(lastOf.values());
    },
  };
}
