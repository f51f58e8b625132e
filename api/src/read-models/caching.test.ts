import { toPosition } from '@directory/domain/event-store';
import { expect, test, vi } from 'vitest';
import { ViewStoreUnavailable, type ViewChange } from '@directory/projections';
import { cachedByToken, changedDocuments, versionedCache, type ChangesReader } from './caching.ts';

test('cachedByToken caches a value until the token changes', async () => {
  let token = '1';
  let reads = 0;
  const get = cachedByToken(
    async () => token,
    async (key: string) => `${key} read ${(reads += 1)}`,
  );
  expect(await get('a')).toBe('a read 1');
  expect(await get('a')).toBe('a read 1');
  expect(await get('b')).toBe('b read 2');
  token = '2';
  expect(await get('a')).toBe('a read 3');
});

test('cachedByToken does not cache null', async () => {
  let reads = 0;
  const get = cachedByToken<string, string | null>(
    async () => '1',
    async () => {
      reads += 1;
      return null;
    },
  );
  await get('a');
  await get('a');
  expect(reads).toBe(2);
});

test('cachedByToken does not cache what was read while the token changed', async () => {
  let token = '1';
  const values = ['old', 'new'];
  const get = cachedByToken(
    async () => token,
    async (key: string) => {
      const value = values.shift() ?? null;
      if (key === 'a' && value === 'old') {
        token = '2';
        await get('another');
      }
      return value;
    },
  );
  await get('a');
  values.push('newest');
  expect(await get('a')).toBe('newest');
});

const counted = () => {
  let made = 0;
  return () => Promise.resolve((made += 1));
};

test('versionedCache makes a version once, and another version again', async () => {
  const cached = versionedCache<number>(10);
  const make = counted();
  const all = await Promise.all([cached('a', 'v1', make), cached('a', 'v1', make)]);
  expect(all).toEqual([1, 1]);
  expect(await cached('a', 'v2', make)).toBe(2);
});

test('versionedCache evicts the key that was used least recently', async () => {
  const cached = versionedCache<number>(2);
  const make = counted();
  for (const key of ['a', 'b', 'a', 'c']) await cached(key, 'v1', make);
  expect(await cached('a', 'v1', make)).toBe(1);
  expect(await cached('b', 'v1', make)).toBe(4);
});

test('versionedCache keeps values up to their size together, and none that is larger', async () => {
  const cached = versionedCache<string>(10, { maxSize: 5, sizeOf: ({ length }) => length });
  const made: string[] = [];
  const get = (key: string, value: string) =>
    cached(key, 1, () => {
      made.push(key);
      return Promise.resolve(value);
    });
  for (const [key, value] of [
    ['a', 'aaa'],
    ['b', 'bb'],
    ['a', 'aaa'],
    ['c', 'c'],
    ['b', 'bb'],
    ['d', 'dddddd'],
    ['d', 'dddddd'],
  ] as const)
    expect(await get(key, value)).toBe(value);
  expect(made).toEqual(['a', 'b', 'c', 'b', 'd', 'd']);
});

test('versionedCache does not cache a failure', async () => {
  const cached = versionedCache<number>(2);
  await expect(cached('a', 'v1', () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(await cached('a', 'v1', counted())).toBe(1);
});

test('versionedCache leaves a failure to its caller, and others at the same time share the next version', async () => {
  const cached = versionedCache<number>(2);
  const make = counted();
  const refused = cached('a', 'v1', () => Promise.reject(new Error('over the limit')));
  const others = [cached('a', 'v1', make), cached('a', 'v1', make)];
  await expect(refused).rejects.toThrow('over the limit');
  expect(await Promise.all(others)).toEqual([1, 1]);
  const reason = new ViewStoreUnavailable('busy');
  const outage = cached('b', 'v1', () => Promise.reject(reason));
  const settled = await Promise.allSettled([outage, cached('b', 'v1', make)]);
  expect(settled).toMatchObject([{ reason }, { reason }]);
});

test('changedDocuments passes on each change once, and all documents after a failure', async () => {
  let report: (change: ViewChange) => void = () => undefined;
  const watch = (onChange: typeof report) => {
    report = onChange;
    return () => undefined;
  };
  const findChanged = vi.fn<ChangesReader['findChanged']>();
  const useChanges = changedDocuments({ watch, findChanged }, { name: 'listings' });
  const changed = () => useChanges((ids) => Promise.resolve(ids && [...ids]));
  expect(await changed()).toBeNull();
  report({ view: 'listings', ids: ['a', 'b'] });
  report({ view: 'others', ids: ['c'] });
  expect(await changed()).toEqual(['a', 'b']);
  expect(await changed()).toEqual([]);
  findChanged.mockResolvedValueOnce(['a', 'd']).mockResolvedValueOnce(null);
  for (const after of [toPosition(3), toPosition(4)])
    report({ view: 'listings', ids: null, after });
  report({ view: 'listings', ids: ['a', 'b'] });
  expect(await changed()).toEqual(['a', 'b', 'd']);
  report({ view: 'listings', ids: null, after: toPosition(5) });
  expect(await changed()).toBeNull();
  expect(findChanged.mock.calls.map(([, after]) => after)).toEqual([toPosition(3), toPosition(5)]);
  report({ view: 'listings', ids: ['a'] });
  await expect(useChanges(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await changed()).toBeNull();
});
