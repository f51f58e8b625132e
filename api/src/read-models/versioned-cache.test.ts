import { expect, test } from 'vitest';
import { versionedCache } from './versioned-cache.ts';

const counted = () => {
  let made = 0;
  return () => Promise.resolve((made += 1));
};

test('a version is made once, and another version anew', async () => {
  const kept = versionedCache<number>(10);
  const make = counted();
  const all = await Promise.all([kept('a', 'v1', make), kept('a', 'v1', make)]);
  expect(all).toEqual([1, 1]);
  expect(await kept('a', 'v2', make)).toBe(2);
});

test('what was asked for longest ago is let go first', async () => {
  const kept = versionedCache<number>(2);
  const make = counted();
  for (const key of ['a', 'b', 'a', 'c']) await kept(key, 'v1', make);
  expect(await kept('a', 'v1', make)).toBe(1);
  expect(await kept('b', 'v1', make)).toBe(4);
});

test('what could not be made is tried again', async () => {
  const kept = versionedCache<number>(2);
  await expect(kept('a', 'v1', () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(await kept('a', 'v1', counted())).toBe(1);
});
