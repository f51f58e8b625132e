import { expect, test } from 'vitest';
import { operatingHours, type OperatingHours } from '../catalogue/catalogue.ts';
import type { SearchedPlace } from './filters.ts';
import { findResults, type PlaceQuery } from './find-places.ts';
import { aPlace } from './testing/places.ts';
import { textSearch } from './text-search.ts';

const all: PlaceQuery = {
  category: null,
  subcategory: null,
  time: null,
  kampong: null,
  q: '',
  order: null,
};

const found = (
  list: readonly SearchedPlace[],
  query: Partial<PlaceQuery>,
  applyOrderBy = false,
): string[] =>
  findResults(
    list,
    { ...all, page: 1, ...query },
    { applyOrderBy, matches: matchesOf(list, query) },
  ).items.map(({ businessName }) => businessName);

const matchesOf = (list: readonly SearchedPlace[], { q }: Partial<PlaceQuery>) =>
  q ? textSearch(list)(q) : null;

test('category, subcategory and kampong need exact equality', () => {
  const list = [
    aPlace({ businessName: 'A', businessInfo: 'Kesihatan', subCategory: 'Klinik' }),
    aPlace({ businessName: 'B', businessInfo: 'Kesihatan', subCategory: 'Klinik Gigi' }),
    aPlace({ businessName: 'C', businessInfo: 'Pasar', kampong: 'Kampung Atas A' }),
    aPlace({ businessName: 'D', businessInfo: 'Pasar', kampong: 'Kampung Atas B' }),
  ];
  expect(found(list, {})).toEqual(['A', 'B', 'C', 'D']);
  expect(found(list, { category: 'Kesihatan' })).toEqual(['A', 'B']);
  expect(found(list, { category: 'Kesihatan', subcategory: 'Klinik' })).toEqual(['A']);
  expect(found(list, { kampong: 'Kampung Atas B' })).toEqual(['D']);
  expect(found(list, { category: 'kesihatan' })).toEqual([]);
});

test('categories that the home page does not offer are found by address', () => {
  const list = [aPlace({ businessName: 'Surau', businessInfo: 'Komuniti' }), aPlace()];
  expect(found(list, { category: 'Komuniti' })).toEqual(['Surau']);
});

const openDuring: [OperatingHours, OperatingHours[]][] = [
  ['Pagi-Tengahhari', ['Pagi-Tengahhari', 'Pagi-Petang', 'Pagi-Malam', '24jam']],
  ['Pagi-Petang', ['Pagi-Petang', 'Pagi-Malam', '24jam']],
  ['Pagi-Malam', ['Pagi-Malam', '24jam']],
  [
    'Tengahhari-Petang',
    ['Pagi-Petang', 'Pagi-Malam', 'Tengahhari-Petang', 'Tengahhari-Malam', '24jam'],
  ],
  ['Tengahhari-Malam', ['Pagi-Malam', 'Tengahhari-Malam', '24jam']],
  ['Petang-Malam', ['Pagi-Malam', 'Tengahhari-Malam', 'Petang-Malam', '24jam']],
  ['24jam', ['24jam']],
];

test.each(openDuring)('the time %s finds the spans that cover it', (time, spans) => {
  const list = operatingHours.map((span) => aPlace({ businessName: span, operatingHours: span }));
  list.push(aPlace({ businessName: 'unknown' }));
  expect(found(list, { time })).toEqual(spans);
});

test('a place whose hours are not known is found under All', () => {
  expect(found([aPlace({ businessName: 'unknown' })], {})).toEqual(['unknown']);
});

test('names are found by any part, whatever the case and the accents', () => {
  const list = [aPlace({ businessName: 'Café Ibu' }), aPlace({ businessName: 'Masjid Jamek' })];
  expect(found(list, { q: 'CAFE' })).toEqual(['Café Ibu']);
  expect(found(list, { q: 'jamek' })).toEqual(['Masjid Jamek']);
  expect(found(list, { q: '.*' })).toEqual([]);
});

const years = [1990, null, 1957, 2020];
const byYear = years.map((yearStarted) =>
  aPlace({ businessName: String(yearStarted), yearStarted }),
);

test('order changes nothing as written', () => {
  expect(found(byYear, { order: 'year-newest' })).toEqual(['1990', 'null', '1957', '2020']);
});

test('ordering by year works where the site applies it, unknown years last', () => {
  expect(found(byYear, { order: 'year-newest' }, true)).toEqual(['2020', '1990', '1957', 'null']);
  expect(found(byYear, { order: 'year-oldest' }, true)).toEqual(['1957', '1990', '2020', 'null']);
  expect(found(byYear, { order: 'rating-highest' }, true)).toEqual([
    '1990',
    'null',
    '1957',
    '2020',
  ]);
});
