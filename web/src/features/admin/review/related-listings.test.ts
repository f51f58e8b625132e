import { expect, test } from 'vitest';
import { distance } from './distance.ts';
import { anOwnBusiness } from '../../../testing/fixtures.ts';
import { othersOfOwner, possibleDuplicates } from './related-listings.ts';

const here = { latitude: 3.1645, longitude: 101.7045 };
const listing = anOwnBusiness({ id: 'a', phone: '012-3456789', ...here });

test('a thousandth of a degree is about a hundred and eleven metres', () => {
  expect(distance(here, { ...here, latitude: 3.1655 })).toBe(111);
  expect(distance(here, { ...here, longitude: 101.7055 })).toBe(111);
  expect(distance(here, here)).toBe(0);
});

test('the same number, and the same name nearby, may be the same business', () => {
  const all = [
    listing,
    anOwnBusiness({ id: 'phone', businessName: 'Another', phone: '0123456789' }),
    anOwnBusiness({ id: 'name', businessName: ' warung mak teh', ...here }),
    anOwnBusiness({ id: 'far', ...here, latitude: 3.1655 }),
    anOwnBusiness({ id: 'nowhere' }),
  ];
  expect(
    possibleDuplicates(listing, all).map((found) => [found.listing.id, found.because]),
  ).toEqual([
    ['phone', 'phone'],
    ['name', 'name'],
  ]);
});

test('what nobody owns has no others of the same owner', () => {
  const mine = anOwnBusiness({ id: 'b' });
  expect(othersOfOwner(listing, [listing, mine])).toEqual([mine]);
  const imported = anOwnBusiness({ id: 'c', user_id: null });
  expect(othersOfOwner(imported, [imported, anOwnBusiness({ id: 'd', user_id: null })])).toEqual(
    [],
  );
});
