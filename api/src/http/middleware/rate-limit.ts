import { isIPv4 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../errors.ts';

/** Counts a request of an address or an account; resolves to the seconds to wait, or 0. */
export type RateLimit = (address: string) => Promise<number>;

/** Limits requests per minute and address or account; 0 is no limit. */
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

/** @throws RequestProblem 429 above the limit */
export async function requireBelow(limit: RateLimit, client: string): Promise<void> {
  const seconds = await limit(client);
  if (seconds > 0) throw tooManyRequests(seconds);
}

/** Some gateways write the port of the client into X-Forwarded-For. */
export function withoutPort(address: string): string {
  return address.replace(/^([\d.]+):\d+$/, '$1').replace(/^\[(.+)\](:\d+)?$/, '$1');
}

/** A household has a network of 2^64 IPv6 addresses, which counts as one client. */
export function networkOf(address: string): string {
  const mapped = withoutPort(address.replace(/^::ffff:/i, ''));
  if (isIPv4(mapped) || !mapped.includes(':')) return mapped;
  const [head = '', tail = ''] = mapped.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
