import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyticsResponse } from '../contracts/visits.ts';
import { publishListing, submitListing } from '../testing/listings.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
let owner: Person;
beforeAll(async () => {
  site = await startTestSite({ clock: () => new Date('2026-11-21T04:30:00Z') });
  owner = site.signIn('user');
});
afterAll(() => site.stop());

const paths = [
  'summary/:id',
  'userbusinesses/:id',
  'userbusinesses/:id/removed',
  'userbusinesses/:id/analytics',
];

describe.each(paths)('%s', (path) => {
  const of = (person: Person) => `/api/businesses/${path.replace(':id', person.id)}`;

  test('is for the owner and for admins', async () => {
    for (const as of [owner, site.signIn('admin')])
      expect((await site.get(of(owner), { as })).status).toBe(200);
    expect((await site.get(of(owner))).status).toBe(401);
    expect((await site.get(of(owner), { as: site.signIn('user') })).status).toBe(403);
  });
});

test('the summary counts by status, with zeros for an owner without businesses', async () => {
  const busy = site.signIn('user');
  const admin = site.signIn('admin');
  await submitListing(site, busy);
  await publishListing(site, busy);
  const id = await submitListing(site, busy);
  await site.put(`/api/businesses/${id}`, { status: 'rejected' }, { as: admin });
  const summaryOf = async (person: Person) =>
    (await site.get(`/api/businesses/summary/${person.id}`, { as: person })).json;
  expect(await summaryOf(busy)).toEqual({ total: 3, approved: 1, pending: 1, rejected: 1 });
  expect(await summaryOf(owner)).toEqual({ total: 0, approved: 0, pending: 0, rejected: 0 });
});

test('the list contains all businesses of the owner and no others', async () => {
  const busy = site.signIn('user');
  const ids = [await submitListing(site, busy), await publishListing(site, busy)];
  await submitListing(site, site.signIn('user'));
  const answer = await site.get(`/api/businesses/userbusinesses/${busy.id}`, { as: busy });
  expect(answer.json).toMatchObject([{ status: 'pending' }, { status: 'approved' }]);
  for (const id of ids) expect(answer.text).toContain(id);
});

test('an owner learns of a business that an admin deleted, until it is restored', async () => {
  const busy = site.signIn('user');
  const admin = site.signIn('admin');
  const id = await publishListing(site, busy, { businessName: 'Kedai Jahit Aminah' });
  await publishListing(site, busy);
  const path = `/api/businesses/userbusinesses/${busy.id}`;
  const removed = async () => (await site.get(`${path}/removed`, { as: busy })).json;
  expect(await removed()).toEqual([]);
  await site.remove(`/api/businesses/${id}`, { as: admin });
  expect(await removed()).toEqual([
    { id, businessName: 'Kedai Jahit Aminah', removedAt: '2026-11-21T04:30:00.000Z' },
  ]);
  expect((await site.get(path, { as: busy })).json).toHaveLength(1);
  await site.post(`/api/businesses/${id}/restoration`, {}, { as: admin });
  expect(await removed()).toEqual([]);
});

describe('the analytics', () => {
  test('count visits and clicks exactly, by the hour of the site', async () => {
    const busy = site.signIn('user');
    const [seen, unseen] = [await publishListing(site, busy), await submitListing(site, busy)];
    for (const viewedAt of ['2026-11-21T04:10:00Z', '2026-11-20T16:30:00Z'])
      await site.post(`/api/businesses/${seen}/view`, { viewedAt });
    for (const channel of ['website', 'facebook', 'phone'])
      await site.post(`/api/businesses/${seen}/click`, { channel });
    await site.caughtUp();
    const path = `/api/businesses/userbusinesses/${busy.id}/analytics`;
    const answer = await site.get(path, { as: busy });
    const { analytics, hourlyViews } = analyticsResponse.strict().parse(answer.json);
    expect(analytics.find(({ id }) => id === seen)).toMatchObject({
      views: 2,
      visitors: 1,
      websiteClicks: 1,
      socialMediaClicks: 1,
      status: 'approved',
    });
    expect(analytics.find(({ id }) => id === unseen)).toMatchObject({
      views: 0,
      status: 'pending',
    });
    expect(hourlyViews.map(({ hour }) => hour)).toEqual([...Array(24).keys()]);
    // 04:10 UTC is noon in Kuala Lumpur, 16:30 is half past midnight.
    expect(hourlyViews.filter(({ views }) => views > 0)).toEqual([
      { hour: 0, views: 1 },
      { hour: 12, views: 1 },
    ]);
  });

  test('of an owner without businesses are an empty list', async () => {
    const path = `/api/businesses/userbusinesses/${owner.id}/analytics`;
    expect((await site.get(path, { as: owner })).json).toMatchObject({ analytics: [] });
  });
});
