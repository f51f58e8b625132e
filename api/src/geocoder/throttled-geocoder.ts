import { setTimeout as sleep } from 'node:timers/promises';
import { boundedQueue } from '../bounded-queue.ts';
import { systemClock, type Clock } from '../clock.ts';
import { expiringCache } from '../expiring-cache.ts';
import { geocoderBusy } from './geocoder-problems.ts';
import type { Geocoder, Place } from './geocoder.ts';

export type ThrottleOptions = {
  /** Between the starts of two requests, whoever asks. */
  readonly intervalMs?: number;
  /** How many may wait for their turn; beyond it, 503. */
  readonly waiting?: number;
  readonly maxKept?: number;
  readonly now?: Clock;
};

const thirtyDays = 30 * 86_400_000;

/**
 * What a public geocoder's policy asks of a whole site: one request a second, and none for what was asked within 30 days or is
 * being asked just now. Coordinates are rounded to about 11 m, so that a pin moved by a hair is not asked for again.
 */
export function throttledGeocoder(
  geocoder: Geocoder,
  {
    intervalMs = 1000,
    waiting = 10,
    maxKept: mostKept = 5000,
    now = systemClock,
  }: ThrottleOptions = {},
): Geocoder {
  const paced = throttle(intervalMs, waiting);
  const places = remember<readonly Place[]>(mostKept, now);
  const addresses = remember<string | null>(mostKept, now);
  return {
    search(text) {
      const words = text.trim().replace(/\s+/g, ' ');
      return places(words.toLowerCase(), () => paced(() => geocoder.search(words)));
    },
    reverse(latitude, longitude) {
      const place = [round(latitude), round(longitude)] as const;
      return addresses(place.join(), () => paced(() => geocoder.reverse(...place)));
    },
  };
}

function throttle(intervalMs: number, waiting: number) {
  const inTurn = boundedQueue(waiting, geocoderBusy);
  let nextStart = 0;
  return <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
    inTurn(async () => {
      await sleep(Math.max(0, nextStart - performance.now()));
      nextStart = performance.now() + intervalMs;
      return ask();
    });
}

/** Answers from what is kept or under way; a failure is not kept. */
function remember<Answer>(most: number, now: Clock) {
  const kept = expiringCache<{ readonly answer: Answer }>(most, thirtyDays, now);
  const underWay = new Map<string, Promise<Answer>>();

  async function askAndKeep(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await ask();
      kept.set(key, { answer });
      return answer;
    } finally {
      underWay.delete(key);
    }
  }

  return async (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const known = kept.get(key);
    if (known) return known.answer;
    const asked = underWay.get(key) ?? askAndKeep(key, ask);
    underWay.set(key, asked);
    return asked;
  };
}

function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
