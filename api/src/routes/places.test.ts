import { afterAll, beforeAll, expect, test } from 'vitest';
import { placesResponse } from '../contracts/places.ts';
import { approveListing, publishListing, submitListing } from '../testing/listings.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  const owner = site.signIn('user');
  for (const details of [
    {
      businessName: 'Kedai Jahit Aminah',
      businessInfo: 'Fesyen & Pakaian',
      subCategory: 'Tukang Jahit',
    },
    { businessName: 'Warung Pak Din', kampong: 'Chow Kit' },
    { businessName: 'Warung Mak Teh', kampong: 'Kampung Atas A' },
  ])
    await publishListing(site, owner, details);
  await submitListing(site, owner, { businessName: 'Warung Menunggu' });
});
afterAll(() => site.stop());

async function find(query: Record<string, string>) {
  const answer = await site.get(`/api/places?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  return placesResponse.parse(answer.json);
}
const names = async (query: Record<string, string>) =>
  (await find(query)).items.map(({ businessName }) => businessName);

test('GET /api/places finds approved places by words in both languages', async () => {
  expect(await names({ q: 'tailor' })).toEqual(['Kedai Jahit Aminah']);
  expect(await names({ q: 'tukang jahit' })).toEqual(['Kedai Jahit Aminah']);
  expect(await names({ q: 'menunggu' })).toEqual([]);
});

test('GET /api/places narrows by the filters and says what q finds without them', async () => {
  const found = await find({ q: 'warung', kampong: 'Chow Kit' });
  expect(found).toMatchObject({ total: 1, unfiltered: 2, page: 1, pages: 1 });
  expect(await names({ kampong: 'Kampung Atas A' })).toEqual(['Warung Mak Teh']);
  expect((await find({ category: 'Pasar' })).total).toBe(0);
});

test('GET /api/places counts a place as soon as it is public, and no more once it is deleted', async () => {
  const owner = site.signIn('user');
  const admin = site.signIn('admin');
  const counted = async () => {
    const { total, counts } = await find({});
    return [total, counts.category['Pasar'] ?? 0, counts.kampong['Chow Kit'], counts.facility];
  };
  const before = await counted();
  expect(before).toEqual([3, 0, 1, { Tandas: 3, Surau: 3 }]);
  const id = await publishListing(site, owner, {
    businessInfo: 'Pasar',
    subCategory: 'Pasar Malam',
    kampong: 'Chow Kit',
    facilities: '["Surau"]',
  });
  expect(await counted()).toEqual([4, 1, 2, { Tandas: 3, Surau: 4 }]);
  await site.remove(`/api/businesses/${id}`, { as: admin });
  expect(await counted()).toEqual(before);
});

test('GET /api/places answers where a sub-category has the name of a property that every object has', async () => {
  const id = await publishListing(site, site.signIn('user'), {
    businessName: 'Kontraktor Jaya',
    subCategory: 'constructor',
  });
  expect(await find({ q: 'jaya' })).toMatchObject({
    total: 1,
    counts: { subcategory: { constructor: 1 } },
  });
  expect(await names({ subcategory: 'constructor' })).toEqual(['Kontraktor Jaya']);
  expect((await site.get('/feed.atom')).text).toContain('Kontraktor Jaya');
  await site.remove(`/api/businesses/${id}`, { as: site.signIn('admin') });
});

test('GET /api/places answers the last page for one beyond it', async () => {
  expect(await find({ page: '9' })).toMatchObject({ page: 1, pages: 1, total: 3 });
});

test('GET /api/places names a correction and a kind that nobody lists', async () => {
  expect(await find({ q: 'tailer' })).toMatchObject({ correction: 'tailor', total: 1 });
  expect((await find({ q: 'money changer' })).unlisted).toEqual({
    category: 'Kewangan',
    subcategory: 'Pengurup Wang Berlesen',
  });
});

test('GET /api/places finds a listing as soon as it is approved, and by nothing that it no longer has', async () => {
  expect(await names({ q: 'bomoh' })).toEqual([]);
  const owner = site.signIn('user');
  const admin = site.signIn('admin');
  const id = await publishListing(site, owner, { businessName: 'Bomoh Hujan' });
  expect(await names({ q: 'bomoh' })).toEqual(['Bomoh Hujan']);
  await site.remove(`/api/businesses/${id}`, { as: admin });
  expect(await names({ q: 'bomoh' })).toEqual([]);
  await site.post(`/api/businesses/${id}/restoration`, undefined, { as: admin });
  expect(await names({ q: 'hujan' })).toEqual(['Bomoh Hujan']);
  await site.put(`/api/businesses/update/${id}`, { businessName: 'Pawang Hujan' }, { as: owner });
  await approveListing(site, id);
  expect(await names({ q: 'bomoh' })).toEqual([]);
  expect(await names({ q: 'pawang' })).toEqual(['Pawang Hujan']);
});

test.each([
  ['q', 'a'.repeat(101)],
  ['category', 'Pasta'],
  ['kampong', 'London'],
  ['time', 'midnight'],
  ['page', '0'],
  ['page', '1e3'],
  ['area', '101.7,3.2,101.6,3.1'],
  ['pin', 'some'],
])('GET /api/places refuses %s=%s', async (name, value) => {
  const answer = await site.get(`/api/places?${new URLSearchParams({ [name]: value }).toString()}`);
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ errors: { [name]: [expect.any(String)] } });
});

test('GET /api/places refuses a parameter that is repeated', async () => {
  expect((await site.get('/api/places?q=a&q=b')).status).toBe(400);
});

test('GET /api/places narrows by facilities and by what is open now', async () => {
  const owner = site.signIn('user');
  const facilities = JSON.stringify(['Tandas OKU', 'Surau']);
  await publishListing(site, owner, {
    businessName: 'Kedai 24 Jam',
    operatingHours: '24jam',
    facilities,
  });
  expect(await names({ open: 'now' })).toEqual(['Kedai 24 Jam']);
  const { total, withUnknownHours } = await find({ open: 'now', hours: 'unknown' });
  expect(total).toBe(withUnknownHours + 1);
  const answer = await site.get('/api/places?facility=Surau&facility=Tandas+OKU');
  expect(placesResponse.parse(answer.json).items).toHaveLength(1);
  expect(await names({ facility: 'Tandas OKU' })).toEqual(['Kedai 24 Jam']);
  expect((await site.get('/api/places?facility=Kolam')).status).toBe(400);
});

test('GET /api/places orders by the distance to a landmark', async () => {
  const owner = site.signIn('user');
  const atChowKit = { latitude: '3.1674', longitude: '101.6984' };
  await publishListing(site, owner, { businessName: 'Gerai Chow Kit', ...atChowKit });
  expect((await names({ near: 'chow-kit' }))[0]).toBe('Gerai Chow Kit');
  expect((await site.get('/api/places?near=me')).status).toBe(400);
});

test('GET /api/places narrows to an area of the map, or to what has no pin', async () => {
  const owner = site.signIn('user');
  const atSea = { latitude: '2.5000', longitude: '101.2000' };
  await publishListing(site, owner, { businessName: 'Kelong Pak Mat', ...atSea });
  expect(await names({ area: '101.19,2.49,101.21,2.51' })).toEqual(['Kelong Pak Mat']);
  expect(await find({ area: '101.19,2.49,101.21,2.51', q: 'warung' })).toMatchObject({
    total: 0,
    unfiltered: 2,
  });
  const { total, withoutPin } = await find({ pin: 'none' });
  expect(total).toBe(withoutPin);
  expect((await find({})).withoutPin).toBe(total);
});
