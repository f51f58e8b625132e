import { expect, test } from 'vitest';
import {
  activeFilters,
  filtersSearch,
  filterValue,
  parseFilters,
  toggleFacility,
  withFilter,
  withoutFilters,
  withoutValue,
} from './filters.ts';

const parse = (search: string) => parseFilters(new URLSearchParams(search));

test('an address without a query means All of everything on the first page', () => {
  expect(parse('')).toEqual({
    category: null,
    subcategory: null,
    time: null,
    kampong: null,
    facilities: [],
    open: false,
    unknownHours: false,
    near: null,
    area: null,
    unpinned: false,
    rating: null,
    order: null,
    q: '',
    page: 1,
    view: 'list',
  });
});

test('filters survive the way into the address and back', () => {
  const search =
    '?q=nasi&category=Makanan+%26+Minuman&subcategory=Kafe&time=Pagi-Tengah+Hari&kampong=Chow+Kit&facility=Tandas&facility=Surau&open=now&hours=unknown&near=chow-kit&area=101.69%2C3.155%2C101.715%2C3.175&pin=none&rating=4&order=year-oldest&page=3&view=map';
  expect(filtersSearch(parse(search))).toBe(search);
});

test('both spellings of the hours are one choice', () => {
  expect(parse('time=Pagi-Tengahhari').time).toBe('Pagi-Tengahhari');
  expect(parse('time=pagi-tengah hari').time).toBe('Pagi-Tengahhari');
  expect(filterValue(parse('time=Pagi-Tengahhari'), 'time')).toBe('Pagi-Tengah Hari');
});

test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=', 'page=99999999999'])(
  '%s is the first page',
  (search) => {
    expect(parse(search).page).toBe(1);
  },
);

test('what is no text, rating, order, time, area or view is All', () => {
  const search = 'q=++&rating=6&order=best&time=midnight&area=101.7,3.2,101.6,3.1&pin=some&view=3d';
  expect(parse(search)).toEqual(parse(''));
});

test('of a longer text the first 100 characters are read', () => {
  const text = 'a'.repeat(100);
  expect(parse(`q=${text}b&kampong=${text}b`)).toMatchObject({ q: text, kampong: text });
});

test('another category resets the subcategory to All and leads to the first page', () => {
  const before = parse('category=Kesihatan&subcategory=Klinik&kampong=Chow Kit&page=4');
  expect(withFilter(before, 'category', 'Pasar')).toEqual(parse('category=Pasar&kampong=Chow Kit'));
});

test.each([
  ['subcategory', 'Klinik'],
  ['time', '24jam'],
  ['kampong', 'Chow Kit'],
  ['rating', '5'],
  ['order', 'year-newest'],
] as const)('choosing %s keeps the page number', (name, value) => {
  const after = withFilter(parse('category=Kesihatan&page=4'), name, value);
  expect(after.page).toBe(4);
  expect(after.category).toBe('Kesihatan');
  expect(filterValue(after, name)).toBe(value);
});

test.each(['me', ''])('choosing %j as the place to be near begins with the nearest', (value) => {
  const after = withFilter(parse('category=Kesihatan&page=4'), 'near', value);
  expect(filtersSearch(after)).toBe(`?category=Kesihatan${value && '&near=me'}`);
});

test('an emptied filter is no longer active', () => {
  const filters = parse('category=Pasar&kampong=Chow Kit&q=ikan');
  const names = (active: typeof filters) => activeFilters(active, false).map(({ name }) => name);
  expect(names(filters)).toEqual(['q', 'category', 'kampong']);
  expect(names(withFilter(filters, 'q', ''))).toEqual(['category', 'kampong']);
});

test('rating and unknown hours are never active, and an order by year only where the site applies it', () => {
  const filters = parse('rating=5&hours=unknown&order=year-newest');
  expect(activeFilters(filters, false)).toEqual([]);
  expect(activeFilters(filters, true)).toEqual([{ name: 'order', value: 'year-newest' }]);
  expect(activeFilters(parse('order=rating-highest'), true)).toEqual([]);
});

test('each facility is a filter of its own', () => {
  const both = toggleFacility(parse('facility=Tandas&page=2'), 'Surau');
  expect(filtersSearch(both)).toBe('?facility=Tandas&facility=Surau&page=2');
  expect(activeFilters(both, false)).toHaveLength(2);
  const one = withoutValue(both, { name: 'facility', value: 'Surau' });
  expect(filtersSearch(one)).toBe('?facility=Tandas&page=2');
  const other = withoutValue(parse('facility=Surau&subcategory=Surau'), {
    name: 'subcategory',
    value: 'Surau',
  });
  expect(filtersSearch(other)).toBe('?facility=Surau');
});

test('a position is never in the address', () => {
  expect(filtersSearch(parse('near=3.16,101.7&open=later&facility=Kolam'))).toBe('');
  expect(filtersSearch(parse('near=me'))).toBe('?near=me');
});

test('an area of the map is a filter, the view of the results is none', () => {
  const filters = parse('area=101.69,3.155,101.715,3.175&view=map&page=2');
  expect(activeFilters(filters, false)).toEqual([
    { name: 'area', value: '101.69,3.155,101.715,3.175' },
  ]);
  expect(filtersSearch(withoutFilters(filters))).toBe('?view=map');
});
