import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin } from '../../accounts/generated-logins.ts';
import { publishListing } from '../../testing/listings.ts';
import { startTestSite, type TestSite } from '../../testing/test-site.ts';
import * as z from 'zod';

const admin = { username: 'penghulu', password: 'the boss himself' };
const line = z.looseObject({ msg: z.string(), event: z.string().optional() });

let site: TestSite;
let adminId: string;
beforeAll(async () => {
  site = await startTestSite();
  adminId = await createAdmin(site.site.stores.accounts, admin);
});
afterAll(() => site.stop());

/** The security events that `work` causes. */
async function loggedBy(work: () => Promise<unknown>) {
  const before = site.logged.length;
  await work();
  return site.logged
    .slice(before)
    .map((text) => line.parse(JSON.parse(text)))
    .filter(({ msg }) => msg === 'security event');
}

const logIn = (username: string, password = admin.password) =>
  site.post('/api/admin/login', { username, password });

test('a log-in is logged with the id of the account', async () => {
  const [event, ...others] = await loggedBy(() => logIn('PENGHULU'));
  expect(event).toMatchObject({
    event: 'login',
    outcome: 'succeeded',
    role: 'admin',
    account: adminId,
    level: 30,
  });
  expect(event).not.toHaveProperty('name');
  expect(others).toEqual([]);
});

test('an owner’s log-in is logged with the id of the account, and without the address', async () => {
  const email = 'siti@example.com';
  const password = 'nasi lemak sedap';
  const registration = {
    ...{ fullName: 'Siti Aminah', icNumber: '850713-10-6021', phone: '019-8765432' },
    ...{ email, password, confirmPassword: password },
  };
  expect((await site.post('/api/user/register', registration)).status).toBe(201);
  const owner = await site.site.stores.accounts.getOwnerByEmail(email);
  const [succeeded, refused] = await loggedBy(async () => {
    for (const entered of [password, 'wrong password'])
      await site.post('/api/user/login', { email, password: entered });
  });
  expect(succeeded).toMatchObject({ event: 'login', role: 'user', account: owner?.id });
  expect(succeeded).not.toHaveProperty('name');
  expect(refused).toMatchObject({ outcome: 'refused', role: 'user', account: null });
  expect(refused?.['name']).toMatch(/^[\w-]{16}$/);
});

test('failed log-ins at one name have the same hash, and neither name nor address', async () => {
  const events = await loggedBy(async () => {
    for (const name of ['somebody', 'SomeBody', 'another']) await logIn(name, 'wrong password');
  });
  expect(events).toHaveLength(3);
  for (const event of events)
    expect(event).toMatchObject({ event: 'login', outcome: 'refused', account: null, level: 40 });
  const [first, second, other] = events.map(({ name }) => name);
  expect(first).toBe(second);
  expect(first).not.toBe(other);
  expect(JSON.stringify(events)).not.toMatch(/somebody|127\.0\.0\.1|wrong password/i);
});

test('addresses of one network have the same hash', async () => {
  const behindProxy = await startTestSite({ settings: { TRUST_PROXY: '1' } });
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'])
    await behindProxy.post('/api/admin/login', admin, { headers: { 'X-Forwarded-For': address } });
  const [first, second, other] = behindProxy.logged
    .map((text) => line.parse(JSON.parse(text)))
    .filter(({ event }) => event === 'login')
    .map(({ network }) => network);
  expect(first).toMatch(/^[\w-]{16}$/);
  expect(second).toBe(first);
  expect(other).not.toBe(first);
  await behindProxy.stop();
});

test('a throttled log-in is logged as such', async () => {
  for (let guess = 0; guess < 5; guess += 1) await logIn('target', 'wrong password');
  expect(await loggedBy(() => logIn('target'))).toMatchObject([
    { event: 'login', outcome: 'throttled' },
  ]);
});

test('refused requests and tokens are logged, and other refusals are not', async () => {
  const owner = site.signIn('user');
  const id = await publishListing(site, site.signIn('user'));
  const events = await loggedBy(async () => {
    await site.remove(`/api/businesses/${id}`, { as: owner });
    await site.get('/api/businesses', { as: { token: 'x.y.z' } });
    await site.get('/api/businesses');
    await site.get('/api/businesses/none');
  });
  expect(events).toMatchObject([
    { event: 'forbidden', outcome: 'refused', role: 'user', account: owner.id },
    { event: 'token', outcome: 'refused', account: null },
  ]);
});

test('an operation on a view is logged with the id of the admin', async () => {
  const as = site.signIn('admin');
  const path = '/api/operations/views/hourly-views';
  const events = await loggedBy(async () => {
    await site.post(`${path}/pause`, {}, { as });
    await site.post(`${path}/resume`, {}, { as });
  });
  expect(events).toMatchObject([
    { event: 'view-operation', outcome: 'succeeded', account: as.id },
    { event: 'view-operation', outcome: 'succeeded', account: as.id },
  ]);
});

test('security events are counted by outcome', async () => {
  await logIn('penghulu');
  const { text } = await site.get('/metrics');
  expect(text).toMatch(/^security_events_total\{event="login",outcome="succeeded"\} [1-9]/m);
  expect(text).toMatch(/^security_events_total\{event="login",outcome="refused"\} [1-9]/m);
});
