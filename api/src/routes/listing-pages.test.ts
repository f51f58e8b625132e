import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ownBusinessResponse } from '../contracts/business.ts';
import {
  listingPageResponse,
  relatedListingsResponse,
  type ListingPageResponse,
} from '../contracts/listings.ts';
import { publishDemonstration, submitListing } from '../testing/listings.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
let owner: Person;
let admin: Person;
const ids = new Map<string, string>();
const idOf = (name: string) => ids.get(name) ?? '';
const decide = async (name: string, body: object) => {
  const answer = await site.put(`/api/businesses/${idOf(name)}`, body, { as: admin });
  expect(answer.status, answer.text).toBe(200);
};

beforeAll(async () => {
  site = await startTestSite();
  owner = site.signIn('user');
  admin = site.signIn('admin');
  const submit = async (businessName: string, fields: Record<string, string> = {}) => {
    ids.set(businessName, await submitListing(site, owner, { businessName, ...fields }));
  };
  await submit('Warung Satu', { yearStarted: '1998', phone: '012-3456789' });
  await submit('warung Dua', { yearStarted: '1963', phone: '013-1111111' });
  await submit('Kedai Tiga', { yearStarted: '2001', phone: '014-2222222' });
  await submit('Gerai Empat', { yearStarted: '1987', phone: '015-3333333' });
  await submit('Gone', { phone: '016-4444444' });
  await decide('Warung Satu', { status: 'approved' });
  await decide('Kedai Tiga', { status: 'rejected' });
  await site.remove(`/api/businesses/${idOf('Gone')}`, { as: admin });
});
afterAll(() => site.stop());

async function pageOf(query: string): Promise<ListingPageResponse> {
  const answer = await site.get(`/api/businesses?${query}`, { as: admin });
  expect(answer.status, answer.text).toBe(200);
  return listingPageResponse.strict().parse(answer.json);
}
const namesOf = async (query: string) =>
  (await pageOf(query)).listings.map(({ businessName }) => businessName);

describe('GET /api/businesses by pages', () => {
  test('counts all listings that are not deleted by status, the newest first', async () => {
    const page = await pageOf('page=1');
    expect(page).toMatchObject({
      page: 1,
      pages: 1,
      total: 4,
      first: 1,
      counts: { all: 4, approved: 1, rejected: 1, pending: 2 },
      offline: 0,
    });
    const plain = await site.get('/api/businesses', { as: admin });
    expect(page.listings).toEqual(z.array(ownBusinessResponse.strict()).parse(plain.json));
    expect(page.listings.map(({ businessName }) => businessName)).toEqual([
      'Gerai Empat',
      'Kedai Tiga',
      'warung Dua',
      'Warung Satu',
    ]);
  });

  test.each([
    ['status=pending', ['Gerai Empat', 'warung Dua']],
    ['q=WARUNG', ['warung Dua', 'Warung Satu']],
    ['q=%20tiga%20', ['Kedai Tiga']],
    ['q=%25', []],
    ['status=approved&q=warung', ['Warung Satu']],
    ['sort=businessName', ['Gerai Empat', 'Kedai Tiga', 'warung Dua', 'Warung Satu']],
    ['sort=-yearStarted', ['Kedai Tiga', 'Warung Satu', 'Gerai Empat', 'warung Dua']],
    ['sort=phone&status=pending', ['warung Dua', 'Gerai Empat']],
    ['sort=status&page=9', ['Warung Satu', 'Gerai Empat', 'warung Dua', 'Kedai Tiga']],
  ])('finds with %s', async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
  });

  test('counts the statuses of what q finds', async () => {
    const { counts, total } = await pageOf('q=warung&status=approved');
    expect({ counts, total }).toEqual({
      counts: { all: 2, approved: 1, rejected: 0, pending: 1 },
      total: 1,
    });
  });

  test('a list without a match is one empty page', async () => {
    expect(await pageOf('q=nothing')).toMatchObject({
      listings: [],
      page: 1,
      pages: 1,
      total: 0,
      first: 0,
    });
  });

  test('follows a change at once, and the review order begins with what was public', async () => {
    const many = await startTestSite();
    const as = { owner: many.signIn('user'), admin: many.signIn('admin') };
    const names: string[] = [];
    for (let index = 0; index < 27; index += 1) {
      const businessName = `Place ${String(index).padStart(2, '0')}`;
      names.push(await submitListing(many, as.owner, { businessName }));
    }
    const pageAt = async (query: string) => {
      const answer = await many.get(`/api/businesses?${query}`, { as: as.admin });
      return listingPageResponse.parse(answer.json);
    };
    const last = await pageAt('sort=businessName&page=9');
    expect(last).toMatchObject({ page: 2, pages: 2, total: 27, first: 26 });
    expect(last.listings.map(({ businessName }) => businessName)).toEqual(['Place 25', 'Place 26']);
    const id = names.at(-1) ?? '';
    await many.put(`/api/businesses/${id}`, { status: 'approved' }, { as: as.admin });
    expect((await pageAt('status=approved')).listings.map((one) => one.id)).toEqual([id]);
    await many.put(`/api/businesses/update/${id}`, { phone: '019-9999999' }, { as: as.owner });
    const queue = await pageAt('status=pending&sort=review');
    expect(queue).toMatchObject({ total: 27, offline: 1 });
    expect(queue.listings.slice(0, 2).map((one) => one.id)).toEqual([id, names[0]]);
    const first = `/api/businesses/${names[0]}`;
    await many.put(first, { status: 'rejected' }, { as: as.admin });
    await many.post(`${first}/decision-withdrawal`, undefined, { as: as.admin });
    expect((await pageAt('status=pending&sort=review')).listings[1]?.id).toBe(names[0]);
    await many.put(`/api/businesses/${names[1]}`, { status: 'rejected' }, { as: as.admin });
    const edit = `/api/businesses/update/${names[1]}`;
    await many.put(edit, { phone: '019-9999999' }, { as: as.owner });
    const later = await pageAt('status=pending&sort=review&page=2');
    expect(later.listings.at(-1)?.id).toBe(names[1]);
    await many.stop();
  });

  test.each([
    'status=deleted',
    'sort=synopsis',
    'page=0',
    'page=01',
    'page=x',
    `q=${'x'.repeat(101)}`,
    'q=a&q=b',
  ])('refuses %s', async (query) => {
    expect((await site.get(`/api/businesses?${query}`, { as: admin })).status).toBe(400);
  });

  test('refuses pages of deleted businesses', async () => {
    const answer = await site.get('/api/businesses?deleted=true&page=1', { as: admin });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ errors: { deleted: [expect.stringContaining('pages')] } });
  });

  test('is refused for everybody but admins', async () => {
    expect((await site.get('/api/businesses?page=1')).status).toBe(401);
    expect((await site.get('/api/businesses?page=1', { as: owner })).status).toBe(403);
  });
});

