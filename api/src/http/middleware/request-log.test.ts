import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { formFields, listingForm, publishListing } from '../../testing/listings.ts';
import { startTestSite, type TestSite } from '../../testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  await site.caughtUp();
});
afterAll(() => site.stop());

const line = z.object({
  level: z.literal(30),
  time: z.iso.datetime(),
  msg: z.literal('request'),
  requestId: z.uuid(),
  method: z.string(),
  route: z.string(),
  status: z.int(),
  ms: z.number(),
});

test('every request is logged as one line of the same shape', async () => {
  const before = site.logged.length;
  await site.get('/api/site');
  await site.get('/api/nothing');
  const lines = site.logged.slice(before).map((text) => line.strict().parse(JSON.parse(text)));
  expect(lines).toMatchObject([
    { method: 'GET', route: '/api/site', status: 200 },
    { method: 'GET', route: 'other', status: 404 },
  ]);
});

test('the request id is in its log line and its events', async () => {
  const requestId = '6f1c1c52-4f0b-4a7e-8d0f-0d4a4f4f4f4f';
  const as = site.signIn('user');
  const headers = { 'X-Request-Id': requestId };
  const [event] = await site.appendedBy(async () => {
    const answer = await site.post('/api/businesses', await listingForm(), { as, headers });
    expect(answer.headers.get('x-request-id')).toBe(requestId);
  });
  expect(event?.metadata.correlationId).toBe(requestId);
  expect(site.logged.at(-1)).toContain(requestId);
});

test('an unexpected error is logged with its cause and answered 500 without it', async () => {
  const broken = await startTestSite();
  const { log } = broken.site.stores;
  Object.assign(log.stored, { readStream: () => Promise.reject(new Error('a bug in line 7')) });
  const admin = broken.signIn('admin');
  const path = '/api/businesses/01J00000000000000000000000/history';
  const answer = await broken.get(path, { as: admin });
  expect(answer.status).toBe(500);
  expect(answer.json).toMatchObject({ message: 'Something went wrong on our side.' });
  expect(answer.text).not.toContain('line 7');
  expect(broken.logged.join('')).toContain('a bug in line 7');
  await broken.stop();
});

test('a client that closes the connection during a download is not logged as a warning', async () => {
  const { token } = site.signIn('admin');
  const before = site.logged.length;
  const left = new AbortController();
  const reading = vi.spyOn(site.site.stores.views, 'findLast').mockImplementation(async () => {
    left.abort();
    await nextRequest;
    return [];
  });
  const headers = { Authorization: `Bearer ${token}` };
  const download = fetch(`${site.url}/api/audit.csv`, { headers, signal: left.signal });
  const nextRequest = download.catch(() => undefined).then(() => site.get('/api/site'));
  await nextRequest;
  await expect.poll(() => site.logged.slice(before).join('')).toContain('/api/audit.csv');
  reading.mockRestore();
  expect(site.logged.slice(before).join('')).not.toContain('"level":40');
});

test.each([
  ['closes the connection within its request', 'Content-Length: 9999\r\n\r\n{"password":"secret"'],
  ['sends no HTTP', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n{"password":"secret"}\r\n'],
])('a client that %s is not logged as a warning, nor what it sent', async (_, rest) => {
  const before = site.logged.length;
  const client = connect(Number(new URL(site.url).port), '127.0.0.1');
  client.write('PUT /api/businesses/01J00000000000000000000000 HTTP/1.1\r\nHost: localhost\r\n');
  client.write(`Authorization: Bearer ${site.signIn('admin').token}\r\n${rest}`);
  await site.get('/api/site');
  client.destroy();
  await expect.poll(() => site.logged.slice(before).join('')).toContain('"method":"PUT"');
  await site.get('/api/site');
  expect(site.logged.slice(before).join('')).not.toMatch(/"level":40|rawPacket/);
});

test('the log contains nothing that clients typed or sent', async () => {
  const owner = site.signIn('user');
  const id = await publishListing(site, owner);
  await site.post('/api/user/login', { email: 'siti@example.com', password: 'a secret word' });
  await site.get(`/api/businesses/${id}?q=typed`, {
    as: owner,
    headers: { 'X-Request-Id': 'forged' },
  });
  const lines = site.logged.join('');
  expect(lines).toContain('/api/businesses/:id');
  for (const personal of [
    'siti@example.com',
    'a secret word',
    'typed',
    'forged',
    owner.token,
    '127.0.0.1',
    'Mozilla',
    formFields.phone,
    id,
  ])
    expect(lines).not.toContain(personal);
});
