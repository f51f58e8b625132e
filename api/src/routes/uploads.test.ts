import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { businessStream } from '@directory/domain';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { tokenIssuer } from '../accounts/sessions.ts';
import { imageCopyWidths } from '../contracts/site.ts';
import { imageName, openDiskImages } from '../images/image-store.ts';
import { imageSaver } from '../images/save-image.ts';
import { jpeg } from '../testing/images.ts';
import { listingForm, publishListing, submitListing } from '../testing/listings.ts';
import { serveRoutes } from '../testing/serve-routes.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';
import { bytesInUse, uploadRoutes } from './uploads.ts';

const parent = mkdtempSync(join(tmpdir(), 'upload-routes-'));
let site: Awaited<ReturnType<typeof serveRoutes>>;
let name: string;

beforeAll(async () => {
  writeFileSync(join(parent, 'secrets.json'), 'a secret');
  const images = openDiskImages({ folder: join(parent, 'uploads') });
  name = await imageSaver(images)(await jpeg(900, 600));
  site = await serveRoutes(uploadRoutes({ images, audience: () => Promise.resolve('everybody') }));
});
afterAll(async () => {
  await site.close();
  rmSync(parent, { recursive: true });
});

const copyOfIt = (width: number) => name.replace('.webp', `-${width}.webp`);
const get = (path: string, options: RequestInit = {}) => fetch(site.url + path, options);

