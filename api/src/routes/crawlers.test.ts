import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BusinessWithoutStats } from '../contracts/business.ts';
import { publishDemonstration, publishListing, submitListing } from '../testing/listings.ts';
import { rawRequest } from '../testing/http-client.ts';
import { rateLimit } from '../http/middleware/rate-limit.ts';
import { serveRoutes } from '../testing/serve-routes.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';
import { crawlerRoutes } from './site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ settings: { PUBLIC_URL: 'https://directory.example' } });
});
afterAll(() => site.stop());

test('GET /sitemap.xml lists the pages of the site and the public places', async () => {
  const owner = site.signIn('user');
  const shown = await publishListing(site, owner);
  const hidden = await submitListing(site, owner);
  const { text, headers } = await site.get('/sitemap.xml');
  expect(headers.get('content-type')).toContain('application/xml');
  for (const path of ['/', '/data', '/privacy'])
    expect(text).toContain(`<loc>https://directory.example${path}</loc>`);
  expect(text).toMatch(
    new RegExp(
      `<loc>https://directory.example/places/${shown}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT`,
    ),
  );
  expect(text).not.toContain(hidden);
});

test('GET /sitemap.xml answers 304 for the version of the client until a place changes', async () => {
  const { headers } = await site.get('/sitemap.xml');
  const known = { 'If-None-Match': headers.get('etag') ?? '' };
  const again = () => rawRequest(site.url, '/sitemap.xml', { headers: known });
  expect((await again()).status).toBe(304);
  await publishListing(site, site.signIn('user'));
  expect((await again()).status).toBe(200);
});

test('GET /sitemap.xml is compressed for clients that accept it', async () => {
  const headers = { 'Accept-Encoding': 'gzip' };
  const answer = await rawRequest(site.url, '/sitemap.xml', { headers });
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(answer.body).toString()).toContain('<urlset');
});

test('GET /sitemap.xml leaves demonstration listings out', async () => {
  const real = await publishListing(site, site.signIn('user'));
  const madeUp = await publishDemonstration(site);
  const { text } = await site.get('/sitemap.xml');
  expect(text).toContain(real);
  expect(text).not.toContain(madeUp);
});

test.each([
  ['', 'https://directory.example'],
  [', whatever the Host, without PUBLIC_URL', null],
])('GET /sitemap.xml makes its text once per change of the places%s', async (_, publicUrl) => {
  let places: BusinessWithoutStats[] = [];
  const readPlaces = () => Promise.resolve({ places });
  const server = await serveRoutes(crawlerRoutes({ readPlaces, publicUrl, limit: rateLimit(0) }));
  for (let change = 0; change < 2; change++) {
    places = [];
    const filter = vi.spyOn(places, 'filter');
    for (let request = 0; request < 5; request++) {
      const host = `site${request}.example`;
      const answer = await rawRequest(server.url, '/sitemap.xml', { headers: { Host: host } });
      expect(answer.body.toString()).toContain(`<loc>${publicUrl ?? `http://${host}`}/data</loc>`);
    }
    expect(filter).toHaveBeenCalledTimes(1);
  }
  await server.close();
});

test('GET /sitemap.xml answers 429 above the limit of pages', async () => {
  const limited = await startTestSite({ settings: { RATE_LIMIT_PAGE: '1' } });
  expect((await limited.get('/sitemap.xml')).status).toBe(200);
  const refused = await limited.get('/sitemap.xml');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await limited.stop();
});

test('GET /robots.txt disallows the private pages but the login page, and names the sitemap', async () => {
  const { text } = await site.get('/robots.txt');
  expect(text).toContain('Disallow: /admin');
  expect(text).toContain('Disallow: /user/');
  for (const path of ['account', 'reset-password', 'verify-email', 'unsubscribe'])
    expect(text).toContain(`Disallow: /${path}\n`);
  expect(text).toContain('Allow: /user/userlogin$');
  expect(text).not.toContain('Disallow: /places');
  expect(text).toContain('Sitemap: https://directory.example/sitemap.xml');
});

test('links use the host of the request without PUBLIC_URL', async () => {
  const local = await startTestSite();
  const { text } = await local.get('/sitemap.xml');
  expect(text).toContain(`<loc>${local.url}/</loc>`);
  await local.stop();
});

test('a forged Host is not cacheable and is escaped', async () => {
  const local = await startTestSite();
  for (const path of ['/robots.txt', '/sitemap.xml']) {
    const headers = { Host: 'evil.example<script>' };
    const answer = await rawRequest(local.url, path, { headers });
    expect(answer.headers['cache-control']).toBe('no-store');
    if (path === '/sitemap.xml') expect(answer.body.toString()).not.toContain('<script>');
    const named = await rawRequest(local.url, path, { headers: { Host: 'evil.example' } });
    expect(named.body.toString()).toContain('http://evil.example/');
    expect(named.headers['cache-control']).toBe('no-store');
  }
  await local.stop();
  for (const [path, cacheControl] of [
    ['/robots.txt', 'max-age=3600'],
    ['/sitemap.xml', 'no-cache'],
  ] as const) {
    const answer = await rawRequest(site.url, path, { headers: { Host: 'evil.example' } });
    expect(answer.body.toString()).not.toContain('evil');
    expect(answer.headers['cache-control']).toBe(cacheControl);
  }
});
