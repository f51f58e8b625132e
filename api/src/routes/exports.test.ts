import { textSearch } from '@directory/domain/search/text';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { systemClock } from '../clock.ts';
import { rateLimit } from '../http/middleware/rate-limit.ts';
import { rawRequest } from '../testing/http-client.ts';
import { publishDemonstration, publishListing } from '../testing/listings.ts';
import { serveRoutes } from '../testing/serve-routes.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';
import { placeRoutes } from './places.ts';

const origin = 'https://directory.example';

let site: TestSite;
let formula: string;
let clinic: string;
let madeUp: string;
beforeAll(async () => {
  site = await startTestSite({ settings: { PUBLIC_URL: origin } });
  const owner = site.signIn('user');
  formula = await publishListing(site, owner, {
    businessName: '=HYPERLINK("https://evil.example")',
    address: '12, Jalan <Daud> & "Raja"',
    email: 'siti@example.com',
  });
  clinic = await publishListing(site, owner, {
    businessName: 'Klinik Contoh',
    businessInfo: 'Kesihatan',
    subCategory: 'Klinik',
    latitude: '3.2',
    longitude: '101.6',
  });
  madeUp = await publishDemonstration(site);
});
afterAll(() => site.stop());

const collection = z.object({
  type: z.literal('FeatureCollection'),
  attribution: z.string(),
  licence: z.string(),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      id: z.string(),
      geometry: z.object({ type: z.literal('Point'), coordinates: z.array(z.number()).length(2) }),
      properties: z.looseObject({ name: z.string(), url: z.string(), licence: z.null() }),
    }),
  ),
});
const exported = async (query = '') =>
  collection.parse((await site.get(`/api/places.geojson${query}`)).json);
const ids = async (query = '') => (await exported(query)).features.map(({ id }) => id);

