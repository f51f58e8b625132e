import fc from 'fast-check';
import { expect, test } from 'vitest';
import { facilities, operatingHours, type Facility } from '../catalogue/catalogue.ts';
import { regroup, type Groups } from './counts.ts';
import { noFilters, type Filters, type SearchedPlace } from './filters.ts';
import { findResults, nothingElse } from './find-places.ts';
import { aPlace } from './testing/places.ts';

const place = fc.record({
  businessInfo: fc.constantFrom('Pasar', 'Kesihatan'),
  subCategory: fc.constantFrom('Klinik', null),
  kampong: fc.constantFrom('Chow Kit', 'Kampung Atas A', null),
  operatingHours: fc.option(fc.constantFrom(...operatingHours)),
  openingTimes: fc.constantFrom(null, [{ days: ['mon' as const], from: '08:00', to: '17:00' }]),
  facilities: fc.subarray<Facility>([...facilities]),
  latitude: fc.constantFrom(3.16, null),
  longitude: fc.constant(101.7),
});

const filters: fc.Arbitrary<Filters> = fc
  .record({
    category: fc.constantFrom('Pasar', null),
    subcategory: fc.constantFrom('Klinik', null),
    time: fc.option(fc.constantFrom(...operatingHours)),
    kampong: fc.constantFrom('Chow Kit', null),
    facilities: fc.subarray<Facility>([...facilities]),
    open: fc.boolean(),
    unknownHours: fc.boolean(),
    unpinned: fc.boolean(),
    area: fc.option(fc.constant({ west: 101, south: 3, east: 102, north: 4 })),
  })
  .map((chosen) => ({ ...noFilters, ...chosen }));

function countsOf(places: readonly SearchedPlace[], chosen: Filters, groups?: Groups) {
  return findResults(
    places,
    { ...chosen, q: '', order: null, near: null, page: 1 },
    {
      applyOrderBy: false,
      at: { weekday: 'mon', minutes: 600 },
      position: null,
      matches: null,
      ...(groups && { groups }),
    },
  ).counts;
}

test('counts by groups are those of each place, also after changes of the list', () => {
  fc.assert(
    fc.property(
      fc.array(place, { maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(), fc.array(place, { maxLength: 3 })), { maxLength: 4 }),
      filters,
      (given, changes, chosen) => {
        let places = given.flatMap((details) => [
          aPlace(details),
          aPlace({ ...details, latitude: 3.17 }),
        ]);
        let groups = regroup(new Map(), { removed: [], added: places });
        expect(countsOf(places, chosen, groups)).toEqual(countsOf(places, chosen));
        for (const [index, details] of changes) {
          const removed = places.slice(index % (places.length + 1)).slice(0, 1);
          const added = details.map((each) => aPlace(each));
          places = [...places.filter((each) => !removed.includes(each)), ...added];
          groups = regroup(groups, { removed, added });
          expect(countsOf(places, chosen, groups)).toEqual(countsOf(places, chosen));
        }
      },
    ),
  );
});

test('counts of what is open include unknown hours where these are shown', () => {
  const places = [aPlace(), aPlace({ operatingHours: '24jam' })];
  const counted = (unknownHours: boolean) =>
    countsOf(places, { ...noFilters, open: true, unknownHours }).category;
  expect([counted(false), counted(true)]).toEqual([
    { 'Makanan & Minuman': 1 },
    { 'Makanan & Minuman': 2 },
  ]);
});

test('groups are as many as differ in what filters compare', () => {
  const added = [
    aPlace(),
    aPlace({ businessName: 'B', latitude: 3 }),
    aPlace({ kampong: 'Chow Kit' }),
  ];
  const groups = regroup(new Map(), { removed: [], added });
  expect([...groups.values()].map(({ size }) => size)).toEqual([2, 1]);
  expect(regroup(groups, { removed: added, added: [] })).toEqual(new Map());
});

test('counts of a search are those of what it finds', () => {
  const market = aPlace({ businessInfo: 'Pasar' });
  const places = [market, aPlace()];
  const { counts } = findResults(
    places,
    { ...noFilters, q: 'pasar', order: null, near: null, page: 1 },
    {
      applyOrderBy: false,
      at: { weekday: 'mon', minutes: 600 },
      position: null,
      matches: { ...nothingElse, places: [market], ofKind: 1, asTyped: 1 },
      groups: regroup(new Map(), { removed: [], added: places }),
    },
  );
  expect(counts.category).toEqual({ Pasar: 1 });
});
