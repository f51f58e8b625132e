import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMapsService } from '../testing/maps-service.ts';
import { openNominatim } from './nominatim.ts';

let maps: Awaited<ReturnType<typeof openMapsService>>;
const open = (url = maps.url, timeoutMs = 30_000) =>
  openNominatim({ url, contact: 'operator@example.com', timeoutMs });

beforeEach(async () => {
  maps = await openMapsService();
});
afterEach(async () => {
  await maps.close();
});

const jalan = { lat: '3.1633', lon: '101.7012', display_name: 'Jalan Raja Alang, Kuala Lumpur' };

test('search sends the documented parameters', async () => {
  maps.respondWith([jalan, { ...jalan, display_name: 'Another' }]);
  const [first] = await open().search('Jalan Raja Alang & Söhne');
  expect(first).toEqual({ latitude: 3.1633, longitude: 101.7012, address: jalan.display_name });
  expect(maps.requests[0]?.path).toBe('/search?format=json&q=Jalan+Raja+Alang+%26+S%C3%B6hne');
});

test('search returns ten places at most', async () => {
  maps.respondWith(Array.from({ length: 12 }, () => jalan));
  expect(await open().search('Jalan Raja Alang')).toHaveLength(10);
});

test('search skips a place without an address', async () => {
  maps.respondWith([{ lat: '3.16', lon: '101.7' }, jalan]);
  expect(await open().search('Jalan Raja Alang')).toMatchObject([{ address: jalan.display_name }]);
});

test('reverse sends the documented parameters', async () => {
  maps.respondWith(jalan);
  expect(await open().reverse(3.1633, -101.7)).toBe(jalan.display_name);
  expect(maps.requests[0]?.path).toBe('/reverse?format=json&lat=3.1633&lon=-101.7');
});

test('every request names the program and the contact in User-Agent', async () => {
  await open().search('Jalan Raja Alang');
  expect(maps.requests[0]?.agent).toBe('KampongBharuDirectory/1.0 (operator@example.com)');
});

test('the path of the base address is preserved, with or without a trailing slash', async () => {
  for (const url of [`${maps.url}/maps`, `${maps.url}/maps/`]) await open(url).search('Jalan Raja');
  expect(maps.requests.map(({ path }) => path.split('?')[0])).toEqual([
    '/maps/search',
    '/maps/search',
  ]);
});

test('search returns an empty list and reverse null if nothing is found', async () => {
  maps.respondWith([]);
  expect(await open().search('Nowhere at all')).toEqual([]);
  maps.respondWith({ error: 'Unable to geocode' });
  expect(await open().reverse(0, 0)).toBeNull();
});

test.each([
  ['refuses', 429, '[]'],
  ['is broken', 500, 'oops'],
  ['answers no JSON', 200, '<html>Jalan Rahsia</html>'],
  ['answers something else', 200, '{"lat":"Jalan Rahsia"}'],
  [
    'answers an endless address',
    200,
    JSON.stringify([{ ...jalan, display_name: 'x'.repeat(1001) }]),
  ],
  ['answers a place without numbers', 200, '[{"lat":"x","lon":"y","display_name":"z"}]'],
])('if the service %s, search throws 503 without the query', async (_, status, body) => {
  maps.respondWith(body, status);
  const error: unknown = await open()
    .search('Jalan Rahsia 7')
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 503, type: 'geocoder-unavailable' });
  if (!(error instanceof Error)) throw new Error('no error');
  expect(`${error.message} ${String(error.cause)}`).not.toContain('Rahsia');
  expect(String(error.cause)).toContain('the maps service');
  expect(String(error.cause).includes(`answered ${status}`)).toBe(status !== 200);
});

test('a redirect is not followed', async () => {
  const inner = await openMapsService();
  inner.respondWith(jalan);
  maps.redirectTo(`${inner.url}/reverse`);
  await expect(open().reverse(3, 101)).rejects.toMatchObject({ status: 503 });
  expect(maps.requests).toHaveLength(1);
  expect(inner.requests).toEqual([]);
  await inner.close();
});

test('more than 256 kB are not read', async () => {
  maps.respondWith({ ...jalan, padding: 'x'.repeat(300_000) });
  await expect(open().reverse(3, 101)).rejects.toMatchObject({ status: 503 });
  maps.respondWith({ ...jalan, padding: 'x'.repeat(200_000) });
  expect(await open().reverse(3, 101)).toBe(jalan.display_name);
});

test('reverse throws 503 after the timeout', async () => {
  maps.neverRespond();
  await expect(open(maps.url, 200).reverse(3, 101)).rejects.toMatchObject({ status: 503 });
});

test('search throws 503 for an unreachable service', async () => {
  const { url } = maps;
  await maps.close();
  const error: unknown = await open(url)
    .search('Jalan Raja')
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 503 });
  expect(error instanceof Error && String(error.cause)).toContain('ECONNREFUSED');
  maps = await openMapsService();
});
