import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../../network-address.ts';
import { tooManyRequests } from '../errors.ts';

/** Counts a request from an address or an account, and resolves to the seconds to wait; 0 below the limit. */
export type RateLimit = (address: string) => Promise<number>;

/** Allows `points` requests from an address or account within `duration` seconds; 0 is no limit. */
export function rateLimit(points: number, duration = 60): RateLimit {
  if (points === 0) return () => Promise.resolve(0);
  const limiter = new RateLimiterMemory({ points, duration });
  return async (address) => {
    try {
      await limiter.consume(networkOf(address));
      return 0;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return secondsToWait(refused, duration);
    }
  };
}

/** Counters in memory end by a timer, after `max` at most, also where a clock that was set back makes `msBeforeNext` days. */
export function secondsToWait({ msBeforeNext }: RateLimiterRes, max: number): number {
  return Math.min(max, Math.max(1, Math.ceil(msBeforeNext / 1000)));
}

/** @throws RequestProblem 429 above the limit */
export async function requireBelow(
  limit: RateLimit,
  client: string,
  message?: string,
): Promise<void> {
  const seconds = await limit(client);
  if (seconds > 0) throw tooManyRequests(seconds, message);
}
