import { expect, test } from 'vitest';
import { approvedListSnapshots } from './approved-list.ts';
import type { ListingQueries } from './listing-queries.ts';

/** A list that changes on request and takes a while to read. */
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

test('an unchanged list is made once for all requests', async () => {
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

test('a list that could not be read is read again at the next request', async () => {
  const { state, snapshot } = changingList();
  let isUnreachable = true;
  const failing = approvedListSnapshots(
    {
      publicToken: () => Promise.resolve('1'),
      visitsToken: () => Promise.resolve('1'),
      findVisits: () => Promise.resolve(new Map()),
      findPublic: () =>
        isUnreachable ? Promise.reject(new Error('unreachable')) : Promise.resolve([]),
    },
    () => new Date(),
  );
  await expect(failing()).rejects.toThrow('unreachable');
  isUnreachable = false;
  expect((await failing()).plain.toString()).toBe('[]');
  expect((await snapshot()).etag).toMatch(/^W\//);
  expect(state.made).toBe(1);
});
