import { createKeyedQueue, createQueue } from '@directory/domain/shared/concurrency';
import { sleep } from '@directory/domain/shared/timers';
import { LRUCache } from 'lru-cache';
import { systemClock, type Clock } from '../clock.ts';
import { type RequestProblem, unavailable } from '../http/errors.ts';

/** The port to a geocoding service. Queries are personal data: no adapter logs them. */
export interface Geocoder {
  /**
   * The places that a text may mean, the most likely first; empty if there are none. `client` is the account that asks.
   * @throws RequestProblem (503) when the service is unreachable or too busy.
   */
  search(text: string, client?: string): Promise<readonly Place[]>;

  /**
   * The address at a position, or null if there is none. Degrees, WGS 84.
   * @throws RequestProblem as `search` does.
   */
  reverse(latitude: number, longitude: number, client?: string): Promise<string | null>;
}

type Place = {
  /** Degrees, WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
  readonly address: string;
};

/** `reason` is logged, so it must not contain anything that users typed. */
export function geocoderUnreachable(reason: string): RequestProblem {
  const problem = geocoderProblem('Address lookup is unavailable. Please try again soon.');
  problem.cause = new Error(reason);
  return problem;
}

const geocoderBusy = () => geocoderProblem('Address lookup is busy. Please try again in a moment.');

export const geocoderOff = () => geocoderProblem('Address lookup is turned off in this directory.');

const geocoderProblem = (message: string) => unavailable(message, 'geocoder-unavailable');

const thirtyDaysMs = 30 * 86_400_000;

/**
 * Keeps to the policy of public geocoders for a whole site: one request a second, and none that is under way or was answered within
 * 30 days. Only one request of a client is in the common queue, so that nobody keeps all others out. Coordinates are rounded to
 * about 11 m, so that a pin moved by a hair makes no request. Beyond `maxWaiting` requests that wait for their turn, 503.
 */
export function throttledGeocoder(
  geocoder: Geocoder,
  { intervalMs = 1000, maxWaiting = 10, maxCached = 5000, now = systemClock } = {},
): Geocoder {
  const throttled = throttle(intervalMs, maxWaiting);
  const places = cached<readonly Place[]>(maxCached, now);
  const addresses = cached<string | null>(maxCached, now);
  return {
    search(text, client) {
      const words = text.trim().replace(/\s+/g, ' ');
      return places(words.toLowerCase(), () => throttled(client, () => geocoder.search(words)));
    },
    reverse(latitude, longitude, client) {
      const place = [round(latitude), round(longitude)] as const;
      return addresses(place.join(), () => throttled(client, () => geocoder.reverse(...place)));
    },
  };
}

const maxWaitingOfClient = 3;

function throttle(intervalMs: number, maxWaiting: number) {
  const enqueue = createQueue({ maxWaiting, full: geocoderBusy });
  const ofClient = createKeyedQueue({ maxWaiting: maxWaitingOfClient, full: geocoderBusy });
  let nextStart = 0;
  return <Result>(client = '', request: () => Promise<Result>): Promise<Result> =>
    ofClient(client, () =>
      enqueue(async () => {
        await sleep(Math.max(0, nextStart - performance.now()));
        nextStart = performance.now() + intervalMs;
        return request();
      }),
    );
}

/** Caches results, and shares the request under way; failures are not cached. */
function cached<Result>(max: number, now: Clock) {
  type Request = () => Promise<Result>;
  const results = new LRUCache<string, { readonly result: Result }, Request>({
    max,
    ttl: thirtyDaysMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    fetchMethod: async (_key, _stale, { context: request }) => ({ result: await request() }),
    // A request that others displaced from the cache is still answered.
    ignoreFetchAbort: true,
  });
  return async (key: string, request: Request): Promise<Result> =>
    (await results.forceFetch(key, { context: request })).result;
}

function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
