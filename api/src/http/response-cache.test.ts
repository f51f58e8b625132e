import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LookForChanges, ViewChange } from '@directory/projections';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { countingRenderer } from '../testing/page-renderers.ts';
import { rawRequest } from '../testing/http-client.ts';
import { publishListing } from '../testing/listings.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';
import { listen, requestListener } from './listen.ts';
import { visitor, type RequestState } from './middleware/session.ts';
import { responseCache } from './response-cache.ts';
import { sendSnapshot, snapshotOf, uncompressed } from './snapshot.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'web-'));
let site: TestSite;
let owner: Person;
let admin: Person;
let id: string;
let now = new Date('2026-11-22T04:00:00Z');
beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), '<title>Directory</title>');
  writeFileSync(join(webRoot, 'assets', 'main-a1b2.js'), 'console.log(1)'.repeat(500));
  site = await startTestSite({ webRoot, renderer: countingRenderer(), clock: () => now });
  owner = site.signIn('user');
  admin = site.signIn('admin');
  id = await publishListing(site, owner, { businessName: 'Nasi Lemak', synopsis: 'x'.repeat(400) });
  // Brotli of the list comes when nothing has changed for a moment; until then answers are of another encoding.
  const encoding = async () =>
    (await get('/api/businesses/approved', { 'Accept-Encoding': 'br' })).headers[
      'content-encoding'
    ];
  await vi.waitUntil(async () => (await encoding()) === 'br', 30_000);
});
afterAll(async () => {
  await site.stop();
  rmSync(webRoot, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(site.url, path, { method, headers });
/** Koa answers a request with an authorization, and reads nothing from the cache. */
const slow = { Authorization: 'Basic none' };
/** What is the same for all who ask. */
const shared = ({ status, headers, body }: Awaited<ReturnType<typeof get>>) => ({
  status,
  headers: { ...headers, date: '', 'x-request-id': '' },
  body: body.toString('base64'),
});
const edit = async (businessName: string) => {
  now = new Date(now.getTime() + 1);
  await site.put(`/api/businesses/update/${id}`, { businessName }, { as: owner });
  await site.put(`/api/businesses/${id}`, { status: 'approved' }, { as: admin });
};

const addresses = [
  ['the list', () => '/api/businesses/approved'],
  ['a business', () => `/api/businesses/${id}`],
  ['the home page', () => '/'],
  ['a second page', () => '/?page=2'],
  ['the page of a place', () => `/places/${id}`],
  ['a page that scripts render', () => '/form'],
  ['a file', () => '/assets/main-a1b2.js'],
] as const;

describe.each(addresses)('%s', (_, path) => {
  test.each([undefined, 'br', 'gzip', 'gzip, deflate, br', 'deflate'])(
    'is the same from memory as from Koa for Accept-Encoding: %s',
    async (accepted) => {
      const headers = accepted ? { 'Accept-Encoding': accepted } : {};
      for (const method of ['GET', 'HEAD']) {
        const missed = await get(path(), { ...headers, ...slow }, method);
        await get(path(), headers, method);
        const hit = await get(path(), headers, method);
        expect(missed.status).toBe(200);
        expect(shared(hit)).toEqual(shared(missed));
        expect(hit.headers['content-security-policy']).toContain('default-src');
        expect(hit.headers['x-request-id']).not.toBe(missed.headers['x-request-id']);
      }
    },
  );

  test('is answered 304 from memory as from Koa', async () => {
    const { headers } = await get(path());
    const known = { 'If-None-Match': String(headers['etag']) };
    const missed = await get(path(), { ...known, ...slow });
    const hit = await get(path(), known);
    expect(hit.status).toBe(304);
    expect(shared(hit)).toEqual(shared(missed));
  });
});

test.each([
  ['the list', () => '/api/businesses/approved'],
  ['the business', () => `/api/businesses/${id}`],
  ['the home page', () => '/'],
  ['the page of the place', () => `/places/${id}`],
])('%s shows a change at the next request', async (_, path) => {
  const text = async () => (await get(path())).body.toString();
  for (const name of ['First', 'Second', 'Third']) {
    await edit(name);
    expect(await text()).toContain(name);
    expect(await text()).toContain(name);
  }
});

test('a business shows its visits at once, and another one stays in memory', async () => {
  const other = await publishListing(site, owner);
  const read = (of: string) => get(`/api/businesses/${of}`);
  const viewsOf = async (of: string) =>
    (JSON.parse((await read(of)).body.toString()) as { views: number }).views;
  const before = await viewsOf(id);
  expect(await viewsOf(other)).toBe(0);
  await site.post(`/api/businesses/${id}/view`, {});
  await site.caughtUp();
  expect(await viewsOf(id)).toBe(before + 1);
  expect(await viewsOf(other)).toBe(0);
});

test('what was deleted is not answered from memory', async () => {
  const gone = await publishListing(site, owner);
  for (const path of [`/api/businesses/${gone}`, `/places/${gone}`])
    expect((await get(path)).status).toBe(200);
  await site.remove(`/api/businesses/${gone}`, { as: admin });
  for (const path of [`/api/businesses/${gone}`, `/places/${gone}`])
    expect((await get(path)).status).toBe(404);
});

test('an owner with a token gets the own business, and visitors do not', async () => {
  const path = `/api/businesses/${id}`;
  await get(path);
  const own = await site.get(path, { as: owner });
  expect(own.json).toMatchObject({ user_id: owner.id });
  expect((await get(path)).body.toString()).not.toContain(owner.id);
  expect((await get(path, { Authorization: 'Bearer nonsense' })).status).toBe(401);
});

test.each(['PUT', 'DELETE'])('%s is not answered with the business in memory', async (method) => {
  const path = `/api/businesses/${id}`;
  expect((await get(path)).status).toBe(200);
  expect((await get(path, {}, method)).status).toBe(401);
});

test('every answer from memory is logged and counted', async () => {
  // The list is in memory compressed only.
  const list = (headers: Record<string, string> = {}) =>
    get('/api/businesses/approved', { 'Accept-Encoding': 'gzip', ...headers });
  await list();
  await get('/');
  const before = site.logged.length;
  const requestId = '6f1c1c52-4f0b-4a7e-8d0f-0d4a4f4f4f4f';
  const { headers } = await list({ 'X-Request-Id': requestId });
  await get('/');
  expect(headers['x-request-id']).toBe(requestId);
  const lines = site.logged.slice(before).map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([
    { requestId, method: 'GET', route: '/api/businesses/approved', status: 200 },
    { method: 'GET', route: 'other', status: 200 },
  ]);
  const metrics = async () => (await site.get('/metrics', { as: admin })).text;
  const count = async () =>
    Number(
      /http_requests_total\{method="GET",route="\/api\/businesses\/approved",status="200"\} (\d+)/.exec(
        await metrics(),
      )?.[1],
    );
  const counted = await count();
  await list();
  expect(await count()).toBe(counted + 1);
});

test('the client of a write is answered by Koa for two seconds', async () => {
  const answer = await site.put(`/api/businesses/${id}`, { status: 'approved' }, { as: admin });
  expect(answer.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^just_wrote=1; .*Max-Age=2; HttpOnly/),
  );
  for (const path of ['/api/businesses/approved', '/api/site', `/places/${id}`])
    expect((await get(path)).headers['set-cookie']).toBeUndefined();
});

test('neither a visit nor a refused write sets the cookie of a write', async () => {
  const visit = await site.post(`/api/businesses/${id}/view`, {});
  expect(visit.status).toBe(204);
  expect(visit.headers.getSetCookie()).toEqual([]);
  const refused = await site.put(`/api/businesses/${id}`, { status: 'none' }, { as: admin });
  expect(refused.status).toBe(400);
  expect(refused.headers.getSetCookie().join()).not.toContain('just_wrote');
});

describe('the cache', () => {
  /** A server whose Koa answers any path with a snapshot made of the document `a`, and counts how often. */
  const serve = async (
    handle: (ctx: Koa.ParameterizedContext<RequestState>) => void = () => undefined,
    {
      publicUrl = null,
      trustedProxies = 0,
      look = () => undefined,
    }: { publicUrl?: string | null; trustedProxies?: number; look?: LookForChanges } = {},
  ) => {
    let report: (change: ViewChange) => void = () => undefined;
    const answered: string[] = [];
    const cache = responseCache({
      reader: {
        watch: (onChange) => {
          report = onChange;
          return look;
        },
      },
      clock: () => now,
      logRequests: () => undefined,
      publicUrl,
      trustedProxies,
      maxEntries: 3,
    });
    const app = new Koa<RequestState>();
    app.use(cache.remember);
    app.use(async (ctx) => {
      ctx.state.viewer = visitor;
      answered.push(ctx.url);
      const snapshot = await snapshotOf(Buffer.from(ctx.path));
      const cacheable = { address: ctx.path, sources: [{ view: 'notes', id: 'a' }] };
      sendSnapshot(ctx, snapshot, { type: 'text', cacheable });
      handle(ctx);
    });
    const koa = requestListener(app);
    const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
    answerWith((request, response) => {
      if (!cache.answer(request, response)) koa(request, response);
    });
    onTestFinished(() => stop(0));
    const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      rawRequest(url, path, { headers, method });
    return {
      ask,
      answered,
      url,
      report: (change: ViewChange) => {
        report(change);
      },
    };
  };

  test('answers a repeated request without Koa', async () => {
    const { ask, answered } = await serve();
    for (let round = 0; round < 3; round += 1) expect((await ask('/x')).body.toString()).toBe('/x');
    expect(answered).toEqual(['/x']);
  });

  test.each([
    ['another view changed', { view: 'visits', ids: null }, 1],
    ['another document changed', { view: 'notes', ids: ['b'] }, 1],
    ['its document changed', { view: 'notes', ids: ['a'] }, 2],
    ['any document may have changed', { view: 'notes', ids: null }, 2],
  ])('asks Koa again when %s', async (_, change, times) => {
    const { ask, answered, report } = await serve();
    await ask('/x');
    report(change);
    await ask('/x');
    expect(answered).toHaveLength(times);
  });

  test('asks Koa again after a second, and when the clock is set back', async () => {
    const { ask, answered } = await serve();
    await ask('/x');
    now = new Date(now.getTime() + 999);
    await ask('/x');
    expect(answered).toHaveLength(1);
    now = new Date(now.getTime() + 1);
    await ask('/x');
    expect(answered).toHaveLength(2);
    now = new Date(now.getTime() - 3_600_000);
    await ask('/x');
    expect(answered).toHaveLength(3);
  });

  test('answers requests that come together in their order, from memory and by Koa', async () => {
    const { ask, answered, url } = await serve();
    await ask('/known');
    const paths = ['/known', '/known', '/new', '/known'];
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const host = `Host: ${new URL(url).host}`;
    for (const path of paths) socket.write(`GET ${path} HTTP/1.1\r\n${host}\r\n\r\n`);
    socket.write(`HEAD /known HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`);
    const responses = (await text(socket)).split(/(?=HTTP\/1\.1 )/);
    expect(responses.map((response) => response.split('\r\n\r\n')[1])).toEqual([...paths, '']);
    for (const response of responses) expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answered).toEqual(['/known', '/new']);
  });

  test('does not keep what was made while its document changed', async () => {
    let isFirst = true;
    const { ask, answered, report } = await serve(() => {
      if (isFirst) report({ view: 'notes', ids: ['a'] });
      isFirst = false;
    });
    for (let round = 0; round < 3; round += 1) await ask('/x');
    expect(answered).toHaveLength(2);
  });

  test('does not keep the answer to a token, whose cookie others would get', async () => {
    const { ask, answered } = await serve((ctx) => {
      if (ctx.get('Authorization')) ctx.set('Set-Cookie', 'photos=secret');
    });
    await ask('/x', { Authorization: 'Bearer x' });
    expect((await ask('/x')).headers).not.toHaveProperty('set-cookie');
    expect(answered).toHaveLength(2);
  });

  test('does not keep an answer that became an error', async () => {
    const { ask, answered } = await serve((ctx) => {
      ctx.status = 503;
    });
    for (let round = 0; round < 2; round += 1) expect((await ask('/x')).status).toBe(503);
    expect(answered).toHaveLength(2);
  });

  test('keeps what Koa answered with 304, and answers it whole to others', async () => {
    const { ask, answered } = await serve();
    await ask('/x', { 'If-None-Match': '*' });
    const { status, headers, body } = await ask('/x');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body.toString()).toBe('/x');
    expect(answered).toEqual(['/x']);
  });

  test('answers in the encoding that is asked for, whichever was first', async () => {
    const { ask, answered } = await serve();
    await ask('/x', { 'Accept-Encoding': 'br' });
    const { headers, body } = await ask('/x');
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body.toString()).toBe('/x');
    const packed = await ask('/x', { 'Accept-Encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(answered).toEqual(['/x']);
  });

  test('does not keep a stale answer', async () => {
    const { ask, answered } = await serve((ctx) => {
      ctx.set('X-Stale', 'true');
    });
    for (let round = 0; round < 2; round += 1) await ask('/x');
    expect(answered).toHaveLength(2);
  });

  test.each([
    ['another query', '/x?a=1', {}],
    ['a token', '/x', { Authorization: 'Bearer x' }],
    ['weighed encodings', '/x', { 'Accept-Encoding': 'br;q=0.5, *' }],
    ['the cookie of a write', '/x', { Cookie: 'just_wrote=1' }],
  ])('leaves a request with %s to Koa', async (_, path, headers) => {
    const { ask, answered } = await serve();
    await ask('/x');
    for (let round = 0; round < 2; round += 1) await ask(path, headers);
    expect(answered).toEqual(['/x', path, path]);
  });

  test('leaves requests to Koa while it looks for changes, and after a look that failed', async () => {
    const looks: { readonly succeed: () => void; readonly fail: () => void }[] = [];
    const time = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    onTestFinished(() => {
      time.mockRestore();
    });
    const { ask, answered } = await serve(undefined, {
      look: () =>
        new Promise<void>((succeed, fail) => {
          looks.push({ succeed, fail: () => fail(new Error('unreachable')) });
        }),
    });
    const isByKoa = async (method?: string) => {
      const before = answered.length;
      await ask('/x', {}, method);
      return answered.length > before;
    };
    expect([await isByKoa(), await isByKoa(), looks.length]).toEqual([true, true, 1]);
    looks[0]?.succeed();
    expect([await isByKoa(), looks.length]).toEqual([false, 1]);
    await isByKoa('POST');
    expect([await isByKoa(), looks.length]).toEqual([true, 2]);
    // May have begun before the second write.
    await isByKoa('POST');
    looks[1]?.succeed();
    expect([await isByKoa(), looks.length]).toEqual([true, 3]);
    looks[2]?.fail();
    expect([await isByKoa(), looks.length]).toEqual([true, 4]);
    looks[3]?.succeed();
    expect(await isByKoa()).toBe(false);
  });

  test('leaves requests to Koa where changes cannot be looked for', async () => {
    const look = () => {
      throw new Error('unreachable');
    };
    const { ask, answered } = await serve(undefined, { look });
    for (let round = 0; round < 2; round += 1) await ask('/x');
    expect(answered).toEqual(['/x', '/x']);
  });

  test('has one page for all hosts where the public address is set', async () => {
    const { ask, answered } = await serve(undefined, { publicUrl: 'https://directory.example' });
    for (const Host of ['a.example', 'b.example']) await ask('/x', { Host });
    expect(answered).toHaveLength(1);
  });

  test('keeps the pages of different hosts apart', async () => {
    const { ask, answered } = await serve();
    for (const Host of ['a.example', 'b.example', 'a.example']) await ask('/x', { Host });
    expect(answered).toHaveLength(2);
  });

  test.each([
    ['a trusted proxy', 1, 3],
    ['anybody', 0, 1],
  ])('keeps the pages of hosts and protocols apart that %s names', async (_, proxies, times) => {
    const { ask, answered } = await serve(undefined, { trustedProxies: proxies });
    await ask('/x', { 'X-Forwarded-Host': 'a.example' });
    await ask('/x', { 'X-Forwarded-Host': 'b.example' });
    await ask('/x', { 'X-Forwarded-Host': 'b.example', 'X-Forwarded-Proto': 'https' });
    expect(answered).toHaveLength(times);
  });

  test('keeps the responses that were asked for last, and no more than its size', async () => {
    const { ask, answered } = await serve();
    for (const path of ['/1', '/2', '/3', '/4', '/1', '/4']) await ask(path);
    expect(answered).toEqual(['/1', '/2', '/3', '/4', '/1']);
  });

  test('keeps large responses only as long as they take up 64 MiB at most', async () => {
    const large = uncompressed(Buffer.alloc(22 * 1024 * 1024));
    const { ask, answered } = await serve((ctx) => {
      const cacheable = { address: ctx.path, sources: [] };
      sendSnapshot(ctx, large, { type: 'text', cacheable });
    });
    for (const path of ['/1', '/2', '/1', '/3', '/1', '/2']) await ask(path, {}, 'HEAD');
    expect(answered).toEqual(['/1', '/2', '/3', '/2']);
  });
});
