import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { problemResponse } from '../../contracts/site.ts';
import { listingForm, publishListing } from '../../testing/listings.ts';
import { startTestSite, type Person, type TestSite } from '../../testing/test-site.ts';
import { rateLimit } from './rate-limit.ts';

describe('rateLimit', () => {
  afterEach(() => void vi.useRealTimers());

  test('allows its number of requests and then returns the seconds to wait', async () => {
    const limit = rateLimit(2);
    expect(await limit('203.0.113.7')).toBe(0);
    expect(await limit('203.0.113.7')).toBe(0);
    expect(await limit('203.0.113.7')).toBe(60);
    expect(await limit('203.0.113.8')).toBe(0);
  });

  test('returns at most its duration after the clock was set back', async () => {
    vi.useFakeTimers();
    const limit = rateLimit(1);
    await limit('203.0.113.7');
    vi.setSystemTime(Date.now() - 10 * 86_400_000);
    expect(await limit('203.0.113.7')).toBe(60);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await limit('203.0.113.7')).toBe(0);
  });

  test('of 0 allows every request', async () => {
    const limit = rateLimit(0);
    for (let request = 0; request < 100; request += 1) expect(await limit('203.0.113.7')).toBe(0);
  });

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::1', '::2', true],
    ['::ffff:203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7:5678', '203.0.113.7:5679', true],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.8', false],
  ])('counts %s and %s as one client: %s', async (first, second, isOne) => {
    const limit = rateLimit(1);
    await limit(first);
    expect((await limit(second)) > 0).toBe(isOne);
  });
});

const openApiPaths = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.looseObject({}) }))),
});
const id = '01J00000000000000000000000';

