import { request } from 'node:http';
import type { BusinessId } from '@directory/domain';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemResponse } from '../contracts/site.ts';
import {
  type Answer,
  expectRefused,
  type Person,
  startTestSite,
  type TestSite,
} from '../testing/test-site.ts';
import { jpeg, pngBomb, svg } from '../testing/images.ts';
import { listingForm, publishListing, submitListing } from '../testing/listings.ts';
import { rawRequest } from '../testing/http-client.ts';

let site: TestSite;
let owner: Person;
let admin: Person;
let id: BusinessId;
beforeAll(async () => {
  site = await startTestSite();
  owner = site.signIn('user');
  admin = site.signIn('admin');
  id = await publishListing(site, owner);
});
afterAll(() => site.stop());

const submit = (form: FormData | string, headers: Record<string, string> = {}) =>
  site.post('/api/businesses', form, { as: owner, headers });
const json = { 'Content-Type': 'application/json' };

const expectRefusal = (call: () => Promise<Answer>, status: number) =>
  expectRefused(site, status, call);

describe('as the photo', () => {
  test.each([
    ['a text', async () => Buffer.from('I am a photo, believe me.'), 415],
    ['an SVG', async () => svg, 415],
    [
      'a GIF',
      async () =>
        sharp(await jpeg(20, 20))
          .gif()
          .toBuffer(),
      415,
    ],
    [
      'a page that begins like a JPEG',
      async () => Buffer.from('\xff\xd8\xff<html>', 'latin1'),
      400,
    ],
    ['a truncated JPEG', async () => (await jpeg(800, 600)).subarray(0, 9_000), 400],
    ['20 MB', async () => Buffer.concat([await jpeg(), Buffer.alloc(20 * 1024 * 1024)]), 413],
    ['100 megapixels in few bytes', async () => pngBomb(10_000, 10_000), 413],
    ['an empty file', async () => Buffer.alloc(0), 400],
    ['nothing', async () => null, 400],
  ])('%s is refused', async (_, make, status) => {
    const image = await make();
    await expectRefusal(async () => submit(await listingForm({}, image)), status);
  });

  test('a second photo is refused', async () => {
    const form = await listingForm();
    form.append('imagePath', new Blob([new Uint8Array(await jpeg(30, 30))]), 'second.jpg');
    await expectRefusal(() => submit(form), 413);
  });

  test('a file under another name is refused', async () => {
    const form = await listingForm({}, null);
    form.append('photo', new Blob([new Uint8Array(await jpeg(30, 30))]), 'photo.jpg');
    await expectRefusal(() => submit(form), 400);
  });

  test('the name of an existing file is no photo', async () => {
    await expectRefusal(
      async () => submit(await listingForm({ imagePath: (await site.images())[0] ?? '' }, null)),
      400,
    );
  });
});

describe('as a form', () => {
  const multipart = (boundary: string) => ({
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
  });
  test.each([
    ['one that breaks off', '--x\r\nContent-Disposition: form-data; name="phone"\r\n\r\n01'],
    ['one of nothing', ''],
    ['one without its parts', '--y\r\n\r\n--y--'],
    ['a part without a name', '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n'],
  ])('%s is refused', async (_, body) => {
    await expectRefusal(() => submit(body, multipart('x')), 400);
  });

  test('one without a boundary is refused', async () => {
    await expectRefusal(() => submit('x', { 'Content-Type': 'multipart/form-data' }), 400);
  });

  test('one with thousands of fields is refused', async () => {
    const form = await listingForm();
    for (let field = 0; field < 2_000; field += 1) form.append(`field${field}`, 'x');
    await expectRefusal(() => submit(form), 413);
  });

  test('one with an endless field is refused', async () => {
    await expectRefusal(
      async () => submit(await listingForm({ synopsis: 'x'.repeat(100_000) })),
      413,
    );
  });

  test('field names that address a prototype change nothing', async () => {
    const form = await listingForm({ '__proto__[status]': 'approved', 'constructor[x]': 'y' });
    const answer = await submit(form);
    expect(answer.status === 201 || answer.status === 400, answer.text).toBe(true);
    if (answer.status === 201) expect(answer.json).toMatchObject({ status: 'pending' });
    expect(Reflect.get({}, 'status')).toBeUndefined();
  });

  test('an interrupted upload leaves the site running', async () => {
    const { hostname, port } = new URL(site.url);
    const events = await site.appendedBy(async () => {
      for (let cut = 0; cut < 5; cut += 1)
        await new Promise<void>((resolve) => {
          const headers = {
            ...multipart('x'),
            Authorization: `Bearer ${owner.token}`,
            'Content-Length': '100000',
          };
          const sent = request({
            hostname,
            port,
            path: '/api/businesses',
            method: 'POST',
            headers,
          });
          sent.on('error', () => {
            resolve();
          });
          sent.write('--x\r\nContent-Disposition: form-data; name="phone"\r\n\r\n01', () => {
            sent.destroy(new Error('cut off'));
          });
        });
    });
    expect(events).toEqual([]);
    expect((await site.get('/readyz')).status).toBe(200);
  });
});

