import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  businessDetailResponse,
  ownBusinessDetailResponse,
  ownBusinessResponse,
} from '../contracts/business.ts';
import { publishDemonstration, publishListing, submitListing } from '../testing/listings.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
let owner: Person;
let admin: Person;
beforeAll(async () => {
  site = await startTestSite();
  owner = site.signIn('user');
  admin = site.signIn('admin');
});
afterAll(() => site.stop());

describe('GET /api/businesses/:id', () => {
  test('shows an approved business to everybody, without fields for its owner', async () => {
    const id = await publishListing(site, owner);
    const answer = await site.get(`/api/businesses/${id}`);
    expect(answer.status).toBe(200);
    const business = businessDetailResponse.strict().parse(answer.json);
    expect(business).toMatchObject({ id, status: 'approved' });
    expect(business.adress).toBe(business.address);
    expect(answer.text).not.toContain(owner.id);
    const asAnother = await site.get(`/api/businesses/${id}`, { as: site.signIn('user') });
    expect(asAnother.json).toEqual(answer.json);
  });

  test('shows the email address to the owner and admins only', async () => {
    const id = await publishListing(site, owner, { email: 'siti@example.com' });
    for (const as of [owner, admin])
      expect((await site.get(`/api/businesses/${id}`, { as })).json).toMatchObject({
        email: 'siti@example.com',
      });
    for (const path of [`/api/businesses/${id}`, '/api/businesses/approved'])
      for (const as of [undefined, site.signIn('user')])
        expect((await site.get(path, { as })).text).not.toContain('siti@example.com');
  });

  test('marks a demonstration listing, and no other', async () => {
    const real = await publishListing(site, owner);
    const madeUp = await publishDemonstration(site);
    const isMarked = async (id: string, as?: Person) =>
      businessDetailResponse.parse((await site.get(`/api/businesses/${id}`, { as })).json)
        .demonstration;
    expect([await isMarked(real), await isMarked(madeUp)]).toEqual([false, true]);
    expect([await isMarked(real, admin), await isMarked(madeUp, admin)]).toEqual([false, true]);
  });

  test('shows a pending business to its owner and admins only', async () => {
    const id = await submitListing(site, owner);
    for (const as of [owner, admin]) {
      const answer = await site.get(`/api/businesses/${id}`, { as });
      expect(ownBusinessDetailResponse.strict().parse(answer.json)).toMatchObject({
        status: 'pending',
        user_id: owner.id,
      });
    }
    for (const as of [undefined, site.signIn('user')])
      expect((await site.get(`/api/businesses/${id}`, { as })).status).toBe(404);
  });

  test.each(['01J00000000000000000000000', 'nonsense', '..%2F..', '%00'])(
    'is not found as %s',
    async (id) => {
      const answer = await site.get(`/api/businesses/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.json).toMatchObject({ message: 'There is no such business.' });
    },
  );

  test('may not be stored by shared caches', async () => {
    const id = await publishListing(site, owner);
    const answer = await site.get(`/api/businesses/${id}`, { as: owner });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('GET /api/businesses', () => {
  test('lists every status for admins, the newest first', async () => {
    const ids = [await submitListing(site, owner), await publishListing(site, owner)];
    const answer = await site.get('/api/businesses', { as: admin });
    const list = z.array(ownBusinessResponse.strict()).parse(answer.json);
    expect(list.slice(0, 2).map(({ id }) => id)).toEqual(ids.reverse());
    expect(list.slice(0, 2).map(({ status }) => status)).toEqual(['approved', 'pending']);
  });

  test('is refused for everybody else', async () => {
    expect((await site.get('/api/businesses')).status).toBe(401);
    expect((await site.get('/api/businesses', { as: owner })).status).toBe(403);
  });
});
