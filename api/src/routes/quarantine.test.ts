import { directoryViews, ViewStoreUnavailable, type QuarantinedKey } from '@directory/projections';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { quarantineLookup } from '../http/middleware/quarantine.ts';
import { publishListing } from '../testing/listings.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
let owner: Person;
let quarantined: string;
let other: string;
beforeAll(async () => {
  site = await startTestSite();
  owner = site.signIn('user');
  quarantined = await publishListing(site, owner);
  other = await publishListing(site, owner);
  await site.caughtUp();
  await quarantine('listings');
  await quarantine('approved-list');
});
afterAll(() => site.stop());

/** As the projector leaves it after an event that cannot be folded: a public document is removed. */
async function quarantine(name: string, key = quarantined): Promise<void> {
  const { views } = site.site.stores;
  const live = (await views.generations()).find(({ live, view }) => live && view === name);
  if (!live) throw new Error('there is no live generation');
  const { id: generation, position, handled } = live;
  const from = (await views.load(generation, [key])).get(key)?.position ?? null;
  const added: QuarantinedKey = {
    key,
    position,
    eventId: '0b0e7a52-6a3c-4a53-9b36-0d6a8f3c2e74',
    error: 'BusinessEdited: no such case',
    at: '2026-11-21T10:00:00.000Z',
  };
  const removed = { id: key, from, to: position, doc: null };
  const documents = name === 'approved-list' ? [removed] : [];
  const unchanged = { anchor: null, position, handled };
  await views.commit([{ ...unchanged, generation, documents, quarantined: [added] }]);
}

test.each([
  '/api/businesses/approved',
  '/api/places?q=nasi',
  '/api/places.csv',
  '/sitemap.xml',
  '/feed.atom',
])('GET %s leaves out a quarantined listing and is stale', async (path) => {
  await expect.poll(async () => (await site.get(path)).headers.get('x-stale')).toBe('true');
  const { text } = await site.get(path);
  expect(text).not.toContain(quarantined);
});

test.each([
  ['what is stored about its owner', '/api/user/me/export', () => owner],
  ['the audit', '/api/audit', () => site.signIn('admin')],
])('GET of %s is stale', async (_, path, person) => {
  const { headers } = await site.get(path, { as: person() });
  expect(headers.get('x-stale')).toBe('true');
});

test('GET of a quarantined listing answers 404, and of another is not stale', async () => {
  const hidden = await site.get(`/api/businesses/${quarantined}`);
  expect(hidden.status).toBe(404);
  expect(hidden.headers.get('x-stale')).toBe('true');
  const shown = await site.get(`/api/businesses/${other}`);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('x-stale')).toBeNull();
});

test('GET of a listing of which a month of visits is quarantined is stale', async () => {
  const visited = await publishListing(site, owner);
  await site.caughtUp();
  await quarantine('hourly-views', `${visited}/2026-11`);
  const isStale = async () => (await site.get(`/api/businesses/${visited}`)).headers.get('x-stale');
  await expect.poll(isStale).toBe('true');
});

test('during an outage of the views a command counts its listing as quarantined, and a read none', async () => {
  const { views } = site.site.stores;
  const lookup = quarantineLookup(views, directoryViews('UTC'));
  const away = vi.spyOn(views, 'generations').mockRejectedValue(new ViewStoreUnavailable('away'));
  onTestFinished(() => away.mockRestore());
  expect(await lookup.isQuarantined(other)).toBe(true);
  expect(await lookup.recentIds()).toEqual(new Set());
  away.mockRejectedValue(new Error('no such column'));
  await expect(lookup.isQuarantined(other)).rejects.toThrow('no such column');
});

test('a command on a quarantined listing is carried out and answers X-Stale', async () => {
  const admin = site.signIn('admin');
  const path = (id: string) => `/api/businesses/${id}`;
  const deleted = await site.remove(path(quarantined), { as: admin });
  expect(deleted.status).toBeLessThan(300);
  expect(deleted.headers.get('x-stale')).toBe('true');
  expect((await site.remove(path(other), { as: admin })).headers.get('x-stale')).toBeNull();
});

test('admins see the quarantined key of each view', async () => {
  const report = await site.get('/api/operations/views', { as: site.signIn('admin') });
  expect(report.json).toMatchObject({
    views: expect.arrayContaining([
      expect.objectContaining({ name: 'approved-list', quarantinedCount: 1 }),
      expect.objectContaining({ name: 'listings', quarantinedCount: 1 }),
    ]) as unknown,
  });
});
