import { expect, test } from 'vitest';
import { anOwnBusiness } from '../../../testing/fixtures.ts';
import {
  listSearch,
  matchingName,
  nextSort,
  listPage,
  parseListFilters,
  parseSort,
  sortListings,
  sortText,
  withStatus,
} from './list-filters.ts';

const parse = (search: string) => parseListFilters(new URLSearchParams(search));

test.each([
  ['', { status: 'all', q: '', sort: null, page: 1 }],
  ['?status=pending&q=kopi&page=3', { status: 'pending', q: 'kopi', sort: null, page: 3 }],
  ['?status=deleted&page=-1&sort=wage', { status: 'all', q: '', sort: null, page: 1 }],
])('parseListFilters reads %j as %j', (search, filters) => {
  expect(parse(search)).toEqual(filters);
});

test('listSearch writes the chosen filters and no defaults', () => {
  expect(listSearch(parse('?page=1&status=all'))).toBe('');
  const search = '?status=rejected&q=a+b&sort=-kampong&page=2';
  expect(listSearch(parse(search))).toBe(search);
});

test('status and part of a name filter the rows', () => {
  const rows = [
    { businessName: 'Kopi Haji', status: 'approved' as const },
    { businessName: 'Warung', status: 'pending' as const },
  ];
  expect(withStatus(rows, 'pending')).toEqual([rows[1]]);
  expect(withStatus(rows, 'all')).toEqual(rows);
  expect(matchingName(rows, 'KOPI ')).toEqual([rows[0]]);
});

test('a page has twenty-five rows, the last one the rest', () => {
  const all = Array.from({ length: 60 }, (_, index) => index);
  expect(listPage(all, 2)).toMatchObject({ page: 2, pages: 3, first: 26, last: 50 });
  expect(listPage(all, 99)).toMatchObject({ page: 3, first: 51, last: 60 });
  expect(listPage(all, 99).items).toHaveLength(10);
  expect(listPage([], 1)).toEqual({ items: [], page: 1, pages: 1, first: 0, last: 0 });
});

const years = [1990, null, 850, 2001].map((yearStarted) => anOwnBusiness({ yearStarted }));
const yearsBy = (sort: string | null) =>
  sortListings(years, parseSort(sort)).map(({ yearStarted }) => yearStarted);

test('numbers are sorted as numbers, and empty values come last in both directions', () => {
  expect(yearsBy('yearStarted')).toEqual([850, 1990, 2001, null]);
  expect(yearsBy('-yearStarted')).toEqual([2001, 1990, 850, null]);
});

test('without a sort, or with an unknown one, the order is unchanged', () => {
  expect(yearsBy(null)).toEqual([1990, null, 850, 2001]);
  expect(yearsBy('views')).toEqual([1990, null, 850, 2001]);
});

test('names are sorted case-insensitively, and equal ones stay in order', () => {
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

test('nextSort goes from ascending to descending to unsorted; another column starts ascending', () => {
  const up = nextSort(null, 'kampong');
  expect(up && sortText(up)).toBe('kampong');
  const down = nextSort(up, 'kampong');
  expect(down && sortText(down)).toBe('-kampong');
  expect(nextSort(down, 'kampong')).toBeNull();
  expect(nextSort(down, 'phone')).toEqual({ name: 'phone', isDescending: false });
});
