import { parseOptions } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword, weaknessOf } from './passwords.ts';

test('hashPassword uses argon2id with 19 MiB, two passes and a random salt', async () => {
  const first = await hashPassword('correct horse');
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword('correct horse')).not.toBe(first);
});

test('verifyPassword accepts the password and no other', async () => {
  const hash = await hashPassword('correct horse');
  expect(await verifyPassword(hash, 'correct horse')).toBe(true);
  expect(await verifyPassword(hash, 'correct horsf')).toBe(false);
  expect(await verifyPassword(hash, '')).toBe(false);
});

test.each(['  spaces count  ', 'nul\0inside', '密码🏠ß', 'x'.repeat(128)])(
  'verifyPassword compares every character of %j',
  async (password) => {
    const hash = await hashPassword(password);
    expect(await verifyPassword(hash, password)).toBe(true);
    expect(await verifyPassword(hash, password.slice(0, -1))).toBe(false);
    expect(await verifyPassword(hash, password.trim() + '!')).toBe(false);
  },
);

test('verifyPassword accepts another Unicode composition', async () => {
  expect(await verifyPassword(await hashPassword('caf\u00e9 kopi'), 'cafe\u0301 kopi')).toBe(true);
});

test('verifyPassword without an account returns false and takes as long', async () => {
  expect(await verifyPassword(undefined, 'anything')).toBe(false);
  const costs: number[] = [];
  const real = await hashPassword('a password');
  for (const hash of [undefined, real, undefined, real, undefined, real]) {
    const start = performance.now();
    await verifyPassword(hash, 'wrong');
    costs.push(performance.now() - start);
  }
  const fastest = (parity: number) => Math.min(...costs.filter((_, index) => index % 2 === parity));
  expect(fastest(0)).toBeGreaterThan(fastest(1) / 3);
  expect(parseOptions(real).memoryCost).toBe(19_456);
});

const names = ['Siti Aminah binti Yusof', 'mak.teh@example.com', 'Zoe\u0308 is', 'Ad\u00e8le'];

test.each([
  ['short', /at least 8/],
  ['password', /most common/],
  ['PassWord1', /most common/],
  ['iloveyou', /most common/],
  ['asdfjkl\u037e', /most common/],
  ['sitiaminah85', /without your name/],
  ['Aminah-2026!', /without your name/],
  ['my mak.teh password', /without your name/],
  ['MakTeh&sons', /without your name/],
  ['Kampong Bharu 1', /name of this site/],
  ['kampung-baru-99', /name of this site/],
  ['Siti-1998-x', /without your name/],
  ['zoe is my name', /without your name/],
  ['adele sings', /without your name/],
])('the password %j is refused', async (password, sentence) => {
  expect(await weaknessOf(password, names)).toMatch(sentence);
});

test.each(['nasi lemak sedap', 'tehtarik kaw', 'example.com!', '密'.repeat(8)])(
  'the password %j is accepted',
  async (password) => {
    expect(await weaknessOf(password, names)).toBeNull();
  },
);

test('short names are not looked for', async () => {
  expect(await weaknessOf('a quality password', ['Ali', 'al@example.com'])).toBeNull();
});