describe('as JSON', () => {
  const edit = (body: unknown, headers = {}) =>
    site.put(`/api/businesses/update/${id}`, body, { as: owner, headers });

  test.each(['{', '{"phone":}', 'undefined', '\u0000', '{"a":1}{"b":2}'])(
    '%j is refused',
    async (body) => {
      await expectRefusal(() => edit(body, json), 400);
    },
  );

  test('invalid UTF-8 is refused', async () => {
    const body = new Blob(['{"synopsis":"', new Uint8Array([0xff, 0xfe]), '"}']);
    await expectRefusal(async () => {
      const headers = { ...json, Authorization: `Bearer ${owner.token}` };
      const url = `${site.url}/api/businesses/update/${id}`;
      const response = await fetch(url, { method: 'PUT', body, headers });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
    }, 400);
  });

  test('a huge body is refused, also without Content-Length', async () => {
    const huge = JSON.stringify({ synopsis: 'x'.repeat(2_000_000) });
    await expectRefusal(() => edit(huge, json), 413);
    const headers = { ...json, Authorization: `Bearer ${owner.token}` };
    const path = `/api/businesses/update/${id}`;
    const { status } = await rawRequest(site.url, path, { method: 'PUT', headers, chunks: [huge] });
    expect(status).toBe(413);
  });

  test('a body of another type is refused', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])
      await expectRefusal(() => edit('status=approved', { 'Content-Type': type }), 415);
  });

  test('a compressed body is refused', async () => {
    await expectRefusal(() => edit('{}', { ...json, 'Content-Encoding': 'gzip' }), 415);
    await expectRefusal(() => edit('{"', { ...json, 'Content-Encoding': 'identity' }), 400);
  });

  test('a deep body is refused', async () => {
    const deep = `{"synopsis":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    await expectRefusal(() => edit(deep, json), 400);
  });

  test.each([['null'], ['[]'], ['"text"'], ['7'], ['true']])('%s is refused', async (body) => {
    await expectRefusal(() => edit(body, json), 400);
  });

  test.each([
    ['phone', 7],
    ['phone', { $gt: '' }],
    ['businessName', ['a']],
    ['yearStarted', true],
    ['latitude', { $ne: null }],
    ['facilities', { length: 1 }],
    ['facilities', [{ $regex: '.*' }]],
    ['email', { toString: 'x' }],
    ['website', 'javascript:alert(1)'],
    ['youtube', 'data:text/html;base64,PHNjcmlwdD4='],
    ['operatingHours', 'Sepanjang masa'],
    ['kampong', '__proto__'],
    ['businessInfo', 'toString'],
    ['facilities', ['Kolam renang']],
  ])('the %s %j is refused', async (field, value) => {
    await expectRefusal(() => edit({ [field]: value }), 400);
  });
});

describe('operators of databases', () => {
  test.each([
    ['/api/user/login', { email: { $gt: '' }, password: { $gt: '' } }],
    ['/api/admin/login', { username: { $ne: null }, password: { $ne: null } }],
    ['/api/admin/login', { username: "' OR 1=1 --" }],
  ])('are refused at %s in %j', async (path, body) => {
    await expectRefusal(() => site.post(path, body), 400);
  });

  test('do not open the list of another owner', async () => {
    const path = `/api/businesses/userbusinesses/${encodeURIComponent("' OR '1'='1")}`;
    await expectRefusal(() => site.get(path, { as: owner }), 403);
  });
});

describe('the id of another owner', () => {
  test('opens nothing', async () => {
    const other = site.signIn('user');
    const hidden = await submitListing(site, other);
    await expectRefusal(
      () => site.put(`/api/businesses/update/${hidden}`, { synopsis: 'x' }, { as: owner }),
      403,
    );
    await expectRefusal(() => site.get(`/api/businesses/${hidden}`, { as: owner }), 404);
    await expectRefusal(() => site.get(`/api/businesses/${hidden}/history`, { as: owner }), 403);
    for (const path of ['summary/', 'userbusinesses/'])
      await expectRefusal(() => site.get(`/api/businesses/${path}${other.id}`, { as: owner }), 403);
  });

  test('in the form does not change the owner', async () => {
    const answer = await submit(await listingForm({ user_id: admin.id }));
    expect(answer.json).toMatchObject({ user_id: owner.id });
  });
});

test('a status smuggled into a submission or an edit is ignored', async () => {
  const submitted = await submit(await listingForm({ status: 'approved' }));
  expect(submitted.json).toMatchObject({ status: 'pending' });
  const path = `/api/businesses/update/${id}`;
  const change = { synopsis: 'Approve me', status: 'approved' };
  expect((await site.put(path, change, { as: owner })).json).toMatchObject({ status: 'pending' });
});

describe('a path out of /uploads', () => {
  test.each([
    '/uploads/../accounts.db',
    '/uploads/..%2faccounts.db',
    '/uploads/%2e%2e/accounts.db',
    '/uploads/..\\secrets.json',
    '/uploads/%2e%2e%5csecrets.json',
    '/uploads//etc/passwd',
    '/uploads/%00',
    '/uploads/',
  ])('%s is answered 404', async (path) => {
    const { status, body } = await rawRequest(site.url, path);
    expect(status).toBe(404);
    expect(problemResponse.strict().safeParse(JSON.parse(body.toString())).success).toBe(true);
  });
});
