import { businessEventTypes, decodeEvent, type DomainEvent } from '@directory/domain';
import { startOfLog } from '@directory/domain/event-store';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendAt } from '../testing/append-events.ts';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { foldedRecorded } from '../testing/folded.ts';
import { generateLog } from '../testing/generate-log.ts';
import { openTemporaryStores, type TemporaryStores } from '../testing/temporary-stores.ts';
import { listings } from '../views/listings.ts';
import { directoryAsOf } from './listing-state.ts';
import type { ReadProgress } from './read-events.ts';

let stores: TemporaryStores;
beforeEach(async () => {
  stores = await openTemporaryStores();
});
afterEach(() => stores.close());

const append = (time: string, event: DomainEvent) => appendAt(stores.log, time, event);
const source = async () => ({ log: stores.log, until: await stores.log.head() });
const asOf = async (time: string) =>
  [...(await directoryAsOf(await source(), new Date(time))).values()].map(
    ({ businessName, phone, status, revision }) => ({ businessName, phone, status, revision }),
  );
const { submitted, edited, approved, deleted, ownerErased } = eventsOf(1);

test('the directory as of a time holds what had happened by then, that moment included', async () => {
  await append('2026-01-01T00:00:00.000Z', submitted({ businessName: 'Warung' }));
  await append('2026-02-01T00:00:00.000Z', approved);
  await append('2026-03-01T00:00:00.000Z', edited({ phone: '012-0000000' }));
  await append('2026-04-01T00:00:00.000Z', deleted);
  const listing = { businessName: 'Warung', phone: '012-3456789' };
  expect(await asOf('2025-12-31T23:59:59.999Z')).toEqual([]);
  expect(await asOf('2026-01-01T00:00:00.000Z')).toEqual([
    { ...listing, status: 'pending', revision: 0 },
  ]);
  expect(await asOf('2026-02-28T00:00:00.000Z')).toEqual([
    { ...listing, status: 'approved', revision: 1 },
  ]);
  const changed = { ...listing, phone: '012-0000000' };
  expect(await asOf('2026-03-02T00:00:00.000Z')).toEqual([
    { ...changed, status: 'pending', revision: 2 },
  ]);
  expect(await asOf('2026-05-01T00:00:00.000Z')).toEqual([
    { ...changed, status: 'deleted', revision: 3 },
  ]);
});

test('the directory as of a time takes whole beginnings where a process with a fast clock wrote in between', async () => {
  await append('2026-01-01T00:00:00.000Z', submitted());
  await append('2026-03-02T00:00:00.000Z', edited({ businessName: 'Fast', phone: '1' }));
  await append('2026-03-01T00:00:00.000Z', edited({ phone: '2' }));
  await append('2026-03-03T00:00:00.000Z', approved);
  expect(await asOf('2026-03-01T12:00:00.000Z')).toEqual([
    { businessName: 'Fast', phone: '2', status: 'pending', revision: 2 },
  ]);
});

test('the directory as of a time holds what happened then, however that is written', async () => {
  await append('2026-01-01T00:00:00Z', submitted({ businessName: 'Warung' }));
  await append('2026-01-01T08:00:00+08:00', approved);
  await append('2026-01-01T00:00:01Z', deleted);
  expect(await asOf('2026-01-01T00:00:00.000Z')).toMatchObject([{ status: 'approved' }]);
});

test('the directory as of a time before an erasure shows nothing personal', async () => {
  await append('2026-01-01T00:00:00.000Z', submitted({ businessName: 'Warung Siti' }));
  await append('2026-02-01T00:00:00.000Z', ownerErased());
  await stores.log.ownerKeys.beginErasure('owner-1', 'delete');
  await stores.log.personalData.eraseKey('owner-1');
  expect(await asOf('2026-01-02T00:00:00.000Z')).toEqual([
    { businessName: 'Erased listing', phone: null, status: 'pending', revision: 0 },
  ]);
  expect(await asOf('2026-02-02T00:00:00.000Z')).toMatchObject([{ status: 'deleted' }]);
});

test('the directory as of now is what the view holds, and reports progress up to the head', async () => {
  await generateLog(stores.log, { events: 5_000, businesses: 700 });
  const progress: ReadProgress[] = [];
  const directory = await directoryAsOf(
    { ...(await source()), onProgress: (step) => progress.push(step) },
    new Date('2027-01-01'),
  );
  const all = await stores.log.readAll({
    after: startOfLog,
    limit: 5_000,
    types: businessEventTypes,
  });
  const folded = foldedRecorded(
    listings,
    all.flatMap((event) => decodeEvent(event) ?? []),
  );
  expect(directory).toEqual(folded);
  expect(directory.get(businessIdOf(3))?.businessName).toBe('Warung 3');
  expect(progress.at(-1)).toMatchObject({ events: all.length, end: await stores.log.head() });
});