test('an image and its copies are served as WebP', async () => {
  for (const file of [name, copyOfIt(320), copyOfIt(750), copyOfIt(1200)]) {
    const response = await get(`/uploads/${file}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
  }
});

test('an image is immutable for caches and may run no script', async () => {
  const { headers } = await get(`/uploads/${name}`);
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
});

test('HEAD answers with the size and no body', async () => {
  const response = await get(`/uploads/${name}`, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
  expect(await response.text()).toBe('');
});

test('missing copies are answered at once, and cached for good where they were made', async () => {
  const images = openDiskImages({ folder: join(parent, 'uploads') });
  const ids = Array.from({ length: 8 }, (_, index) => String(index + 1).repeat(32));
  const bytes = (await images.get(imageName(name.replace('.webp', '')))) ?? Buffer.alloc(0);
  for (const id of ids) await images.save(imageName(id), bytes);
  const paths = ids.flatMap((id) => imageCopyWidths.map((width) => `/uploads/${id}-${width}.webp`));
  const answers = await Promise.all(paths.map((path) => get(path)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  for (const { headers, url } of answers) {
    const isCopy = headers.get('etag') === `"${url.split('/').at(-1) ?? ''}"`;
    expect(headers.get('cache-control')?.includes('immutable')).toBe(isCopy);
  }
});

test('a matching If-None-Match is answered 304', async () => {
  const etag = (await get(`/uploads/${name}`)).headers.get('etag') ?? '';
  expect(etag).toBe(`"${name}"`);
  const again = await getAsWritten(`/uploads/${name}`, { 'If-None-Match': etag });
  expect(again).toMatchObject({ status: 304, body: '' });
  expect(again.headers['cache-control']).toContain('immutable');
});

test.each([
  `/uploads/${'0'.repeat(32)}.webp`,
  '/uploads/',
  '/uploads/x.webp',
  '/uploads/../secrets.json',
  '/uploads/..%2fsecrets.json',
  '/uploads/%2e%2e%2fsecrets.json',
  '/uploads/%2e%2e/secrets.json',
  '/uploads/..%5csecrets.json',
  '/uploads/%252e%252e%252fsecrets.json',
  '/uploads/....//secrets.json',
  '/uploads//etc/passwd',
  '/uploads/%00',
  '/uploads/%ff%fe',
  '/uploads/%',
])('%s is not found', async (path) => {
  const { status, body } = await getAsWritten(path);
  expect([400, 404]).toContain(status);
  expect(body).not.toContain('a secret');
});

test('an unknown image is answered 404, which may not be cached', async () => {
  const response = await get(`/uploads/${'0'.repeat(32)}.webp`);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('the whole site preserves the headers of an image and refuses other methods', async () => {
  const whole = await startTestSite();
  const id = await publishListing(whole, whole.signIn('user'));
  const name = await imageOf(whole, id);
  const { status, headers } = await whole.get(`/uploads/${name}`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/webp');
  expect(headers.get('cache-control')).toContain('immutable');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  for (const path of ['/uploads/..%2fsecrets.json', '/uploads/%2e%2e/secrets.json'])
    expect((await whole.get(path)).status).toBe(404);
  const removed = await whole.remove(`/uploads/${name}`);
  expect(removed.status).toBe(405);
  expect(removed.headers.get('allow')).toBe('HEAD, GET');
  await whole.stop();
});

test('a photograph is for its owner and admins until its listing is approved, and for all from then on', async () => {
  const whole = await startTestSite();
  const [owner, admin, other] = [whole.signIn('user'), whole.signIn('admin'), whole.signIn('user')];
  const path = `/api/businesses/${await submitListing(whole, owner)}`;
  const { imagePath: file } = photographed.parse((await whole.get(path, { as: owner })).json);
  const photo = (as?: Person, width = '') =>
    whole.get(`/uploads/${file.replace('.webp', `${width}.webp`)}`, { as });
  for (const as of [undefined, other]) {
    expect((await photo(as)).status).toBe(404);
    expect((await photo(as, '-320')).status).toBe(404);
  }
  for (const as of [owner, admin]) {
    const { status, headers } = await photo(as);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, no-store');
  }
  await whole.put(path, { status: 'approved' }, { as: admin });
  const { status, headers } = await photo();
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  await whole.send(path, { method: 'DELETE', as: admin });
  expect((await photo()).status).toBe(404);
  for (const as of [owner, admin]) expect((await photo(as)).status).toBe(200);
  await whole.stop();
});

test('an answer to an owner has a cookie that shows an <img> own photographs, and nothing else', async () => {
  const whole = await startTestSite();
  const [owner, other] = [whole.signIn('user'), whole.signIn('user')];
  const path = `/api/businesses/${await submitListing(whole, owner)}`;
  const answer = await whole.get(path, { as: owner });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  expect(answer.headers.get('set-cookie')).toMatch(/path=\/uploads\/;.*samesite=strict; httponly/);
  const { imagePath: file } = photographed.parse(answer.json);
  const see = (headers: Record<string, string>) => whole.get(`/uploads/${file}`, { headers });
  expect((await see({ Cookie: cookie })).status).toBe(200);
  expect((await see({ Cookie: `${cookie}x` })).status).toBe(404);
  expect((await see({ Cookie: `photos=${owner.token}` })).status).toBe(404);
  expect((await whole.get(path, { headers: { Cookie: cookie } })).status).toBe(404);
  const token = cookie.replace('photos=', '');
  expect((await whole.get(path, { as: { token } })).status).toBe(401);
  const others = await whole.get(`/api/businesses/summary/${other.id}`, { as: other });
  const [its = ''] = (others.headers.get('set-cookie') ?? '').split(';');
  expect((await see({ Cookie: its })).status).toBe(404);
  await whole.site.sessions.end(owner.id);
  expect((await see({ Cookie: cookie })).status).toBe(404);
  await whole.stop();
});

test.each([
  ['https://directory.example', true],
  ['http://directory.example', false],
])('behind the address %s all cookies are Secure: %s', async (PUBLIC_URL, isSecure) => {
  const whole = await startTestSite({ settings: { PUBLIC_URL } });
  const as = whole.signIn('user');
  const { headers } = await whole.post('/api/businesses', await listingForm(), { as });
  const cookies = headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['photos', 'just_wrote']);
  for (const cookie of cookies) expect(/; secure/i.test(cookie)).toBe(isSecure);
  await whole.stop();
});

test('the cookie shows own photographs for an hour', async () => {
  let now = new Date('2026-11-21T08:00:00Z');
  const whole = await startTestSite({ clock: () => now });
  const owner = whole.signIn('user');
  const answer = await whole.get(`/api/businesses/${await submitListing(whole, owner)}`, {
    as: owner,
  });
  const [Cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  const { imagePath } = photographed.parse(answer.json);
  const see = async () =>
    (await whole.get(`/uploads/${imagePath}`, { headers: { Cookie } })).status;
  now = new Date('2026-11-21T08:59:59Z');
  expect(await see()).toBe(200);
  now = new Date('2026-11-21T09:00:00Z');
  expect(await see()).toBe(404);
  // As when it was issued while the clock was wrong.
  now = new Date('2026-11-20T09:00:00Z');
  expect(await see()).toBe(200);
  now = new Date('2026-11-20T07:00:00Z');
  expect(await see()).toBe(404);
  await whole.stop();
});

test('no cookie comes with what shared caches keep, nor to an owner who must change the password', async () => {
  const whole = await startTestSite();
  const owner = whole.signIn('user');
  const listing = await whole.get(`/api/businesses/${await publishListing(whole, owner)}`);
  const { imagePath } = photographed.parse(listing.json);
  const photo = await whole.get(`/uploads/${imagePath}`, { as: owner });
  expect(photo.headers.get('cache-control')).toMatch(/^public/);
  expect(photo.headers.get('set-cookie')).toBeNull();
  for (const path of ['/api/businesses/approved', '/api/site', '/api/places']) {
    const { headers } = await whole.get(path, { as: owner });
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('set-cookie')).toBeNull();
  }
  const issue = tokenIssuer(whole.site.sessions.tokenKey);
  const claims = { id: owner.id, role: 'user', full_name: 'Siti' } as const;
  for (const [token, cookies] of [
    [issue(claims), 1],
    [issue({ ...claims, mustChangePassword: true }), 0],
    [issue({ ...claims, mustSetUpSecondFactor: true }), 0],
  ] as const) {
    const answer = await whole.get('/api/review-figures/usual-wait', { as: { token } });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toHaveLength(cookies);
  }
  await whole.stop();
});

test('photographs of an owner read the history of a listing once, and again when it changed', async () => {
  const whole = await startTestSite();
  const [owner, other] = [whole.signIn('user'), whole.signIn('user')];
  const first = await submitListing(whole, owner);
  await submitListing(whole, owner, { businessName: 'Kedai Dua' });
  const own = async (): Promise<string> => {
    const { json } = await whole.get(`/api/businesses/${first}`, { as: owner });
    return photographed.parse(json).imagePath;
  };
  const see = async (name: string, as: Person) =>
    (await whole.get(`/uploads/${name}`, { as })).status;
  const before = await own();
  const read = vi.spyOn(whole.site.stores.log.stored, 'readStream');
  for (const name of [imageName('0'.repeat(32)), before, imageName('0'.repeat(32))])
    await see(name, owner);
  expect(read).toHaveBeenCalledTimes(2);
  const replaced = await listingForm({}, await jpeg(90, 70));
  await whole.put(`/api/businesses/update/${first}`, replaced, { as: owner });
  const after = await own();
  expect(after).not.toBe(before);
  read.mockClear();
  expect([await see(before, owner), await see(after, owner)]).toEqual([200, 200]);
  expect([await see(before, other), await see(after, other)]).toEqual([404, 404]);
  expect(read.mock.calls.map(([stream]) => stream)).toEqual([businessStream(first)]);
  await whole.stop();
});

const photographed = z.object({ imagePath: z.string() });

async function imageOf(whole: TestSite, id: string): Promise<string> {
  return photographed.parse((await whole.get(`/api/businesses/${id}`)).json).imagePath;
}

test('no request of this file was reported as an error', () => {
  expect(site.reported).toEqual([]);
});

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** `fetch` would normalise the path, and bypass caches for conditional requests. */
function getAsWritten(path: string, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(site.url);
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => (body += text));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    })
      .on('error', reject)
      .end();
  });
}

test('answers with the same photograph share its bytes, and with others do not', () => {
  const share = bytesInUse();
  const read = (id: string) => share({ name: imageName(id.repeat(32)), bytes: Buffer.from(id) });
  const [first, other, second] = [read('a'), read('b'), read('a')];
  expect(second).toBe(first);
  expect([first.toString(), other.toString()]).toEqual(['a', 'b']);
});
