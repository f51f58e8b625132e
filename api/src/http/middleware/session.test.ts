import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BusinessId } from '@directory/domain';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenIssuer, tokenRules } from '../../accounts/sessions.ts';
import {
  type Answer,
  expectRefused,
  type Person,
  startTestSite,
  type TestSite,
} from '../../testing/test-site.ts';
import { publishListing, submitListing } from '../../testing/listings.ts';

let site: TestSite;
let owner: Person;
let id: BusinessId;
beforeAll(async () => {
  site = await startTestSite();
  owner = site.signIn('user');
  id = await publishListing(site, owner);
});
afterAll(() => site.stop());

const expectRefusal = (call: () => Promise<Answer>, status: number) =>
  expectRefused(site, status, call);

describe('a token', () => {
  const claims = () => ({ id: randomUUID(), role: 'admin', full_name: 'Mallory' });
  const { issuer, audience } = tokenRules;
  const unsigned = (header: object) =>
    [header, { ...claims(), iss: issuer, aud: audience, exp: 9_999_999_999 }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.') + '.';
  const ours = () => site.site.sessions.tokenKey();

  test.each([
    [
      'signed with another key',
      () => jwt.sign(claims(), 'guess', { issuer, audience, expiresIn: 60 }),
    ],
    ['that is not signed', () => unsigned({ alg: 'none', typ: 'JWT' })],
    ['with alg None', () => unsigned({ alg: 'None' })],
    [
      'of another algorithm',
      () => jwt.sign(claims(), ours(), { issuer, audience, algorithm: 'HS512' }),
    ],
    ['of another issuer', () => jwt.sign(claims(), ours(), { issuer: 'x', audience })],
    ['for another audience', () => jwt.sign(claims(), ours(), { issuer, audience: 'x' })],
    [
      'that has expired',
      () => tokenIssuer(ours, () => new Date('2020-01-01'))({ ...claims(), role: 'admin' }),
    ],
    [
      'of a role that is none',
      () => jwt.sign({ ...claims(), role: 'root' }, ours(), { issuer, audience }),
    ],
    ['without an id', () => jwt.sign({ role: 'admin' }, ours(), { issuer, audience })],
    ['that is none', () => 'x.y.z'],
    ['of nothing', () => ''],
  ])('%s is refused everywhere', async (_, make) => {
    const as = { token: make() };
    await expectRefusal(() => site.get('/api/businesses', { as }), 401);
    await expectRefusal(() => site.remove(`/api/businesses/${id}`, { as }), 401);
    await expectRefusal(() => site.get(`/api/businesses/${id}`, { as }), 401);
  });

  test('changed by its owner is refused', async () => {
    const [head, , signature] = owner.token.split('.');
    const changed = { id: owner.id, role: 'admin', full_name: 'x', iss: issuer, aud: audience };
    const body = Buffer.from(JSON.stringify(changed)).toString('base64url');
    const as = { token: `${head}.${body}.${signature}` };
    await expectRefusal(() => site.get('/api/businesses', { as }), 401);
  });

  test('in another scheme is refused', async () => {
    const headers = { Authorization: 'Basic YWRtaW46YWRtaW4=' };
    await expectRefusal(() => site.get('/api/businesses', { headers }), 401);
  });

  test('in another scheme is ignored on a public path', async () => {
    const headers = { Authorization: 'Basic YWRtaW46YWRtaW4=' };
    expect((await site.get(`/api/businesses/${id}`, { headers })).status).toBe(200);
    expect((await site.get('/api/site', { headers })).status).toBe(200);
  });

  test('of this site is accepted', async () => {
    const as = { token: tokenIssuer(ours)({ ...claims(), role: 'admin' }) };
    expect((await site.get('/api/businesses', { as })).status).toBe(200);
  });
});

test('a session that ends before the body has arrived is refused', async () => {
  const admin = site.signIn('admin');
  const waiting = await submitListing(site, owner);
  const path = `/api/businesses/${waiting}`;
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const answer = fetch(site.url + path, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
    body: body.readable,
    duplex: 'half',
  });
  const writer = body.writable.getWriter();
  await writer.write(Buffer.from('{"status":'));
  await sleep(100);
  await site.site.sessions.end(admin.id);
  await writer.write(Buffer.from('"approved"}'));
  await writer.close();
  expect((await answer).status).toBe(401);
  expect((await site.get(path, { as: owner })).json).toMatchObject({ status: 'pending' });
});

test('a token issued more than a day ahead of the clock is answered 401, one of some hours ahead is not', async () => {
  const start = Date.parse('2026-11-27T00:00:00Z');
  let now = start + 26 * 3_600_000;
  const ahead = await startTestSite({ clock: () => new Date(now) });
  const person = ahead.signIn('user');
  const status = async () =>
    (await ahead.get(`/api/businesses/summary/${person.id}`, { as: person })).status;
  now = start + 3 * 3_600_000;
  expect(await status()).toBe(200);
  now = start;
  expect(await status()).toBe(401);
  await ahead.stop();
});

test('a token expires by the clock of the site, not of the machine', async () => {
  let now = new Date('2021-03-01T08:00:00Z');
  const past = await startTestSite({ clock: () => now });
  const person = past.signIn('user');
  const summary = () => past.get(`/api/businesses/summary/${person.id}`, { as: person });
  expect((await summary()).status).toBe(200);
  now = new Date('2021-03-08T07:59:59Z');
  expect((await summary()).status).toBe(200);
  now = new Date('2021-03-08T08:00:00Z');
  expect((await summary()).status).toBe(401);
  await past.stop();
});
