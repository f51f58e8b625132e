import { expect, test } from 'vitest';
import {
  englishOf,
  englishWords,
  facilities,
  mainCategories,
  operatingHours,
  subCategories,
} from './catalogue.ts';

const kinds = mainCategories.flatMap((category) => subCategories(category));

test('the catalogue has 20 categories and 91 sub-categories to translate', () => {
  expect(mainCategories).toHaveLength(20);
  expect(kinds).toHaveLength(91);
});

test.each([...mainCategories, ...kinds, ...operatingHours, ...facilities])(
  '%s has its English words',
  (term) => {
    expect(Object.keys(englishWords)).toContain(term);
  },
);

test('a word that is English already has no other', () => {
  expect(englishOf('Hotel')).toBeNull();
  expect(englishOf('Tukang Jahit')).toBe('tailor');
  expect(englishOf('Pagi-Malam')).toBe('morning to night');
  expect(englishOf('toString')).toBeNull();
});
