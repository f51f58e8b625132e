export type Queue = <Result>(work: () => Result | Promise<Result>) => Promise<Result>;

export type QueueLimit = {
  /** How many may wait behind the one that runs. */
  readonly maxWaiting: number;
  /** The error for work beyond that. */
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

/** A queue for each key, which lasts as long as it has work. */
export function createKeyedQueue(
  limit?: QueueLimit,
): <Result>(key: string, work: () => Result | Promise<Result>) => Promise<Result> {
  const queues = new Map<string, { readonly run: Queue; unfinished: number }>();
  return async (key, work) => {
    const own = queues.get(key) ?? { run: createQueue(limit), unfinished: 0 };
    queues.set(key, own);
    own.unfinished += 1;
    try {
      return await own.run(work);
    } finally {
      own.unfinished -= 1;
      if (own.unfinished === 0) queues.delete(key);
    }
  };
}

/**
 * Lets callers that wait at the same time share one call, which begins after each of them came: so each gets what was there
 * when it asked, or something newer, and one call is under way at a time.
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

const sliceMs = 6;

/** Gives way to other work of the event loop once the caller has run for a few milliseconds; cheap enough to call at every step. */
export function createYielder(): () => Promise<void> | undefined {
  let sliceEnds = performance.now() + sliceMs;
  return () => {
    if (performance.now() < sliceEnds) return undefined;
    return new Promise((resolve) => setImmediate(resolve)).then(() => {
      sliceEnds = performance.now() + sliceMs;
    });
  };
}

/** Yields the same items, and gives way to other work between them every few milliseconds. */
export async function* inTurns<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
): AsyncGenerator<Item, void, void> {
  const pause = createYielder();
  for await (const item of items) {
    yield item;
    await pause();
  }
}

/** An item, and then the others. */
export async function* startingWith<Item>(
  first: Item,
  others: AsyncIterable<Item>,
): AsyncGenerator<Item, void, void> {
  yield first;
  yield* others;
}

/** Processes items in order, up to `maxConcurrent` at once. After a failure it starts no more, waits for those in progress, and rejects. */
export async function forEachConcurrent<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  maxConcurrent: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // A generator serves concurrent calls of `next` in order.
  const source = (async function* () {
    yield* items;
  })();
  const results = await Promise.allSettled(
    Array.from({ length: maxConcurrent }, async () => {
      try {
        for (let next = await source.next(); !next.done; next = await source.next())
          await work(next.value);
      } catch (error) {
        await source.return();
        throw error;
      }
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