describe('GET /api/places.geojson', () => {
  test('has every real place with its pin, and no demonstration', async () => {
    const { headers } = await site.get('/api/places.geojson');
    expect(headers.get('content-type')).toBe('application/geo+json');
    expect(headers.get('link')).toBe(`<${origin}/data>; rel="license"`);
    const { attribution, features } = await exported();
    expect(attribution).toContain('© OpenStreetMap contributors (ODbL 1.0)');
    expect(features.map(({ id }) => id)).toEqual([clinic, formula]);
    expect(features[0]).toMatchObject({
      geometry: { coordinates: [101.6, 3.2] },
      properties: { name: 'Klinik Contoh', url: `${origin}/places/${clinic}` },
    });
  });

  test('has no texts, photographs and personal data of owners', async () => {
    const { text } = await site.get('/api/places.geojson');
    for (const secret of ['siti@example.com', 'synopsis', 'imagePath', 'whatsapp', madeUp])
      expect(text).not.toContain(secret);
  });

  test.each([
    ['?bbox=101.69,3.155,101.715,3.175', () => [formula]],
    ['?category=Kesihatan', () => [clinic]],
    ['?q=klinik', () => [clinic]],
    ['?kampong=Chow+Kit', () => []],
  ])('%s has only what matches', async (query, wanted) => {
    expect(await ids(query)).toEqual(wanted());
  });

  test.each(['?bbox=1,2,3', '?bbox=2,0,1,1', '?category=Nothing'])(
    '%s answers 400',
    async (query) => {
      expect((await site.get(`/api/places.geojson${query}`)).status).toBe(400);
    },
  );

  test('is the same without compression', async () => {
    const plain = await site.get('/api/places.geojson', {
      headers: { 'Accept-Encoding': 'identity' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(collection.parse(plain.json)).toEqual(await exported());
  });

  test('is answered 304 until a place changes', async () => {
    const etag = (await site.get('/api/places.geojson')).headers.get('etag') ?? '';
    const again = await site.get('/api/places.geojson', { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
  });
});

test('an export names the site, and may be cached only where the public address is set', async () => {
  const cacheControlOf = async ({ get }: TestSite) =>
    (await get('/api/places.csv')).headers.get('cache-control');
  expect(await cacheControlOf(site)).toBe('no-cache');
  const unnamed = await startTestSite();
  expect(await cacheControlOf(unnamed)).toBe('no-store');
  const headers = { Host: 'evil.example' };
  const { body } = await rawRequest(unnamed.url, '/feed.atom', { headers });
  expect(body.toString()).toContain('href="http://evil.example/feed.atom"');
  expect((await unnamed.get('/feed.atom')).text).toContain(`href="${unnamed.url}/feed.atom"`);
  await unnamed.stop();
});

test('GET /api/places.csv has a line for each place, and no cell that a spreadsheet takes for a formula', async () => {
  const { headers, text } = await site.get('/api/places.csv');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe('attachment; filename="places.csv"');
  const lines = text.trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFF?id,name,category,.*,source,licence$/);
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain(`${formula},"'=HYPERLINK(""https://evil.example"")"`);
  expect(text).not.toMatch(/(^|,)"?[=+@]/m);
  expect(lines[1]).toContain(',012-345 6789,');
});

test('GET /feed.atom has the newest approvals first, under ids of their own', async () => {
  const { headers, text } = await site.get('/feed.atom');
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const entries = [...text.matchAll(/<id>(urn:uuid:[\da-f-]{36})<\/id>\n<title>(.*)<\/title>/g)];
  expect(entries.map(([, , title]) => title)).toEqual([
    'New places in Kampong Bharu',
    'Klinik Contoh',
    '=HYPERLINK(&#34;https://evil.example&#34;)',
  ]);
  expect(new Set(entries.map(([, id]) => id)).size).toBe(3);
  expect(text).not.toContain(madeUp);
});

test('searches and exports above the limit of pages are answered 429', async () => {
  const limited = await startTestSite({ settings: { RATE_LIMIT_PAGE: '3' } });
  const statuses: number[] = [];
  for (const path of [
    '/api/places?q=klinik',
    '/api/places.geojson',
    '/api/places.csv',
    '/feed.atom',
  ])
    statuses.push((await limited.get(path)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await limited.stop();
});

test('exports that have to be made are limited by client, and others are not', async () => {
  const limited = await startTestSite({ settings: { RATE_LIMIT_PAGE: '120' } });
  // An export from before the first build of the list is made again.
  await expect.poll(async () => (await limited.get('/readyz')).status).toBe(200);
  const get = (east: number) => limited.get(`/api/places.csv?bbox=101,3,${east},4`);
  for (let east = 102; east < 112; east += 1) expect((await get(east)).status).toBe(200);
  const refused = await get(112);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('content-disposition')).toBeNull();
  expect((await get(111)).status).toBe(200);
  await limited.stop();
});

test('exports are made one at a time: of five at once one is refused, and succeeds later', async () => {
  const content = { places: [], outward: [], groups: new Map(), search: textSearch([]).search };
  let requests = 0;
  let resolveAll = () => {};
  const allCame = new Promise<void>((resolve) => {
    resolveAll = resolve;
  });
  const readPlaces = async () => {
    requests += 1;
    if (requests === 5) resolveAll();
    await allCame;
    return content;
  };
  const limit = rateLimit(0);
  const server = await serveRoutes(
    placeRoutes({
      readPlaces,
      clock: systemClock,
      describeSite: () => ({ timeZone: 'Asia/Kuala_Lumpur', utcOffset: 480 }),
      publicUrl: origin,
      limit,
      newExportLimit: limit,
    }),
  );
  const get = (east: number) => fetch(`${server.url}/api/places.csv?bbox=101,3,${east},4`);
  const wanted = [102, 103, 104, 105, 106];
  const answers = await Promise.all(wanted.map(get));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 503]);
  const refused = statuses.indexOf(503);
  expect(answers[refused]?.headers.get('retry-after')).toBe('5');
  expect((await get(wanted[refused] ?? 0)).status).toBe(200);
  await server.close();
});
