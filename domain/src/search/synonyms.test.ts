import { expect, test } from 'vitest';
import { facilities } from '../catalogue/catalogue.ts';
import { kinds, termOf } from './kinds.ts';
import { kindPhrases, sameWords } from './synonyms.ts';
import { wordsOf } from './words.ts';

const terms: readonly string[] = [...kinds.map(termOf), ...facilities];
const pairs = [...kindPhrases].flatMap(([term, phrases]) =>
  phrases.map((phrase) => [phrase, term] as const),
);

test('there are at least 150 synonyms', () => {
  expect(pairs.length + sameWords.length).toBeGreaterThanOrEqual(150);
});

test.each(pairs)('"%s" means %s, which the catalogue has', (phrase, term) => {
  expect(terms).toContain(term);
  expect(wordsOf(phrase).join(' ')).toBe(phrase);
});

test('no kind has a phrase twice', () => {
  for (const phrases of kindPhrases.values()) expect(new Set(phrases).size).toBe(phrases.length);
});

test('words that mean the same are plain, at least two, and in one group only', () => {
  const words = sameWords.flatMap((line) => {
    const group = line.split(' ');
    expect(group.length, line).toBeGreaterThan(1);
    return group;
  });
  for (const word of words) expect(wordsOf(word)).toEqual([word]);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});
