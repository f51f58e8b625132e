import { expect, test } from 'vitest';
import { anOwnBusiness } from '../../../testing/fixtures.ts';
import { nextSort, parseSort, sortListings, sortText } from './list-sort.ts';

const years = [1990, null, 850, 2001].map((yearStarted) => anOwnBusiness({ yearStarted }));
const yearsBy = (sort: string | null) =>
  sortListings(years, parseSort(sort)).map(({ yearStarted }) => yearStarted);

test('numbers are ordered as numbers, and what is empty comes last in both directions', () => {
  expect(yearsBy('yearStarted')).toEqual([850, 1990, 2001, null]);
  expect(yearsBy('-yearStarted')).toEqual([2001, 1990, 850, null]);
});

test('without an order, and with one that is not known, they stay as they came', () => {
  expect(yearsBy(null)).toEqual([1990, null, 850, 2001]);
  expect(yearsBy('views')).toEqual([1990, null, 850, 2001]);
});

test('names are ordered without regard to case, and equal ones stay as they came', () => {
  const named = ['warung', 'Kedai', 'WARUNG', 'apam'].map((businessName) =>
    anOwnBusiness({ businessName }),
  );
  const sorted = sortListings(named, parseSort('businessName'));
  expect(sorted.map(({ businessName }) => businessName)).toEqual([
    'apam',
    'Kedai',
    'warung',
    'WARUNG',
  ]);
});

test('a heading leads upwards, then downwards, then back; another one begins anew', () => {
  const up = nextSort(null, 'kampong');
  expect(up && sortText(up)).toBe('kampong');
  const down = nextSort(up, 'kampong');
  expect(down && sortText(down)).toBe('-kampong');
  expect(nextSort(down, 'kampong')).toBeNull();
  expect(nextSort(down, 'phone')).toEqual({ name: 'phone', isDescending: false });
});
