import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowedErrors, editDistance, joinedPairs, singular, wordsOf } from './words.ts';

test.each([
  ["D'lala Seafood", ['dlala', 'seafood']],
  ['D’lala', ['dlala']],
  ['7-Eleven', ['7', 'eleven']],
  ['99speedmart', ['99', 'speedmart']],
  ['FamilyMart', ['family', 'mart']],
  ['FAMILYMART @Jalan Putra', ['familymart', 'jalan', 'putra']],
  ['Café & Kek', ['cafe', 'kek']],
  ['50300', ['50300']],
  ['.*', []],
  ['新记茶餐室 Restoran', ['新', '记', '茶', '餐', '室', 'restoran']],
  ['7-Eleven便利店', ['7', 'eleven', '便', '利', '店']],
  ['கோவில்', ['கோவில்'.normalize('NFKD')]],
  ['مَسْجِد آل', ['مسجد', 'ال']],
  ['Kopi ☕️', ['kopi']],
])('the words of %s are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('neighbours are joined in pairs', () => {
  expect(joinedPairs(['family', 'mart', 'kl'])).toEqual(['familymart', 'martkl']);
  expect(joinedPairs(['one'])).toEqual([]);
});

test.each([
  ['mosques', 'mosque'],
  ['bakeries', 'bakery'],
  ['bus', 'bus'],
  ['glass', 'glass'],
  ['polis', 'polis'],
])('the singular of %s is %s', (word, one) => {
  expect(singular(word)).toBe(one);
});

test('words of four letters may have one error, of eight two, and numbers none', () => {
  expect(['kfc', 'masjid', 'restoran', '50300'].map(allowedErrors)).toEqual([0, 1, 2, 0]);
});

test.each([
  ['masjit', 'masjid', 1],
  ['msajid', 'masjid', 1],
  ['masid', 'masjid', 1],
  ['masjiid', 'masjid', 1],
  ['restaraunt', 'restaurant', 2],
])('%s is %s with %s', (typed, word, errors) => {
  expect(editDistance(typed, word, 2)).toBe(errors);
  expect(editDistance(typed, word, errors - 1)).toBe(Number.POSITIVE_INFINITY);
});

test('the edit distance is the same both ways and zero only for the same word', () => {
  const word = fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'b', 'c') });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b, 9)).toBe(editDistance(b, a, 9));
      expect(editDistance(a, b, 9) === 0).toBe(a === b);
    }),
  );
});
