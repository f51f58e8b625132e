import { createQueue } from '@directory/domain/shared/queue';
import { sleep } from '@directory/domain/shared/retry';
import { LRUCache } from 'lru-cache';
import { systemClock, type Clock } from '../clock.ts';
import { geocoderBusy, type Geocoder, type Place } from './geocoder.ts';

export type ThrottleOptions = {
  /** Between the starts of two requests of the whole site. */
  readonly intervalMs?: number;
  /** How many may wait for their turn; beyond it, 503. */
  readonly maxWaiting?: number;
  readonly maxCached?: number;
  readonly now?: Clock;
};

const thirtyDaysMs = 30 * 86_400_000;

/**
 * A public geocoder's policy for a whole site: one request a second, and none that was answered within 30 days or is under
 * way. Coordinates are rounded to about 11 m, so that a pin moved by a hair makes no request.
 */
export function throttledGeocoder(
  geocoder: Geocoder,
  { intervalMs = 1000, maxWaiting = 10, maxCached = 5000, now = systemClock }: ThrottleOptions = {},
): Geocoder {
  const throttled = throttle(intervalMs, maxWaiting);
  const places = cached<readonly Place[]>(maxCached, now);
  const addresses = cached<string | null>(maxCached, now);
  return {
    search(text) {
      const words = text.trim().replace(/\s+/g, ' ');
      return places(words.toLowerCase(), () => throttled(() => geocoder.search(words)));
    },
    reverse(latitude, longitude) {
      const place = [round(latitude), round(longitude)] as const;
      return addresses(place.join(), () => throttled(() => geocoder.reverse(...place)));
    },
  };
}

function throttle(intervalMs: number, maxWaiting: number) {
  const enqueue = createQueue({ maxWaiting, full: geocoderBusy });
  let nextStart = 0;
  return <Result>(request: () => Promise<Result>): Promise<Result> =>
    enqueue(async () => {
      await sleep(Math.max(0, nextStart - performance.now()));
      nextStart = performance.now() + intervalMs;
      return request();
    });
}

/** Caches results, and shares the request under way; failures are not cached. */
function cached<Result>(max: number, now: Clock) {
  const results = new LRUCache<string, { readonly result: Result }>({
    max,
    ttl: thirtyDaysMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  const pending = new Map<string, Promise<Result>>();

  async function fetchAndCache(key: string, fetch: () => Promise<Result>): Promise<Result> {
    try {
      const result = await fetch();
      results.set(key, { result });
      return result;
    } finally {
      pending.delete(key);
    }
  }

  return async (key: string, fetch: () => Promise<Result>): Promise<Result> => {
    const hit = results.get(key);
    if (hit) return hit.result;
    const request = pending.get(key) ?? fetchAndCache(key, fetch);
    pending.set(key, request);
    return request;
  };
}

function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
