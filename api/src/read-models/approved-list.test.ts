import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import type { BusinessWithoutStats } from '../contracts/business.ts';
import { approvedListSnapshots } from './approved-list.ts';

const idOf = (number: number) => `01HZX${String(number).padStart(21, '0')}`;
const place = (number: number, businessName = `Place ${number}`) =>
  ({ id: idOf(number), businessName }) as BusinessWithoutStats;

/** A list that changes on request, and takes a while to read. */
function changingList(count = 0) {
  const state = { version: 0, atOnce: 0, mostAtOnce: 0, read: 0, isUnreachable: false, now: 0 };
  const readVisitsToken = vi.fn(() => Promise.resolve('unchanged'));
  let places = Array.from({ length: count }, (_, number) => place(number));
  const snapshot = approvedListSnapshots({
    queries: {
      publicToken: () => Promise.resolve(String(state.version)),
      visitsToken: readVisitsToken,
      getVisits: () => Promise.resolve(null),
      async *eachVisited() {
        yield* [];
      },
    },
    async readPlaces() {
      if (state.isUnreachable) throw new Error('unreachable');
      state.read += 1;
      state.atOnce += 1;
      state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce);
      await new Promise((resolve) => setTimeout(resolve, 10));
      state.atOnce -= 1;
      return { places };
    },
    reader: { watch: () => () => undefined, findChanged: async () => null },
    views: { hourlyViews: { name: 'hourly-views' } as never },
    clock: () => new Date(state.now),
  });
  const change = (next: (before: BusinessWithoutStats[]) => BusinessWithoutStats[]) => {
    places = next(places);
    state.version += 1;
  };
  const namesOf = async () => {
    const list = JSON.parse(gunzipSync((await snapshot()).gzip ?? '').toString()) as typeof places;
    return list.map(({ businessName }) => businessName);
  };
  return { state, readVisitsToken, snapshot, change, namesOf };
}

test('an unchanged list is made once for all requests', async () => {
  const { state, snapshot } = changingList();
  await Promise.all([snapshot(), snapshot(), snapshot()]);
  await snapshot();
  expect(state.read).toBe(1);
});

test('a burst of changes never makes two lists at once, and few in all', async () => {
  const { state, snapshot } = changingList();
  const answers = Array.from({ length: 20 }, () => {
    state.version += 1;
    return snapshot();
  });
  await Promise.all(answers);
  expect(state).toMatchObject({ mostAtOnce: 1 });
  expect(state.read).toBeLessThanOrEqual(2);
});

test('a list that could not be read is read again at the next request', async () => {
  const { state, snapshot, namesOf } = changingList(1);
  state.isUnreachable = true;
  await expect(snapshot()).rejects.toThrow('unreachable');
  state.isUnreachable = false;
  expect(await namesOf()).toEqual(['Place 0']);
});

test('a read of counts that fails after more than a minute fails no later request', async () => {
  const { state, readVisitsToken, snapshot, namesOf } = changingList(1);
  let fail: (error: Error) => void = () => undefined;
  readVisitsToken.mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
  const first = snapshot();
  // As when the machine was suspended, and the connection lost meanwhile.
  state.now += 61_000;
  const second = snapshot();
  fail(new Error('unreachable'));
  await expect(first).rejects.toThrow('unreachable');
  await Promise.allSettled([second]);
  expect(await namesOf()).toEqual(['Place 0']);
});

test('a list is right after each change at its begin, in its middle and at its end', async () => {
  const { change, namesOf } = changingList(500);
  const expected = Array.from({ length: 500 }, (_, number) => `Place ${number}`);
  expect(await namesOf()).toEqual(expected);
  change((before) => [place(900), ...before]);
  expected.unshift('Place 900');
  expect(await namesOf()).toEqual(expected);
  change((before) => before.with(250, place(249, 'Renamed')));
  expected[250] = 'Renamed';
  expect(await namesOf()).toEqual(expected);
  change((before) => before.slice(0, -1));
  expect(await namesOf()).toEqual(expected.slice(0, -1));
  change(() => []);
  expect(await namesOf()).toEqual([]);
});

test('a changed place is serialised again with few others, and the tag depends on the places alone', async () => {
  const { change, snapshot } = changingList(2_000);
  const { etag } = await snapshot();
  const stringify = vi.spyOn(JSON, 'stringify');
  change((before) => before.with(1_000, place(1_000, 'Renamed')));
  const changed = await snapshot();
  expect(stringify.mock.calls.length).toBeLessThan(300);
  stringify.mockRestore();
  expect(changed.etag).not.toBe(etag);
  change((before) => before.with(1_000, place(1_000)));
  expect((await snapshot()).etag).toBe(etag);
  expect((await changingList(2_000).snapshot()).etag).toBe(etag);
});

test('a list is compressed by Brotli, too, after a while without a change', async () => {
  const { snapshot } = changingList(100);
  expect((await snapshot()).br).toBeNull();
  await vi.waitUntil(async () => (await snapshot()).br !== null, 30_000);
});
