import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { businessStream, parseBusinessId } from '@directory/domain';
import { imported, someEvent } from '@directory/domain/testing';
import { ViewStoreUnavailable } from '@directory/projections';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { businessResponse } from '../contracts/business.ts';
import { publishListing, submitListing } from '../testing/listings.ts';
import { rawRequest } from '../testing/http-client.ts';
import { startTestSite, typesOf, type Person, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
let owner: Person;
let admin: Person;
let now = new Date('2026-11-21T04:00:00Z');
beforeAll(async () => {
  site = await startTestSite({ clock: () => now });
  owner = site.signIn('user');
  admin = site.signIn('admin');
});
afterAll(() => site.stop());

const laterBy = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const read = async () => {
  const answer = await site.get('/api/businesses/approved');
  expect(answer.status).toBe(200);
  return z.array(businessResponse.strict()).parse(answer.json);
};

test('an empty directory has an empty list', async () => {
  expect(await read()).toEqual([]);
});

describe('the approved list', () => {
  test('contains only approved listings, the newest approval first', async () => {
    const first = await submitListing(site, owner);
    const second = await submitListing(site, owner);
    await submitListing(site, owner);
    for (const id of [second, first]) {
      laterBy(1);
      await site.put(`/api/businesses/${id}`, { status: 'approved' }, { as: admin });
    }
    expect((await read()).map(({ id }) => id)).toEqual([first, second]);
  });

  test('orders listings approved at the same time by id', async () => {
    laterBy(1);
    const ids = [await publishListing(site, owner), await publishListing(site, owner)];
    expect((await read()).slice(0, 2).map(({ id }) => id)).toEqual(ids.sort());
  });

  test('excludes a listing after its edit until the next approval', async () => {
    const id = await publishListing(site, owner);
    const ids = async () => (await read()).map((business) => business.id);
    await site.put(`/api/businesses/update/${id}`, { businessName: 'New name' }, { as: owner });
    expect(await ids()).not.toContain(id);
    await site.put(`/api/businesses/${id}`, { status: 'approved' }, { as: admin });
    expect(await ids()).toContain(id);
  });

  test('does not contain owners', async () => {
    expect((await site.get('/api/businesses/approved')).text).not.toContain(owner.id);
  });

  test('is answered 304 while unchanged', async () => {
    const { headers } = await site.get('/api/businesses/approved');
    const known = { 'If-None-Match': headers.get('etag') ?? '' };
    const again = await site.get('/api/businesses/approved', { headers: known });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    await publishListing(site, owner);
    expect((await site.get('/api/businesses/approved', { headers: known })).status).toBe(200);
  });

  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ])(
    'accepted as %s is sent as %s, by Brotli soon after a change',
    async (accepted, sent, decode) => {
      const ask = () =>
        rawRequest(site.url, '/api/businesses/approved', {
          headers: { 'Accept-Encoding': accepted },
        });
      await vi.waitUntil(async () => (await ask()).headers['content-encoding'] === sent, 30_000);
      const { headers, body } = await ask();
      expect(headers['vary']).toContain('Accept-Encoding');
      expect(JSON.parse(decode(body).toString())).toEqual(await read());
    },
  );

  test('is sent by gzip right after a change', async () => {
    await publishListing(site, owner);
    const { headers } = await rawRequest(site.url, '/api/businesses/approved', {
      headers: { 'Accept-Encoding': 'gzip, deflate, br' },
    });
    expect(headers['content-encoding']).toBe('gzip');
  });

  test('is the same response for concurrent requests', async () => {
    await publishListing(site, owner);
    const texts = await Promise.all(
      Array.from({ length: 20 }, async () => (await site.get('/api/businesses/approved')).text),
    );
    expect(new Set(texts).size).toBe(1);
  });
});

test('counts are at most a minute old in the list, and exact in GET /api/businesses/:id', async () => {
  const id = await publishListing(site, owner);
  const viewsInList = async () => (await read()).find((business) => business.id === id)?.views;
  laterBy(61);
  expect(await viewsInList()).toBe(0);
  await site.post(`/api/businesses/${id}/view`, {});
  await site.caughtUp();
  expect((await site.get(`/api/businesses/${id}`)).json).toMatchObject({ views: 1 });
  laterBy(30);
  expect(await viewsInList()).toBe(0);
  laterBy(31);
  expect(await viewsInList()).toBe(1);
  await site.post(`/api/businesses/${id}/view`, {});
  await site.caughtUp();
  laterBy(-3_600);
  expect(await viewsInList()).toBe(2);
});