describe('GET /api/businesses/:id/related', () => {
  const related = async (id: string) => {
    const answer = await site.get(`/api/businesses/${id}/related`, { as: admin });
    expect(answer.status, answer.text).toBe(200);
    return relatedListingsResponse.strict().parse(answer.json);
  };

  test('lists the same telephone number, and the same name nearby', async () => {
    const other = site.signIn('user');
    const here = { latitude: '3.1', longitude: '101.6' };
    const add = (fields: Record<string, string>) => submitListing(site, other, fields);
    const id = await add({ businessName: 'Kafe Lima', phone: '017-5555555', ...here });
    const phone = await add({ businessName: 'Another', phone: '0175555555' });
    const withCode = await add({ businessName: 'Kafe Lima', phone: '+60 17-555 5555', ...here });
    const name = await add({ businessName: ' kafe lima', phone: '018-1234567', ...here });
    const elsewhere = { businessName: 'Kafe Lima', phone: '018-7654321' };
    await add({ ...elsewhere, latitude: '3.1015', longitude: '101.6' });
    await add({ ...elsewhere, ...here, businessName: 'Kafe Lima Belas' });
    const withoutPin = { phone: null, latitude: null, longitude: null };
    await publishDemonstration(site, { businessName: 'Kafe Lima', ...withoutPin });
    const deleted = await add({ ...elsewhere, ...here });
    await site.remove(`/api/businesses/${deleted}`, { as: admin });
    const { duplicates, others } = await related(id);
    expect(duplicates.map((one) => [one.id, one.match])).toEqual([
      [phone, 'phone'],
      [withCode, 'phone'],
      [name, 'name'],
    ]);
    expect(others.map((one) => one.id)).toContain(phone);
    expect(others.map((one) => one.id)).not.toContain(id);
    expect(others).toHaveLength(5);
  });

  test('lists nothing for open data without a telephone number and a pin', async () => {
    const unknown = { phone: null, latitude: null, longitude: null };
    const ids = [
      await publishDemonstration(site, unknown),
      await publishDemonstration(site, unknown),
    ];
    for (const id of ids) expect(await related(id)).toEqual({ duplicates: [], others: [] });
  });

  test('lists the others of the owner without those that are deleted', async () => {
    const { others } = await related(idOf('Warung Satu'));
    expect(others.map(({ businessName, status }) => [businessName, status])).toEqual([
      ['Gerai Empat', 'pending'],
      ['Kedai Tiga', 'rejected'],
      ['warung Dua', 'pending'],
    ]);
  });

  test('is for admins, and for businesses that there are', async () => {
    const path = `/api/businesses/${idOf('Warung Satu')}/related`;
    expect((await site.get(path, { as: owner })).status).toBe(403);
    const none = '/api/businesses/01J00000000000000000000000/related';
    expect((await site.get(none, { as: admin })).status).toBe(404);
  });
});
