import fc from 'fast-check';
import { expect, test } from 'vitest';
import { facilities, operatingHours, type Facility } from '../catalogue/catalogue.ts';
import { fromVillage } from './distance.ts';
import { noFilters, type Filters, type SearchedPlace } from './filters.ts';
import { findResults } from './find-places.ts';
import { carryOver } from './groups.ts';
import { aPlace } from './testing/places.ts';

const place = fc.record({
  businessInfo: fc.constantFrom('Pasar', 'Kesihatan'),
  subCategory: fc.constantFrom('Klinik', null),
  kampong: fc.constantFrom('Chow Kit', 'Kampung Atas A', null),
  operatingHours: fc.option(fc.constantFrom(...operatingHours)),
  openingTimes: fc.constantFrom(null, [{ days: ['mon' as const], from: '08:00', to: '17:00' }]),
  facilities: fc.subarray<Facility>([...facilities]),
  latitude: fc.constantFrom(3.16, null),
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
  })
  .map((chosen) => ({ ...noFilters, ...chosen }));

/** What typed words found is counted place by place. */
function countsOf(places: readonly SearchedPlace[], chosen: Filters, isTyped: boolean) {
  const matches = isTyped ? { places, correction: null, suggestion: null, unlisted: null } : null;
  return findResults(
    places,
    { ...chosen, q: '', order: null, near: null, page: 1 },
    { applyOrderBy: false, at: { weekday: 'mon', minutes: 600 }, position: null, matches },
  ).counts;
}

test('counts by groups are those of each place, also after changes of the list', () => {
  fc.assert(
    fc.property(
      fc.array(place, { maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(), fc.array(place, { maxLength: 3 })), { maxLength: 4 }),
      filters,
      (given, changes, chosen) => {
        let places = fromVillage(given.map((details) => aPlace(details)));
        expect(countsOf(places, chosen, false)).toEqual(countsOf(places, chosen, true));
        for (const [index, details] of changes) {
          const removed = places.slice(index % (places.length + 1)).slice(0, 1);
          const added = details.map((each) => aPlace(each));
          const after = fromVillage([
            ...places.filter((each) => !removed.includes(each)),
            ...added,
          ]);
          carryOver(places, after, { removed, added });
          expect(countsOf(after, chosen, false)).toEqual(countsOf(after, chosen, true));
          places = after;
        }
      },
    ),
  );
});
