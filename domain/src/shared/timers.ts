/** Exponential backoff. Half of each wait is random, so that two that failed together do not come back together. */
export function createBackoff({ firstMs = 200, maxMs = 10_000, random = Math.random } = {}) {
  let failures = 0;
  return {
    /** How long to wait before the next attempt, in ms: up to twice as long after each failure. */
    next: () => {
      const ceiling = Math.min(maxMs, firstMs * 2 ** failures);
      failures += 1;
      return Math.round(ceiling / 2 + (random() * ceiling) / 2);
    },
    /** To be called after a success. */
    reset: () => {
      failures = 0;
    },
  };
}

/** Resolves after `ms`, or without an error as soon as the signal fires or the function that it adds to `sleepers` is called. */
export function sleep(ms: number, signal?: AbortSignal, sleepers?: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      sleepers?.delete(end);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    sleepers?.add(end);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}

export type WakeUp = ReturnType<typeof createWakeUp>;

/** Lets loops that poll sleep until something may have changed, their signal fires, or it is time to poll. */
export function createWakeUp() {
  const sleepers = new Set<() => void>();
  let wakes = 0;
  return {
    /** How often all were woken. */
    count: () => wakes,
    wakeAll: () => {
      wakes += 1;
      for (const wake of [...sleepers]) wake();
    },
    sleep: (ms: number, signal?: AbortSignal) => sleep(ms, signal, sleepers),
  };
}

/**
 * Does work again and again until it is ended: first after `afterMs`, and then after as many ms as the work resolved to, which must not
 * reject. `ended` resolves when the last work has.
 */
export function repeat(work: (signal: AbortSignal) => Promise<number>, afterMs = 0) {
  const stopped = new AbortController();
  const { signal } = stopped;
  const run = async () => {
    await sleep(afterMs, signal);
    while (!signal.aborted) await sleep(await work(signal), signal);
  };
  return { end: () => stopped.abort(), ended: run() };
}

/** Calls at most once every `ms`, and not before the first `ms` are over. Calls in between are dropped. */
export function atMostEvery<Args extends readonly unknown[]>(
  ms: number,
  call: (...args: Args) => void,
  now: () => number = () => performance.now(),
): (...args: Args) => void {
  let calledAt = now();
  return (...args) => {
    const time = now();
    if (time - calledAt < ms) return;
    calledAt = time;
    call(...args);
  };
}

/** Rejects with the error of `late` when the work takes longer than `ms`. The result of late work is ignored. */
export async function withTimeout<Result>(
  ms: number,
  work: Promise<Result>,
  late: () => Error,
): Promise<Result> {
  work.catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
