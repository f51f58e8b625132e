import { parseBusinessId } from '@directory/domain';
import { completeDetails } from '@directory/domain/testing';
import type { ApprovedListing, ViewChange } from '@directory/projections';
import { expect, test } from 'vitest';
import { asPublic, type PublicListing } from './listing-queries.ts';
import { publicPlaces } from './public-places.ts';

const idOf = (number: number) => parseBusinessId(`01J0000000000000000000000${number}`);
const id = idOf(1);

function shown(
  visibility: ApprovedListing['visibility'],
  given: Partial<Pick<ApprovedListing, 'id' | 'approvedAt'>> = {},
): PublicListing {
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
    ...given,
  };
  const found = asPublic(listing, { keepLastApprovedPublic: true });
  if (!found) throw new Error('not shown');
  return found;
}

/** First the public ones are read, then those in review. */
function listOf(listings: readonly PublicListing[]) {
  let token = 0;
  let now: readonly PublicListing[] = listings;
  let report: (change: ViewChange) => void = () => undefined;
  const readPlaces = publicPlaces({
    queries: {
      publicToken: () => Promise.resolve(String(token)),
      getPublic: (wanted) =>
        Promise.resolve(now.find(({ business }) => business.id === wanted) ?? null),
      async *eachPublic() {
        yield* listings;
      },
    },
    reader: {
      watch(onChange) {
        report = onChange;
        return () => undefined;
      },
      findChanged: () => Promise.resolve(null),
    },
    views: { approvedList: { name: 'approved-list' } as never },
  });
  const change = (next: readonly PublicListing[], ...ids: readonly string[]) => {
    now = next;
    token += 1;
    report({ view: 'approved-list', ids });
  };
  return { readPlaces, change };
}

test('a listing that goes into review while all are read is in the list once, and can leave it', async () => {
  const { readPlaces, change } = listOf([shown('public'), shown('in-review')]);
  const first = await readPlaces();
  expect(first.places.map((place) => place.id)).toEqual([id]);
  expect(first.search('nasi').places).toHaveLength(1);

  change([], id);
  const second = await readPlaces();
  expect(second.places).toEqual([]);
  expect(second.outward).toEqual([]);
  expect(second.search('nasi').places).toEqual([]);
  expect(second.groups.size).toBe(0);
});

test('a hidden place that changes takes no other out of the list', async () => {
  const [gone, other] = [shown('public'), shown('public', { id: idOf(2) })];
  const { readPlaces, change } = listOf([gone, other]);
  expect((await readPlaces()).places).toHaveLength(2);
  for (const round of ['hidden', 'edited while it is hidden']) {
    change([other], id);
    const { places, outward, groups, search } = await readPlaces();
    for (const list of [places, outward, search('nasi').places])
      expect([round, list.map((place) => place.id)]).toEqual([round, [idOf(2)]]);
    expect([...groups.values()].flat()).toHaveLength(1);
  }
});

test('places of the same distance are ordered by approval and then by id, also after a change', async () => {
  const older = { approvedAt: '2026-11-20T00:00:00.000Z' };
  const all = [
    shown('public', { id: idOf(4) }),
    shown('public', { id: idOf(1), ...older }),
    shown('public', { id: idOf(2) }),
  ];
  const { readPlaces, change } = listOf(all);
  const orders = async () => {
    const { places, outward } = await readPlaces();
    return [places, outward].map((list) => list.map((place) => place.id));
  };
  const before = [idOf(2), idOf(4), idOf(1)];
  expect(await orders()).toEqual([before, before]);
  change([...all, shown('public', { id: idOf(3) })], idOf(3));
  const after = [idOf(2), idOf(3), idOf(4), idOf(1)];
  expect(await orders()).toEqual([after, after]);
});
