import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** Counts of failed log-ins, under keys that tell neither the account nor the address. */
export interface FailureStore {
  /** Counts by key, each for so many seconds; by all processes together where the store is a server, unless it is unreachable. */
  failureCounter(name: string, seconds: number): FailureCounter;
}

type FailureCounter = Pick<RateLimiterAbstract, 'penalty' | 'get' | 'block' | 'delete'>;

export function memoryFailures(): FailureStore {
  return { failureCounter: memoryCounter };
}

export function memoryCounter(name: string, seconds: number): RateLimiterMemory {
  return new RateLimiterMemory({ points: 1, duration: seconds, keyPrefix: name });
}
