import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { businessResponse } from '../contracts/business.ts';
import type { Answer, HttpClient } from '../testing/http-client.ts';
import { publishListing, submitListing } from '../testing/listings.ts';
import {
  type Person,
  type Replica,
  startReplica,
  startTestSite,
  type TestSite,
} from '../testing/test-site.ts';

const list = '/api/businesses/approved';
let site: TestSite;
let replica: Replica;
let owner: Person;
let admin: Person;
beforeAll(async () => {
  site = await startTestSite();
  replica = await startReplica(site);
  owner = site.signIn('user');
  admin = site.signIn('admin');
});
afterAll(async () => {
  await replica.stop();
  await site.stop();
});

const shows = async (from: HttpClient, id: string, headers = {}) =>
  (await from.get(list, { headers })).text.includes(id);
/** What a browser sends with its next request, whichever replica answers it. */
const cookieOf = ({ headers }: Answer) => ({
  Cookie: headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1).join())
    .join(),
});

/** Writes to one of the two, and reads from the other after the response. */
const pairs = [
  ['the replica', 'the API that projects the views', () => [replica, site] as const],
  ['the API that projects the views', 'the replica', () => [site, replica] as const],
] as const;

test.each(pairs)('a write to %s is read at once from %s', async (_writer, _reader, pair) => {
  const [writer, reader] = pair();
  const decide = (id: string, path: string, body: object) =>
    writer.send(`/api/businesses/${id}${path}`, { ...body, as: admin });
  for (let round = 0; round < 10; round += 1) {
    const id = await submitListing(site, owner);
    const approved = await decide(id, '', { method: 'PUT', body: { status: 'approved' } });
    expect(await shows(reader, id, cookieOf(approved))).toBe(true);
    const deleted = await decide(id, '', { method: 'DELETE' });
    expect(await shows(reader, id, cookieOf(deleted))).toBe(false);
  }
});

test.each(pairs)('a write to %s is read by others from %s, too', async (_w, _r, pair) => {
  const [writer, reader] = pair();
  for (let round = 0; round < 3; round += 1) {
    const id = await publishListing(site, owner);
    await vi.waitUntil(() => shows(reader, id), { timeout: 30_000, interval: 5 });
    await writer.remove(`/api/businesses/${id}`, { as: admin });
    await vi.waitUntil(async () => !(await shows(reader, id)), { timeout: 30_000, interval: 5 });
  }
});

test('a cached list is not answered 304 after a write to the other replica', async () => {
  const id = await submitListing(site, owner);
  const etag = (await replica.get(list)).headers.get('etag') ?? '';
  const request = (headers = {}) =>
    replica.get(list, { headers: { 'If-None-Match': etag, ...headers } });
  expect((await request()).status).toBe(304);
  const approval = { status: 'approved' };
  const answer = await request(
    cookieOf(await site.put(`/api/businesses/${id}`, approval, { as: admin })),
  );
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(id);
});

test('counts from before a replica started are in its list', async () => {
  const id = await publishListing(site, owner);
  await site.post(`/api/businesses/${id}/view`, {});
  await site.caughtUp();
  const late = await startReplica(site);
  onTestFinished(() => late.stop());
  const listed = z.array(businessResponse).parse((await late.get(list)).json);
  expect(listed.find((business) => business.id === id)).toMatchObject({ views: 1 });
});

test('a command repeated at the other replica is carried out once', async () => {
  const id = await submitListing(site, owner);
  // Not an approval, which changes nothing the second time even where the key is not known.
  const call = {
    method: 'DELETE',
    as: admin,
    headers: { 'Idempotency-Key': 'b7f8a3de-0000-4000-8000-000000000001' },
  };
  const appended = await site.appendedBy(async () => {
    const answers = [
      await site.send(`/api/businesses/${id}`, call),
      await replica.send(`/api/businesses/${id}`, call),
    ];
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  });
  expect(appended.map(({ type }) => type)).toEqual(['BusinessDeleted']);
});
