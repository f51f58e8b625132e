import { expect, test } from 'vitest';
import {
  operatingHours,
  type OpeningTimes,
  type OperatingHours,
  weekdays,
} from '../catalogue/catalogue.ts';
import { noFilters, type SearchedPlace } from './filters.ts';
import { findPinned, findResults, type PlaceQuery, type SearchContext } from './find-places.ts';
import { aPlace } from './testing/places.ts';
import { textSearch } from './text-search.ts';

const all: PlaceQuery = { ...noFilters, q: '', order: null, near: null };

const context: SearchContext<SearchedPlace> = {
  applyOrderBy: false,
  at: { weekday: 'mon', minutes: 12 * 60 },
  position: null,
  matches: null,
};

const found = (
  list: readonly SearchedPlace[],
  query: Partial<PlaceQuery>,
  given: Partial<SearchContext<SearchedPlace>> = {},
): string[] =>
  findResults(
    list,
    { ...all, page: 1, ...query },
    { ...context, matches: matchesOf(list, query), ...given },
  ).items.map(({ businessName }) => businessName);

const matchesOf = (list: readonly SearchedPlace[], { q }: Partial<PlaceQuery>) =>
  q ? textSearch(list).search(q) : null;

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
  expect(found(byYear, { order: 'year-newest' }, { applyOrderBy: true })).toEqual([
    '2020',
    '1990',
    '1957',
    'null',
  ]);
  expect(found(byYear, { order: 'year-oldest' }, { applyOrderBy: true })).toEqual([
    '1957',
    '1990',
    '2020',
    'null',
  ]);
  expect(found(byYear, { order: 'rating-highest' }, { applyOrderBy: true })).toEqual([
    '1990',
    'null',
    '1957',
    '2020',
  ]);
});

const nineToFive: OpeningTimes = [{ days: weekdays, from: '09:00', to: '17:00' }];
const withHours = [
  aPlace({ businessName: 'unknown' }),
  aPlace({ businessName: 'span', operatingHours: 'Pagi-Malam' }),
  aPlace({ businessName: 'exact', openingTimes: nineToFive }),
  aPlace({ businessName: 'always', operatingHours: '24jam' }),
];

test('open now finds the places that are known to be open at that moment', () => {
  const at = (minutes: number) => ({ at: { weekday: 'mon', minutes } as const });
  expect(found(withHours, { open: true }, at(9 * 60))).toEqual(['exact', 'always']);
  expect(found(withHours, { open: true }, at(17 * 60))).toEqual(['always']);
});

test('places of unknown hours are counted, and shown after the others on request', () => {
  const open = { ...all, open: true, page: 1 };
  expect(findResults(withHours, open, context)).toMatchObject({ total: 2, withUnknownHours: 2 });
  expect(found(withHours, { open: true, unknownHours: true })).toEqual([
    'exact',
    'always',
    'unknown',
    'span',
  ]);
  const byDay = { ...all, time: 'Pagi-Petang', page: 1 } as const;
  expect(findResults(withHours, byDay, context)).toMatchObject({ total: 2, withUnknownHours: 1 });
  expect(findResults(withHours, { ...all, page: 1 }, context)).toMatchObject({
    total: 4,
    withUnknownHours: 0,
  });
});

test('a place needs every facility that is asked for', () => {
  const list = [
    aPlace({ businessName: 'both', facilities: ['Tandas', 'Surau'] }),
    aPlace({ businessName: 'one', facilities: ['Surau'] }),
  ];
  expect(found(list, { facilities: ['Surau'] })).toEqual(['both', 'one']);
  expect(found(list, { facilities: ['Surau', 'Tandas'] })).toEqual(['both']);
});

const inTheEast = { latitude: 3.16789, longitude: 101.71093 };
const pinned = [
  aPlace({ businessName: 'no pin' }),
  aPlace({ businessName: 'east', ...inTheEast }),
  aPlace({ businessName: 'middle', latitude: 3.1645, longitude: 101.7044 }),
  aPlace({ businessName: 'west', latitude: 3.1674, longitude: 101.6984 }),
];

test('places are ordered from the middle of the village outwards, those without a pin last', () => {
  expect(found(pinned, {})).toEqual(['middle', 'west', 'east', 'no pin']);
  expect(findResults(pinned, { ...all, page: 1 }, context).withoutPin).toBe(1);
});

test('places near a landmark or the visitor are ordered by their distance', () => {
  expect(found(pinned, { near: 'mrt-raja-uda' })).toEqual(['east', 'middle', 'west', 'no pin']);
  expect(found(pinned, { near: 'chow-kit' })).toEqual(['west', 'middle', 'east', 'no pin']);
  const near = { near: 'me' } as const;
  expect(found(pinned, near, { position: inTheEast })[0]).toBe('east');
  expect(found(pinned, near)[0]).toBe('middle');
});

test('near a landmark, what matches as typed comes before what is nearer with a typing error', () => {
  const list = [
    aPlace({ businessName: 'Singar', ...inTheEast }),
    aPlace({ businessName: 'Singer', latitude: 3.1674, longitude: 101.6984 }),
  ];
  expect(found(list, { q: 'singer', near: 'mrt-raja-uda' })).toEqual(['Singer', 'Singar']);
  expect(found(list, { q: 'sing', near: 'mrt-raja-uda' })).toEqual(['Singar', 'Singer']);
});

