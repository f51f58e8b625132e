import { expect, test } from 'vitest';
import { expiringCache } from './expiring-cache.ts';

const at = (ms: number) => new Date(ms);

test('a value is kept for its lifetime and no longer', () => {
  let time = at(0);
  const cache = expiringCache<string>(10, 1000, () => time);
  cache.set('a', 'value');
  time = at(999);
  expect(cache.get('a')).toBe('value');
  time = at(1000);
  expect(cache.get('a')).toBeUndefined();
});

test('what was asked for longest ago makes room', () => {
  const cache = expiringCache<string>(2, 1000, () => at(0));
  cache.set('a', '1');
  cache.set('b', '2');
  cache.get('a');
  cache.set('c', '3');
  expect(['a', 'b', 'c'].map(cache.get)).toEqual(['1', undefined, '3']);
});

test('a value set again takes one place', () => {
  const cache = expiringCache<string>(2, 1000, () => at(0));
  for (const value of ['1', '2', '3']) cache.set('a', value);
  cache.set('b', '4');
  expect(['a', 'b'].map(cache.get)).toEqual(['3', '4']);
});
