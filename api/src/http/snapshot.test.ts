import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiRouter } from './middleware/session.ts';
import Router from '@koa/router';
import { rawRequest } from '../testing/http-client.ts';
import { serveRoutes } from '../testing/serve-routes.ts';
import { isNotModified, sendList } from './snapshot.ts';

const list = Array.from({ length: 1_000 }, (_, number) => number);

let site: Awaited<ReturnType<typeof serveRoutes>>;
beforeAll(async () => {
  const router: ApiRouter = new Router();
  for (const [path, etag] of [
    ['/weak', 'W/"a,b"'],
    ['/strong', '"a,b"'],
  ] as const)
    router.get(path, (ctx) => {
      if (!isNotModified(ctx, etag)) ctx.body = 'whole';
    });
  router.get('/list', (ctx) => sendList(ctx, list, (number) => ({ number })));
  site = await serveRoutes(router);
});
afterAll(() => site.close());

describe.each(['/weak', '/strong'])('what has a %s tag', (path) => {
  test.each([
    ['*', 304],
    [' * ', 304],
    ['W/"a,b"', 304],
    ['"a,b"', 304],
    ['"x", W/"a,b" , "y"', 304],
    ['"x","a,b"', 304],
    ['"x"', 200],
    ['"a"', 200],
    ['a,b', 200],
    ['"*"', 200],
    ['', 200],
  ])('is answered for If-None-Match: %s with %i', async (known, status) => {
    const headers = { 'If-None-Match': known, 'Cache-Control': 'no-cache' };
    const answer = await rawRequest(site.url, path, { headers });
    expect(answer.status).toBe(status);
    expect(answer.headers['etag']).toContain('"a,b"');
    expect(answer.body.toString()).toBe(status === 304 ? '' : 'whole');
  });
});

test.each([
  ['gzip, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
])('a list for who accepts %s is sent as %s', async (accepted, encoding, decompress) => {
  const headers = { 'Accept-Encoding': accepted };
  const answer = await rawRequest(site.url, '/list', { headers });
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers.vary).toBe('Accept-Encoding');
  const sent: unknown = JSON.parse(decompress(answer.body).toString());
  expect(sent).toEqual(list.map((number) => ({ number })));
});
