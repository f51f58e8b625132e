import { setTimeout } from 'node:timers/promises';

export type Backoff = {
  /** How long to wait now, in milliseconds: longer from one failure to the next, and never the same for two who failed together. */
  readonly next: () => number;
  readonly reset: () => void;
};

const firstMs = 200;
const maxMs = 10_000;

export function createBackoff(random: () => number = Math.random): Backoff {
  let failures = 0;
  return {
    next: () => {
      const ceiling = Math.min(maxMs, firstMs * 2 ** failures);
      failures += 1;
      return Math.round(ceiling / 2 + (random() * ceiling) / 2);
    },
    reset: () => {
      failures = 0;
    },
  };
}

/** Ends early, and without an error, when the signal says so. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
