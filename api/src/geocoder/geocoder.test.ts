import { expect, test } from 'vitest';
import { type Geocoder, throttledGeocoder } from './geocoder.ts';

function recorder(answer: () => Promise<string> = () => Promise.resolve('an address')) {
  const requested: string[] = [];
  const starts: number[] = [];
  const request = (what: string) => {
    requested.push(what);
    starts.push(performance.now());
    return answer();
  };
  const geocoder: Geocoder = {
    search: async (text) => [{ latitude: 3, longitude: 101, address: await request(text) }],
    reverse: (latitude, longitude) => request(`${latitude},${longitude}`),
  };
  return { requested, starts, geocoder };
}
const intervalMs = 1;

test('searches and reverse lookups start an interval apart', async () => {
  const { geocoder, starts } = recorder();
  const throttled = throttledGeocoder(geocoder, { intervalMs: 60 });
  await Promise.all([
    throttled.search('first'),
    throttled.reverse(1, 2),
    throttled.search('third'),
  ]);
  const [first = 0, second = 0, third = 0] = starts;
  expect(second - first).toBeGreaterThan(55);
  expect(third - second).toBeGreaterThan(55);
});

test('the interval is one second by default', async () => {
  const { geocoder, starts } = recorder();
  const throttled = throttledGeocoder(geocoder);
  await throttled.search('first');
  await throttled.search('second');
  const [first = 0, second = 0] = starts;
  expect(second - first).toBeGreaterThan(990);
});

test('a repeated search is cached, whatever its spaces and case', async () => {
  const { geocoder, requested } = recorder();
  const throttled = throttledGeocoder(geocoder, { intervalMs });
  const answer = await throttled.search('Jalan  Raja Alang ');
  expect(await throttled.search('jalan raja alang')).toEqual(answer);
  expect(requested).toEqual(['Jalan Raja Alang']);
});

test('coordinates are rounded, so near ones are requested once', async () => {
  const { geocoder, requested } = recorder();
  const throttled = throttledGeocoder(geocoder, { intervalMs });
  await throttled.reverse(3.16331111, 101.70122222);
  await throttled.reverse(3.16334, 101.70118);
  await throttled.reverse(3.1634, 101.7012);
  expect(requested).toEqual(['3.1633,101.7012', '3.1634,101.7012']);
});

test('a missing address is cached too', async () => {
  const { geocoder, requested } = recorder();
  const nowhere: Geocoder = {
    ...geocoder,
    reverse: async (latitude, longitude) => {
      await geocoder.reverse(latitude, longitude);
      return null;
    },
  };
  const throttled = throttledGeocoder(nowhere, { intervalMs });
  expect([await throttled.reverse(0, 0), await throttled.reverse(0, 0)]).toEqual([null, null]);
  expect(requested).toHaveLength(1);
});

test('a cached result expires after 30 days', async () => {
  const { geocoder, requested } = recorder();
  let time = new Date('2026-01-01');
  const throttled = throttledGeocoder(geocoder, { intervalMs, now: () => time });
  await throttled.search('Jalan Raja');
  time = new Date('2026-01-30T23:59:59Z');
  await throttled.search('Jalan Raja');
  expect(requested).toHaveLength(1);
  time = new Date('2026-01-31T00:00:00.001Z');
  await throttled.search('Jalan Raja');
  expect(requested).toHaveLength(2);
});

test('the geocoder asks again for what more than maxCached searches pushed out', async () => {
  const { geocoder, requested } = recorder();
  const throttled = throttledGeocoder(geocoder, { intervalMs, maxCached: 2 });
  for (const text of ['first', 'second', 'third', 'first']) await throttled.search(text);
  expect(requested).toEqual(['first', 'second', 'third', 'first']);
});

test('concurrent identical requests share one, and a failure is not cached', async () => {
  let isDown = true;
  const { geocoder, requested } = recorder(() =>
    isDown ? Promise.reject(new Error('down')) : Promise.resolve('back'),
  );
  const throttled = throttledGeocoder(geocoder, { intervalMs });
  const both = await Promise.allSettled([throttled.reverse(1, 2), throttled.reverse(1, 2)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(requested).toHaveLength(1);
  isDown = false;
  expect(await throttled.reverse(1, 2)).toBe('back');
});

test('of a client only one request waits among those of others, and few behind it', async () => {
  const { geocoder, requested } = recorder();
  const throttled = throttledGeocoder(geocoder, { intervalMs });
  const asked = ['a', 'b', 'c', 'd', 'e'].map((text) => throttled.search(text, 'often'));
  const results = await Promise.allSettled([...asked, throttled.search('z', 'once')]);
  expect(requested).toEqual(['a', 'z', 'b', 'c', 'd']);
  expect(results[4]).toMatchObject({ reason: { status: 503 } });
});

test('a request beyond maxWaiting is refused with 503 and Retry-After', async () => {
  const { geocoder, requested } = recorder();
  const throttled = throttledGeocoder(geocoder, { intervalMs, maxWaiting: 1 });
  const results = await Promise.allSettled(
    ['a', 'b', 'c'].map((text) => throttled.search(text, text)),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(results[2]).toMatchObject({ reason: { status: 503, headers: { 'Retry-After': '5' } } });
  expect(requested).toEqual(['a', 'b']);
});