describe('the site', () => {
  let site: TestSite | undefined;
  afterEach(() => site?.stop());
  const logIn = (headers: Record<string, string> = {}) => {
    if (!site) throw new Error('not started');
    return site.post('/api/admin/login', { username: 'a', password: 'b' }, { headers });
  };

  test('answers 429 with a message and Retry-After', async () => {
    site = await startTestSite({ settings: { RATE_LIMIT_LOGIN: '1' } });
    expect((await logIn()).status).toBe(401);
    const refused = await logIn();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(problemResponse.strict().parse(refused.json).message).toMatch(/try again/);
  });

  test('limits the commands of owners and admins together', async () => {
    site = await startTestSite({ settings: { RATE_LIMIT_WRITE: '2' } });
    const as = site.signIn('admin');
    const path = '/api/businesses/01J00000000000000000000000';
    const statuses = [
      (await site.remove(path, { as })).status,
      (await site.put(path, { status: 'approved' }, { as })).status,
      (await site.remove(path, { as })).status,
    ];
    expect(statuses).toEqual([404, 404, 429]);
  });

  test('limits the commands of one account from many addresses, and not those of others', async () => {
    const settings = { RATE_LIMIT_WRITE: '2', TRUST_PROXY: '1' };
    const behindProxy = await startTestSite({ settings });
    site = behindProxy;
    let address = 0;
    const send = async (as: Person) => {
      const headers = { 'X-Forwarded-For': `203.0.113.${++address}` };
      const path = '/api/businesses/01J00000000000000000000000';
      return (await behindProxy.remove(path, { as, headers })).status;
    };
    const [busy, other] = [site.signIn('admin'), site.signIn('admin')];
    expect([await send(busy), await send(busy), await send(busy)]).toEqual([404, 404, 429]);
    expect(await send(other)).toBe(404);
  });

  test('limits the edits of one business a day, and not those of another', async () => {
    site = await startTestSite({ settings: { RATE_LIMIT_WRITE: '1000' } });
    const { put } = site;
    const as = site.signIn('user');
    const [busy, other] = [await publishListing(site, as), await publishListing(site, as)];
    const edit = (id: string) =>
      put(`/api/businesses/update/${id}`, { synopsis: 'Now with sambal.' }, { as });
    for (let edits = 0; edits < 200; edits += 1) expect((await edit(busy)).status).toBe(200);
    const refused = await edit(busy);
    expect(refused.status).toBe(429);
    expect(problemResponse.parse(refused.json).message).toMatch(/edited too often today/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    const restoration = `/api/businesses/${busy}/versions/1/restoration`;
    expect((await site.post(restoration, {}, { as: site.signIn('user') })).status).toBe(403);
    expect((await site.post(restoration, {}, { as })).status).toBe(429);
    expect((await edit(other)).status).toBe(200);
  });

  test('limits the photographs of one account a day, and not those of another', async () => {
    site = await startTestSite({ settings: { RATE_LIMIT_WRITE: '1000' } });
    const { put } = site;
    const as = site.signIn('user');
    const listings = [await publishListing(site, as), await publishListing(site, as)];
    const upload = async (person: Person, id = listings[0], image?: Uint8Array) =>
      put(`/api/businesses/update/${id}`, await listingForm({}, image), { as: person });
    // Two came with the listings. What turns out to be no photograph counts, too.
    for (let photos = 2; photos < 99; photos += 1)
      expect((await upload(as, listings[photos % 2], Buffer.from('?'))).status).toBe(415);
    // The last is removed before the append, and saved again.
    vi.spyOn(site.site.stores.images, 'get').mockResolvedValueOnce(null);
    expect((await upload(as)).status).toBe(200);
    const refused = await upload(as);
    expect(refused.status).toBe(429);
    expect(problemResponse.parse(refused.json).message).toMatch(/too many photos today/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    const path = `/api/businesses/update/${listings[0]}`;
    expect((await put(path, { synopsis: 'Now with sambal.' }, { as })).status).toBe(200);
    const other = site.signIn('user');
    expect((await upload(other, await publishListing(site, other))).status).toBe(200);
  });

  test('counts no command of somebody who may not give it', async () => {
    site = await startTestSite({ settings: { RATE_LIMIT_WRITE: '1' } });
    const path = '/api/businesses/01J00000000000000000000000';
    for (let each = 0; each < 3; each += 1) expect((await site.remove(path)).status).toBe(401);
    expect((await site.remove(path, { as: site.signIn('admin') })).status).toBe(404);
  });

  test('limits what admins do to views and mails', async () => {
    site = await startTestSite({ settings: { RATE_LIMIT_WRITE: '1', RATE_LIMIT_LOGIN: '1' } });
    const { get } = site;
    await expect.poll(async () => (await get('/readyz')).status).toBe(200);
    const as = site.signIn('admin');
    for (const path of ['/api/operations/views/listings/pause', '/api/operations/mail/retry']) {
      expect((await site.post(path, {}, { as })).status).toBe(200);
      expect((await site.post(path, {}, { as })).status).toBe(429);
    }
  });

  test('limits every call that changes something or costs much, for an account from all its addresses', async () => {
    const names = ['LOGIN', 'REGISTER', 'WRITE', 'PAGE'].map((name) => `RATE_LIMIT_${name}`);
    const one = Object.fromEntries(names.map((name) => [name, '1']));
    const behindProxy = await startTestSite({ settings: { ...one, TRUST_PROXY: '1' } });
    site = behindProxy;
    await expect.poll(async () => (await behindProxy.get('/readyz')).status).toBe(200);
    const { paths } = openApiPaths.parse((await site.get('/api/openapi.json')).json);
    const calls = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]) => {
        return { method: method.toUpperCase(), path, isLimited: '429' in responses };
      }),
    );
    const named = (some: typeof calls) => some.map(({ method, path }) => `${method} ${path}`);
    const [limited, free] = [true, false].map((wanted) =>
      calls.filter(({ isLimited }) => isLimited === wanted),
    ) as [typeof calls, typeof calls];
    expect(named(free.filter(({ method }) => method !== 'GET'))).toEqual([
      'POST /api/businesses/{id}/view',
      'POST /api/businesses/{id}/click',
      'DELETE /api/account/sessions',
      'POST /api/unsubscriptions',
    ]);
    expect(named(limited.filter(({ method }) => method === 'GET'))).toEqual([
      'GET /api/places',
      'GET /api/places.geojson',
      'GET /api/places.csv',
      'GET /feed.atom',
      'GET /api/user/me/export',
      'GET /api/geocode/search',
      'GET /api/geocode/reverse',
      'GET /sitemap.xml',
    ]);
    let address = 0;
    const refused: typeof calls = [];
    for (const call of limited) {
      const { method, path } = call;
      const send = async (as: Person | undefined, from: number) => {
        const headers = { 'X-Forwarded-For': `203.0.113.${from}` };
        const sent = { method, as, headers, ...(method !== 'GET' && { body: {} }) };
        return (await behindProxy.send(path.replace(/\{\w+\}/g, id), sent)).status;
      };
      for (const as of [undefined, site.signIn('user'), site.signIn('admin')]) {
        const first = await send(as, ++address);
        if (first === 401 || first === 403) continue;
        expect(first, path).not.toBe(429);
        if ((await send(as, as ? ++address : address)) === 429) refused.push(call);
        break;
      }
    }
    expect(named(refused)).toEqual(named(limited));
  });

  test('ignores X-Forwarded-For without a trusted proxy', async () => {
    site = await startTestSite({ settings: { RATE_LIMIT_LOGIN: '1' } });
    await logIn({ 'X-Forwarded-For': '203.0.113.1' });
    expect((await logIn({ 'X-Forwarded-For': '203.0.113.2' })).status).toBe(429);
  });

  test('uses the address that a trusted proxy added, not those before it', async () => {
    site = await startTestSite({ settings: { RATE_LIMIT_LOGIN: '1', TRUST_PROXY: '1' } });
    await logIn({ 'X-Forwarded-For': '203.0.113.1' });
    expect((await logIn({ 'X-Forwarded-For': '203.0.113.2' })).status).toBe(401);
    expect((await logIn({ 'X-Forwarded-For': '198.51.100.9, 203.0.113.1' })).status).toBe(429);
  });
});
