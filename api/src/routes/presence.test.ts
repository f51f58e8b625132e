import { type BusinessId, parseBusinessId } from '@directory/domain';
import { afterAll, beforeAll, expect, test, beforeEach } from 'vitest';
import { openingResponse } from '../contracts/reviews.ts';
import { submitListing } from '../testing/listings.ts';
import { startTestSite, type Answer, type Person, type TestSite } from '../testing/test-site.ts';
import { createPresence } from './reviews.ts';

let site: TestSite;
let owner: Person;
let id: BusinessId;
let now = new Date();
beforeAll(async () => {
  site = await startTestSite({ clock: () => now });
  owner = site.signIn('user');
  id = await submitListing(site, owner);
});
afterAll(() => site.stop());

const opened = (as?: Person, of: string = id): Promise<Answer> =>
  site.post(`/api/businesses/${of}/opening`, undefined, as && { as });

test('POST /api/businesses/:id/opening answers with the other admins and appends nothing', async () => {
  const siti = site.signIn('admin', 'siti');
  const events = await site.appendedBy(async () => {
    const first = await opened(siti);
    expect(first.status).toBe(200);
    expect(first.json).toEqual({ others: [], isOwnerVerified: null });
    const sitiOpened = now.toISOString();
    now = new Date(now.getTime() + 120_000);
    const { json } = await opened(site.signIn('admin', 'ali'));
    const opening = openingResponse.strict().parse(json);
    expect(opening).toMatchObject({ others: [{ name: 'siti', openedAt: sitiOpened }] });
    expect((await opened(siti)).json).toMatchObject({ others: [{ name: 'ali' }] });
  });
  expect(events).toEqual([]);
});

test('the owner gets 403 and a visitor 401', async () => {
  expect((await opened(owner)).status).toBe(403);
  expect((await opened()).status).toBe(401);
});

test('an unknown or deleted listing is answered 404', async () => {
  const admin = site.signIn('admin');
  expect((await opened(admin, 'nonsense')).status).toBe(404);
  expect((await opened(admin, '01J00000000000000000000000')).status).toBe(404);
  const deleted = await submitListing(site, owner);
  await site.remove(`/api/businesses/${deleted}`, { as: admin });
  expect((await opened(admin, deleted)).status).toBe(404);
});

const start = Date.parse('2026-11-21T08:00:00Z');
const shop = parseBusinessId('01J0000000000000000000000A');
const siti = { id: '1', name: 'siti' };
const ali = { id: '2', name: 'ali' };
const mei = { id: '3', name: 'mei' };

let minutes = 0;
const clock = () => new Date(start + minutes * 60_000);
beforeEach(() => {
  minutes = 0;
});

test('presence lists the other admins who opened the listing, the latest first', () => {
  const presence = createPresence(clock);
  expect(presence(shop, siti)).toEqual([]);
  const sitiOpened = clock();
  minutes = 2;
  expect(presence(shop, ali)).toEqual([{ ...siti, openedAt: sitiOpened }]);
  minutes = 3;
  expect(presence(shop, mei).map(({ name }) => name)).toEqual(['ali', 'siti']);
  expect(presence(shop, mei).map(({ name }) => name)).toEqual(['ali', 'siti']);
});

test('presence expires after ten minutes, also when others opened the listing since', () => {
  const presence = createPresence(clock);
  presence(shop, siti);
  minutes = 6;
  presence(shop, ali);
  minutes = 10;
  expect(presence(shop, mei).map(({ name }) => name)).toEqual(['ali']);
});

test('presence expires when a clock that was ahead is set right', () => {
  const presence = createPresence(clock);
  minutes = 60;
  presence(shop, siti);
  minutes = 0;
  expect(presence(shop, ali)).toEqual([]);
  minutes = 20;
  expect(presence(shop, mei)).toEqual([]);
});

test('presence is separate for each listing', () => {
  const presence = createPresence(clock);
  presence(shop, siti);
  expect(presence(parseBusinessId('01J0000000000000000000000B'), ali)).toEqual([]);
});
