import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { geocodeReverseResponse, geocodeSearchResponse } from '../contracts/site.ts';
import { throttledGeocoder, type Geocoder } from '../geocoder/geocoder.ts';
import { openNominatim } from '../geocoder/nominatim.ts';
import { openMapsService } from '../testing/maps-service.ts';
import { serveRoutes } from '../testing/serve-routes.ts';
import { geocodeRoutes } from './geocode.ts';

let maps: Awaited<ReturnType<typeof openMapsService>>;
let site: Awaited<ReturnType<typeof serveRoutes>>;

const owner = { role: 'user', id: 'an-owner', fullName: 'Siti' } as const;

beforeAll(async () => {
  maps = await openMapsService();
  const nominatim = openNominatim({ url: maps.url, contact: 'operator@example.com' });
  site = await serveRoutes(
    geocodeRoutes({ geocoder: throttledGeocoder(nominatim, { intervalMs: 1 }) }),
    owner,
  );
});
afterAll(async () => {
  await site.close();
  await maps.close();
});

test('visitors may not look up addresses', async () => {
  const open = await serveRoutes(geocodeRoutes({ geocoder: null }));
  for (const call of ['search?q=Jalan', 'reverse?lat=0&lon=0'])
    expect((await fetch(`${open.url}/api/geocode/${call}`)).status).toBe(401);
  await open.close();
});

async function get(path: string) {
  const response = await fetch(site.url + path);
  const answer: unknown = await response.json();
  return { status: response.status, headers: response.headers, answer };
}

test('GET /api/geocode/search answers in the format of the maps service', async () => {
  maps.respondWith([{ lat: '3.16330', lon: '101.7012', display_name: 'Jalan Raja Alang', x: 1 }]);
  const { status, answer } = await get('/api/geocode/search?format=json&q=Jalan%20Raja%20Alang');
  expect(status).toBe(200);
  expect(geocodeSearchResponse.parse(answer)).toEqual([
    { lat: '3.1633', lon: '101.7012', display_name: 'Jalan Raja Alang' },
  ]);
});

test('GET /api/geocode/reverse answers the address', async () => {
  maps.respondWith({ display_name: 'Masjid Jamek, Kampung Baru' });
  const { status, answer } = await get('/api/geocode/reverse?format=json&lat=3.1&lon=101.7');
  expect(status).toBe(200);
  expect(geocodeReverseResponse.parse(answer)).toEqual({
    display_name: 'Masjid Jamek, Kampung Baru',
  });
});

test('GET /api/geocode/reverse reads degrees with spaces around them, as the form of a business does', async () => {
  maps.respondWith({ display_name: 'Jalan Raja Alang' });
  const { status } = await get('/api/geocode/reverse?lat=%203.1&lon=101.7%20');
  expect(status).toBe(200);
});

test('GET /api/geocode/reverse answers 200 for a place without an address', async () => {
  maps.respondWith({ error: 'Unable to geocode' });
  const { status, answer } = await get('/api/geocode/reverse?lat=0&lon=-160.5');
  expect(status).toBe(200);
  expect(answer).toEqual({ error: 'Unable to geocode' });
});

test('a look-up is of what was asked, for the account that asks', async () => {
  const search = vi.fn<Geocoder['search']>().mockResolvedValue([]);
  const reverse = vi.fn<Geocoder['reverse']>().mockResolvedValue(null);
  const asking = await serveRoutes(geocodeRoutes({ geocoder: { search, reverse } }), owner);
  await fetch(`${asking.url}/api/geocode/search?q=Jalan%20Raja`);
  await fetch(`${asking.url}/api/geocode/reverse?lat=3.1&lon=101.7`);
  expect(search.mock.calls).toEqual([['Jalan Raja', owner.id]]);
  expect(reverse.mock.calls).toEqual([[3.1, 101.7, owner.id]]);
  await asking.close();
});

test('concurrent equal searches make one request to the maps service', async () => {
  maps.respondWith([]);
  const before = maps.requests.length;
  const path = '/api/geocode/search?q=Lorong%20Raja%20Muda';
  await Promise.all(Array.from({ length: 10 }, () => get(path)));
  expect(maps.requests.length - before).toBe(1);
});

test.each([
  ['/api/geocode/search', 'q'],
  ['/api/geocode/search?q=Jalan', 'q'],
  ['/api/geocode/search?q=%20%20Jalan%20%20', 'q'],
  [`/api/geocode/search?q=${'x'.repeat(201)}`, 'q'],
  ['/api/geocode/search?q=Jalan%20Raja&q=Alang', 'q'],
  ['/api/geocode/search?q=Jalan%20Raja&format=xml', 'format'],
  ['/api/geocode/reverse?lat=3.1', 'lon'],
  ['/api/geocode/reverse?lat=&lon=101', 'lat'],
  ['/api/geocode/reverse?lat=91&lon=101', 'lat'],
  ['/api/geocode/reverse?lat=3&lon=-180.1', 'lon'],
  ['/api/geocode/reverse?lat=0x3&lon=101', 'lat'],
  ['/api/geocode/reverse?lat=NaN&lon=101', 'lat'],
])('%s is refused without a request to the maps service', async (path, field) => {
  const before = maps.requests.length;
  const { status, answer } = await get(path);
  expect(status).toBe(400);
  expect(answer).toHaveProperty(['errors', field]);
  expect(maps.requests).toHaveLength(before);
});

test('GET /api/geocode/search answers 503 with a message while the maps service is unreachable', async () => {
  maps.respondWith('{}', 502);
  const { status, answer, headers } = await get('/api/geocode/search?q=Jalan%20Rahsia');
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('5');
  expect(answer).toMatchObject({
    message: 'Address lookup is unavailable. Please try again soon.',
  });
  expect(site.reported).not.toEqual([]);
  for (const error of site.reported)
    expect(error instanceof Error && `${String(error)} ${String(error.cause)}`).not.toContain(
      'Rahsia',
    );
});

test('a site without a geocoder answers 503', async () => {
  const without = await serveRoutes(geocodeRoutes({ geocoder: null }), owner);
  const response = await fetch(`${without.url}/api/geocode/reverse?lat=3&lon=101`);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('Address lookup is turned off');
  await without.close();
});
