import { expect, test } from 'vitest';
import { throttledGeocoder } from './throttled-geocoder.ts';
import type { Geocoder } from './geocoder.ts';

function recorder(answer: () => Promise<string> = () => Promise.resolve('an address')) {
  const asked: string[] = [];
  const starts: number[] = [];
  const ask = (what: string) => {
    asked.push(what);
    starts.push(performance.now());
    return answer();
  };
  const geocoder: Geocoder = {
    search: async (text) => [{ latitude: 3, longitude: 101, address: await ask(text) }],
    reverse: (latitude, longitude) => ask(`${latitude},${longitude}`),
  };
  return { asked, starts, geocoder };
}
const intervalMs = 1;

test('requests start an interval apart, whatever they ask', async () => {
  const { geocoder, starts } = recorder();
  const spared = throttledGeocoder(geocoder, { intervalMs: 60 });
  await Promise.all([spared.search('first'), spared.reverse(1, 2), spared.search('third')]);
  const [first = 0, second = 0, third = 0] = starts;
  expect(second - first).toBeGreaterThan(55);
  expect(third - second).toBeGreaterThan(55);
});

test('the interval is a second unless something else is said', async () => {
  const { geocoder, starts } = recorder();
  const spared = throttledGeocoder(geocoder);
  await spared.search('first');
  await spared.search('second');
  const [first = 0, second = 0] = starts;
  expect(second - first).toBeGreaterThan(990);
});

test('what was asked is not asked again, however it is spaced and spelled', async () => {
  const { geocoder, asked } = recorder();
  const spared = throttledGeocoder(geocoder, { intervalMs });
  const answer = await spared.search('Jalan  Raja Alang ');
  expect(await spared.search('jalan raja alang')).toEqual(answer);
  expect(asked).toEqual(['Jalan Raja Alang']);
});

test('coordinates are asked for rounded, near ones once', async () => {
  const { geocoder, asked } = recorder();
  const spared = throttledGeocoder(geocoder, { intervalMs });
  await spared.reverse(3.16331111, 101.70122222);
  await spared.reverse(3.16334, 101.70118);
  await spared.reverse(3.1634, 101.7012);
  expect(asked).toEqual(['3.1633,101.7012', '3.1634,101.7012']);
});

test('that there is no address is remembered too', async () => {
  const { geocoder, asked } = recorder();
  const nowhere: Geocoder = {
    ...geocoder,
    reverse: async (latitude, longitude) => {
      await geocoder.reverse(latitude, longitude);
      return null;
    },
  };
  const spared = throttledGeocoder(nowhere, { intervalMs });
  expect([await spared.reverse(0, 0), await spared.reverse(0, 0)]).toEqual([null, null]);
  expect(asked).toHaveLength(1);
});

test('after 30 days it is asked again', async () => {
  const { geocoder, asked } = recorder();
  let time = new Date('2026-01-01');
  const spared = throttledGeocoder(geocoder, { intervalMs, now: () => time });
  await spared.search('Jalan Raja');
  time = new Date('2026-01-30T23:59:59Z');
  await spared.search('Jalan Raja');
  expect(asked).toHaveLength(1);
  time = new Date('2026-01-31');
  await spared.search('Jalan Raja');
  expect(asked).toHaveLength(2);
});

test('the memory is bounded', async () => {
  const { geocoder, asked } = recorder();
  const spared = throttledGeocoder(geocoder, { intervalMs, maxKept: 2 });
  for (const text of ['first', 'second', 'third', 'first']) await spared.search(text);
  expect(asked).toEqual(['first', 'second', 'third', 'first']);
});

test('the same question under way is asked once, also when it fails, and then again', async () => {
  let isAway = true;
  const { geocoder, asked } = recorder(() =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve('back'),
  );
  const spared = throttledGeocoder(geocoder, { intervalMs });
  const both = await Promise.allSettled([spared.reverse(1, 2), spared.reverse(1, 2)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked).toHaveLength(1);
  isAway = false;
  expect(await spared.reverse(1, 2)).toBe('back');
});

test('when too many wait the next is asked to come again', async () => {
  const { geocoder, asked } = recorder();
  const spared = throttledGeocoder(geocoder, { intervalMs, waiting: 1 });
  const results = await Promise.allSettled(['a', 'b', 'c'].map((text) => spared.search(text)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(results[2]).toMatchObject({ reason: { status: 503, headers: { 'Retry-After': '5' } } });
  expect(asked).toEqual(['a', 'b']);
});
