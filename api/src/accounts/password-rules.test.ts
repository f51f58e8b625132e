import { expect, test } from 'vitest';
import { weaknessOf } from './password-rules.ts';

const names = ['Siti Aminah binti Yusof', 'mak.teh@example.com'];

test.each([
  ['short', /at least 8/],
  ['password', /most common/],
  ['PassWord1', /most common/],
  ['iloveyou', /most common/],
  ['sitiaminah85', /without your name/],
  ['Aminah-2026!', /without your name/],
  ['my mak.teh password', /without your name/],
  ['MakTeh&sons', /without your name/],
  ['Kampong Bharu 1', /name of this site/],
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
