import type { Middleware } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../errors.ts';
import { networkOf } from './network-of.ts';

/** Counts one request of a client's address; resolves to the seconds that it has to wait, or to 0. */
export type RateLimit = (address: string) => Promise<number>;

/** So many requests a minute from one address; 0 is no limit. */
export function rateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return () => Promise.resolve(0);
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (address) => {
    try {
      await limiter.consume(networkOf(address));
      return 0;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    }
  };
}

export const unlimited: Middleware = (_, next) => next();

/** Refuses with 429 what is over the limit. */
export function limited(limit: RateLimit): Middleware {
  return async (ctx, next) => {
    const seconds = await limit(ctx.ip);
    if (seconds > 0) throw tooManyRequests(seconds);
    await next();
  };
}