test('near a landmark, a kind that is named comes before what is nearer and has the word in its address', () => {
  const list = [
    aPlace({ businessName: 'Kafe', kampong: 'Kampung Masjid', ...inTheEast }),
    aPlace({
      businessName: 'Al-Hidayah',
      businessInfo: 'Tempat Ibadah',
      subCategory: 'Masjid',
      latitude: 3.1674,
      longitude: 101.6984,
    }),
  ];
  expect(found(list, { q: 'mosque', near: 'mrt-raja-uda' })).toEqual(['Al-Hidayah', 'Kafe']);
  expect(found(list, { q: 'kampung masjid', near: 'mrt-raja-uda' })).toEqual(['Kafe']);
});

test('near a landmark, what matches as typed comes before a nearer typing error, also where a kind is named', () => {
  const west = { latitude: 3.1674, longitude: 101.6984 };
  const list = [
    aPlace({ businessName: 'Kita', businessInfo: 'Kesihatan', subCategory: 'Klinik', ...west }),
    aPlace({ businessName: 'Kedai', address: 'Jalan Klinik', ...west }),
    aPlace({ businessName: 'Klinic', ...inTheEast }),
  ];
  expect(found(list, { q: 'klinik', near: 'mrt-raja-uda' })).toEqual(['Kita', 'Kedai', 'Klinic']);
});

test('options are counted as they would be found with the other filters unchanged', () => {
  const list = [
    aPlace({ subCategory: 'Kafe', kampong: 'Chow Kit', facilities: ['Surau'] }),
    aPlace({ subCategory: 'Kafe', operatingHours: '24jam' }),
    aPlace({ businessInfo: 'Pasar', kampong: 'Chow Kit', operatingHours: 'Pagi-Petang' }),
  ];
  const counts = (query: Partial<PlaceQuery>) =>
    findResults(list, { ...all, ...query, page: 1 }, context).counts;
  expect(counts({})).toEqual({
    category: { 'Makanan & Minuman': 2, Pasar: 1 },
    subcategory: { Kafe: 2 },
    kampong: { 'Chow Kit': 2 },
    time: {
      'Pagi-Tengahhari': 2,
      'Pagi-Petang': 2,
      'Pagi-Malam': 1,
      'Tengahhari-Petang': 2,
      'Tengahhari-Malam': 1,
      'Petang-Malam': 1,
      '24jam': 1,
    },
    facility: { Surau: 1 },
  });
  const filtered = counts({ category: 'Pasar', kampong: 'Chow Kit' });
  expect(filtered.category).toEqual({ 'Makanan & Minuman': 1, Pasar: 1 });
  expect(filtered.subcategory).toEqual({});
  // Another category resets the sub-category.
  const kafes = counts({ category: 'Makanan & Minuman', subcategory: 'Kafe' });
  expect(kafes.category).toEqual({ 'Makanan & Minuman': 2, Pasar: 1 });
  expect(counts({ open: true }).category).toEqual({ 'Makanan & Minuman': 1 });
});

const inVillage = { latitude: 3.1645, longitude: 101.7045 };
const onTheMap = [
  aPlace({ businessName: 'Village', ...inVillage }),
  aPlace({ businessName: 'Far', latitude: 3.05, longitude: 101.6 }),
  aPlace({ businessName: 'Nowhere' }),
];

test('an area of the map leaves out what is outside of it or has no pin', () => {
  const area = { west: 101.69, south: 3.155, east: 101.715, north: 3.175 };
  expect(found(onTheMap, { area })).toEqual(['Village']);
  const { total, withoutPin, unfiltered } = findResults(
    onTheMap,
    { ...all, area, page: 1 },
    context,
  );
  expect({ total, withoutPin, unfiltered }).toEqual({ total: 1, withoutPin: 0, unfiltered: 3 });
});

test('the places without a pin can be asked for alone', () => {
  expect(found(onTheMap, { unpinned: true })).toEqual(['Nowhere']);
});

test('the map gets every place that has a pin, whatever the page', () => {
  const list = Array.from({ length: 30 }, () => aPlace({ kampong: 'Chow Kit', ...inVillage }));
  const query = { ...all, kampong: 'Chow Kit' };
  expect(
    findPinned([...list, ...onTheMap, aPlace({ kampong: 'Chow Kit' })], query, context),
  ).toEqual(list);
});

test('"raya" finds supermarkets and streets, and clothes as "baju raya" only', () => {
  const list = [
    aPlace({ businessName: 'Butik', businessInfo: 'Fesyen & Pakaian', subCategory: 'Butik' }),
    aPlace({ businessName: 'Kedai', address: 'Jalan Bunga Raya' }),
    aPlace({ businessName: 'Giant', businessInfo: 'Runcit', subCategory: 'Pasar Raya' }),
  ];
  expect(found(list, { q: 'raya' })).toEqual(['Giant', 'Kedai']);
  for (const q of ['baju raya', 'butik baju raya', 'bajuraya'])
    expect(found(list, { q }), q).toEqual(['Butik']);
});

test('"hari raya" finds clothes and supermarkets, and "baju hari raya" clothes', () => {
  const list = [
    aPlace({ businessName: 'Butik', businessInfo: 'Fesyen & Pakaian', subCategory: 'Butik' }),
    aPlace({ businessName: 'Kedai', businessInfo: 'Pasar', address: 'Jalan Bunga Raya' }),
    aPlace({ businessName: 'Giant', businessInfo: 'Runcit', subCategory: 'Pasar Raya' }),
  ];
  for (const q of ['hari raya', 'Hari Raya', 'hariraya'])
    expect(found(list, { q }), q).toEqual(['Butik', 'Giant']);
  for (const q of ['baju hari raya', 'butik baju hari raya'])
    expect(found(list, { q }), q).toEqual(['Butik']);
});
