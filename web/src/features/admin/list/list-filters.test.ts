import { expect, test } from 'vitest';
import { listSearch, matchingName, pageOf, parseListFilters, withStatus } from './list-filters.ts';

const parse = (search: string) => parseListFilters(new URLSearchParams(search));

test.each([
  ['', { status: 'all', q: '', sort: null, page: 1 }],
  ['?status=pending&q=kopi&page=3', { status: 'pending', q: 'kopi', sort: null, page: 3 }],
  ['?status=deleted&page=-1&sort=wage', { status: 'all', q: '', sort: null, page: 1 }],
])('%j is read as %j', (search, filters) => {
  expect(parse(search)).toEqual(filters);
});

test('the address says what was chosen and nothing else', () => {
  expect(listSearch(parse('?page=1&status=all'))).toBe('');
  const search = '?status=rejected&q=a+b&sort=-kampong&page=2';
  expect(listSearch(parse(search))).toBe(search);
});

test('status and part of a name choose the rows', () => {
  const rows = [
    { businessName: 'Kopi Haji', status: 'approved' as const },
    { businessName: 'Warung', status: 'pending' as const },
  ];
  expect(withStatus(rows, 'pending')).toEqual([rows[1]]);
  expect(withStatus(rows, 'all')).toEqual(rows);
  expect(matchingName(rows, 'KOPI ')).toEqual([rows[0]]);
});

test('a page has twenty-five rows, and the last one what is left', () => {
  const all = Array.from({ length: 60 }, (_, index) => index);
  expect(pageOf(all, 2)).toMatchObject({ page: 2, pages: 3, first: 26, last: 50 });
  expect(pageOf(all, 99)).toMatchObject({ page: 3, first: 51, last: 60 });
  expect(pageOf(all, 99).rows).toHaveLength(10);
  expect(pageOf([], 1)).toEqual({ rows: [], page: 1, pages: 1, first: 0, last: 0 });
});
