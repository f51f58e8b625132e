import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startOfLog } from '@directory/domain/event-store';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { registerResponse, userLoginResponse } from '../contracts/accounts.ts';
import type { Geocoder } from '../geocoder/geocoder.ts';
import { listingForm } from '../testing/listings.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';
import { decryptFor } from './account-encryption.ts';

const geocoder: Geocoder = {
  search: () => Promise.resolve([]),
  reverse: () => Promise.resolve(null),
};
const siti = {
  fullName: 'Siti Aminah binti Yusof',
  icNumber: '850713-10-6021',
  phone: '019-8765432',
  email: 'siti.aminah@example.com',
  password: 'a very private password',
  confirmPassword: 'a very private password',
};
const login = { email: siti.email, password: siti.password };

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ settings: { RATE_LIMIT_LOGIN: '6' }, geocoder });
  const { token } = registerResponse.parse((await site.post('/api/user/register', siti)).json);
  expect(token).not.toBe('');
});
afterAll(() => site.stop());

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

test('the token of a login gives access to the own data only', async () => {
  const answer = await site.post('/api/user/login', login);
  const { token, user } = userLoginResponse.parse(answer.json);
  const as = { token };
  expect((await site.get(`/api/businesses/summary/${user.id}`, { as })).status).toBe(200);
  expect((await site.get('/api/businesses/summary/another-id', { as })).status).toBe(403);
  expect((await site.get('/api/businesses', { as })).status).toBe(403);
});

test('no file of the site contains the password or the IC number', () => {
  const files = filesBelow(site.dataDir);
  expect(files.some((file) => readFileSync(file).includes(siti.email))).toBe(true);
  for (const file of files) {
    const content = readFileSync(file);
    for (const secret of [siti.password, siti.icNumber, siti.icNumber.replaceAll('-', '')])
      expect(content.includes(secret), file).toBe(false);
  }
});

test('registration data is stored in the accounts, not in events or views', async () => {
  const files = filesBelow(site.dataDir).filter((file) => readFileSync(file).includes(siti.email));
  for (const file of files) expect(file).toContain('accounts.db');
  expect(await site.events()).toEqual([]);
});

test('what an owner typed into a listing is in the views, and in events only encrypted', async () => {
  const { token } = userLoginResponse.parse((await site.post('/api/user/login', login)).json);
  const typed = {
    businessName: 'Warung Rahsia Aminah',
    phone: '019-5554443',
    email: 'warung.aminah@example.com',
    website: 'https://rahsia.example/',
    facebook: 'https://facebook.example/rahsia',
    whatsapp: '019-5554442',
    address: '12 Lorong Rahsia',
    synopsis: 'Kuih yang rahsia.',
    latitude: '3.16459182',
    longitude: '101.70459273',
  };
  const form = await listingForm(typed);
  const answer = await site.post('/api/businesses', form, {
    as: { token },
    headers: { 'Idempotency-Key': 'first' },
  });
  expect(answer.status).toBe(201);
  await site.caughtUp();
  for (const value of Object.values(typed)) {
    const holders = filesBelow(site.dataDir).filter((file) => readFileSync(file).includes(value));
    expect(holders.length).toBeGreaterThan(0);
    for (const file of holders) expect(file).toContain('views.db');
  }
  const [event] = await site.events();
  expect(event?.data).toMatchObject({ details: { phone: typed.phone, address: typed.address } });
  const [stored] = await site.site.stores.log.stored.readAll({ after: startOfLog, limit: 1 });
  expect(stored?.metadata).not.toHaveProperty('fingerprint');
});

test('the request log has every request, but no address and nothing typed', async () => {
  await site.post('/api/user/login', { ...login, password: 'a wrong password' });
  await site.post('/api/user/register', siti);
  await site.post('/api/user/register', { ...siti, confirmPassword: 'another' });
  await site.get(`/api/geocode/search?q=${encodeURIComponent('12 Jalan Rahsia')}`);
  await site.get(`/api/user/login?email=${siti.email}`);
  const log = site.logged.join('');
  expect(log).toContain('/api/user/register');
  expect(log).toContain('/api/geocode/search');
  for (const typed of [...Object.values(siti), 'a wrong password', 'Rahsia', '127.0.0.1'])
    expect(log).not.toContain(typed);
});

test('the stored IC number decrypts with the key of the installation', () => {
  const db = new BetterSqlite3(join(site.dataDir, 'accounts.db'), { readonly: true });
  const row = z.object({ id: z.string(), encrypted: z.string() });
  const { id, encrypted } = row.parse(
    db.prepare('SELECT id, sealed_ic_number AS encrypted FROM owners').get(),
  );
  db.close();
  expect(decryptFor(id, encrypted, site.site.secrets.icNumberKey)).toBe(siti.icNumber);
});

test('POST /api/user/login answers 429 after too many attempts', async () => {
  const guesses = Array.from({ length: 7 }, () => site.post('/api/user/login', login));
  const refused = (await Promise.all(guesses)).filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});
