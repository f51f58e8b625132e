import { expect, test } from 'vitest';
import { approvedListSnapshots } from './approved-list.ts';
import type { ListingQueries } from './listing-queries.ts';

/** A list that changes whenever it is told to, and that takes a while to read. */
function changingList() {
  const state = { version: 0, atOnce: 0, mostAtOnce: 0, made: 0 };
  const queries = {
    publicToken: () => Promise.resolve(String(state.version)),
    visitsToken: () => Promise.resolve('unchanged'),
    findVisits: () => Promise.resolve(new Map()),
    async findPublic() {
      state.made += 1;
      state.atOnce += 1;
      state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce);
      await new Promise((resolve) => setTimeout(resolve, 10));
      state.atOnce -= 1;
      return [];
    },
  } satisfies Partial<ListingQueries>;
  return { state, snapshot: approvedListSnapshots(queries, () => new Date()) };
}

test('an unchanged list is made once for all who ask', async () => {
  const { state, snapshot } = changingList();
  await Promise.all([snapshot(), snapshot(), snapshot()]);
  await snapshot();
  expect(state.made).toBe(1);
});

test('a burst of changes never makes two lists at once, and few in all', async () => {
  const { state, snapshot } = changingList();
  const answers = Array.from({ length: 20 }, () => {
    state.version += 1;
    return snapshot();
  });
  await Promise.all(answers);
  expect(state).toMatchObject({ mostAtOnce: 1 });
  expect(state.made).toBeLessThanOrEqual(2);
});

test('a list that could not be read is read again by the next who asks', async () => {
  const { state, snapshot } = changingList();
  let isAway = true;
  const failing = approvedListSnapshots(
    {
      publicToken: () => Promise.resolve('1'),
      visitsToken: () => Promise.resolve('1'),
      findVisits: () => Promise.resolve(new Map()),
      findPublic: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve([])),
    },
    () => new Date(),
  );
  await expect(failing()).rejects.toThrow('away');
  isAway = false;
  expect((await failing()).plain.toString()).toBe('[]');
  expect((await snapshot()).etag).toMatch(/^W\//);
  expect(state.made).toBe(1);
});
