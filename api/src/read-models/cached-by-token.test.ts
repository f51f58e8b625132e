import { expect, test } from 'vitest';
import { cachedByToken } from './cached-by-token.ts';

test('what was found is remembered until the token changes', async () => {
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

test('what was not found is looked for again', async () => {
  let reads = 0;
  const get = cachedByToken<string, string>(
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

test('what was read while the token changed is not remembered under the new one', async () => {
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
