import { expect, test } from 'vitest';
import { anOwnBusiness } from '../../../testing/fixtures.ts';
import { othersOfOwner, possibleDuplicates } from './related-listings.tsx';

const here = { latitude: 3.1645, longitude: 101.7045 };
const listing = anOwnBusiness({ id: 'a', phone: '012-3456789', ...here });

test('possible duplicates have the same phone number, or the same name nearby', () => {
  const all = [
    listing,
    anOwnBusiness({ id: 'phone', businessName: 'Another', phone: '0123456789' }),
    anOwnBusiness({ id: 'name', businessName: ' warung mak teh', ...here }),
    anOwnBusiness({ id: 'far', ...here, latitude: 3.1655 }),
    anOwnBusiness({ id: 'nowhere' }),
  ];
  expect(possibleDuplicates(listing, all).map((found) => [found.listing.id, found.match])).toEqual([
    ['phone', 'phone'],
    ['name', 'name'],
  ]);
});

test('othersOfOwner returns the listings of the same owner, and none for an imported listing', () => {
  const mine = anOwnBusiness({ id: 'b' });
  expect(othersOfOwner(listing, [listing, mine])).toEqual([mine]);
  const imported = anOwnBusiness({ id: 'c', user_id: null });
  expect(othersOfOwner(imported, [imported, anOwnBusiness({ id: 'd', user_id: null })])).toEqual(
    [],
  );
});
