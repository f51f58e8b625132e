import { expect, test } from 'vitest';
import { listingPagePath, listSearch, nextSort, parseListFilters } from './list-controls.tsx';

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

test.each([
  ['', '/api/businesses?page=1'],
  ['?status=pending', '/api/businesses?status=pending'],
  ['?q=+kopi+&page=2', '/api/businesses?q=kopi&page=2'],
  ['?q=+', '/api/businesses?page=1'],
])('the page at %j is asked for as %s', (search, path) => {
  expect(listingPagePath(parse(search))).toBe(path);
});

test('nextSort goes from ascending to descending to unsorted; another column starts ascending', () => {
  const up = nextSort(null, 'kampong');
  expect(up).toBe('kampong');
  const down = nextSort(up, 'kampong');
  expect(down).toBe('-kampong');
  expect(nextSort(down, 'kampong')).toBeNull();
  expect(nextSort(down, 'phone')).toBe('phone');
});