test('counts that could not be read are read again by the next request', async () => {
  await read();
  laterBy(61);
  const { views } = site.site.stores;
  const reading = vi.spyOn(views, 'changeToken');
  reading.mockRejectedValueOnce(new ViewStoreUnavailable('unreachable'));
  expect((await site.get('/api/businesses/approved')).status).toBe(503);
  reading.mockRestore();
  await read();
});

test('every place of a directory of more than 500 is in the list', async () => {
  const large = await startTestSite();
  const { log } = large.site.stores;
  const ids = Array.from({ length: 501 }, (_, number) =>
    parseBusinessId(`01J${String(number).padStart(23, '0')}`),
  );
  const append = (businessId: (typeof ids)[number]) => {
    const { type, data } = imported();
    const events = [
      someEvent({ type, data: { ...data, businessId } }),
      someEvent({ type: 'BusinessApproved', data: { businessId, ownerId: null } }),
    ];
    return log.append(businessStream(businessId), events, { expected: 'none' });
  };
  await Promise.all(ids.map(append));
  await large.caughtUp();
  const { json } = await large.get('/api/businesses/approved');
  const listed = z.array(businessResponse).parse(json);
  expect(listed.map(({ id }) => id).toSorted()).toEqual(ids);
  await large.stop();
});

describe('with KEEP_LAST_APPROVED_PUBLIC', () => {
  let keeping: TestSite;
  beforeAll(async () => {
    keeping = await startTestSite({ settings: { KEEP_LAST_APPROVED_PUBLIC: 'true' } });
  });
  afterAll(() => keeping.stop());

  test('the version approved last stays public while its edit waits', async () => {
    const somebody = keeping.signIn('user');
    const id = await publishListing(keeping, somebody, { businessName: 'Old name' });
    const change = { businessName: 'New name' };
    await keeping.put(`/api/businesses/update/${id}`, change, { as: somebody });
    const shown = { businessName: 'Old name', status: 'approved' };
    expect((await keeping.get('/api/businesses/approved')).json).toMatchObject([shown]);
    expect((await keeping.get(`/api/businesses/${id}`)).json).toMatchObject(shown);
    expect((await keeping.get(`/api/businesses/${id}`, { as: somebody })).json).toMatchObject({
      businessName: 'New name',
      status: 'pending',
    });
  });

  test('undoing the approval of an edit shows the version approved before it', async () => {
    const somebody = keeping.signIn('user');
    const reviewer = keeping.signIn('admin');
    const id = await publishListing(keeping, somebody, { businessName: 'Before' });
    const read = async () => (await keeping.get(`/api/businesses/${id}`)).json;
    const before = await read();
    await keeping.put(
      `/api/businesses/update/${id}`,
      { businessName: 'Mistake' },
      { as: somebody },
    );
    await keeping.put(`/api/businesses/${id}`, { status: 'approved' }, { as: reviewer });
    expect(await read()).toMatchObject({ businessName: 'Mistake' });
    const events = await keeping.appendedBy(() =>
      keeping.post(`/api/businesses/${id}/decision-withdrawal`, undefined, { as: reviewer }),
    );
    expect(typesOf(events)).toEqual(['DecisionWithdrawn']);
    expect(await read()).toEqual(before);
    expect((await keeping.get('/api/businesses/approved')).text).toContain('Before');
  });

  test('a listing rejected after its edit is not public', async () => {
    const somebody = keeping.signIn('user');
    const id = await publishListing(keeping, somebody);
    await keeping.put(`/api/businesses/update/${id}`, { synopsis: 'Spam' }, { as: somebody });
    const reviewer = keeping.signIn('admin');
    await keeping.put(`/api/businesses/${id}`, { status: 'rejected' }, { as: reviewer });
    expect((await keeping.get(`/api/businesses/${id}`)).status).toBe(404);
  });
});
