import { parseBusinessId } from '@directory/domain';
import { completeDetails } from '@directory/domain/testing';
import type { ApprovedListing, ViewChange } from '@directory/projections';
import { expect, test } from 'vitest';
import type { PublicListing } from './listing-queries.ts';
import { publicPlaces } from './public-places.ts';

const id = parseBusinessId('01J00000000000000000000001');

function shown(visibility: ApprovedListing['visibility']): PublicListing {
  const approved = completeDetails();
  const listing: ApprovedListing = {
    id,
    ownerId: 'owner',
    visibility,
    visibilityBeforeRejection: null,
    visibilityBeforeDeletion: null,
    beforeApproval: null,
    approvedAt: '2026-11-21T00:00:00.000Z',
    approved,
    latest: approved,
    source: null,
    licence: null,
    demonstration: false,
  };
  return { listing, approved };
}

test('a listing that goes into review while all are read is in the list once, and can leave it', async () => {
  let token = 0;
  let report: (change: ViewChange) => void = () => undefined;
  const readPlaces = publicPlaces({
    queries: {
      publicToken: () => Promise.resolve(String(token)),
      getPublic: () => Promise.resolve(null),
      // First the public ones are read, then those in review.
      async *eachPublic() {
        yield shown('public');
        yield shown('in-review');
      },
    },
    reader: {
      watch(onChange) {
        report = onChange;
        return () => Promise.resolve();
      },
    },
    views: { approvedList: { name: 'approved-list' } as never },
  });
  const first = await readPlaces();
  expect(first.places.map((place) => place.id)).toEqual([id]);
  expect(first.search('nasi').places).toHaveLength(1);

  token += 1;
  report({ view: 'approved-list', ids: [id] });
  const second = await readPlaces();
  expect(second.places).toEqual([]);
  expect(second.outward).toEqual([]);
  expect(second.search('nasi').places).toEqual([]);
  expect(second.groups.size).toBe(0);
});
