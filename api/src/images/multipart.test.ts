import { readdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Router from '@koa/router';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { RequestState } from '../http/middleware/session.ts';
import { bodyOf } from '../http/middleware/json-body.ts';
import { jpeg, pngBomb, svg } from '../testing/images.ts';
import { serveRoutes } from '../testing/serve-routes.ts';
import { openDiskImages } from './image-store.ts';
import { imageSaver } from './save-image.ts';
import { multipartForm, uploadOf } from './multipart.ts';

const folder = mkdtempSync(join(tmpdir(), 'multipart-'));
const answer = z.object({ fields: z.unknown(), imagePath: z.string().nullable() });
let site: Awaited<ReturnType<typeof serveRoutes>>;
let arrived: unknown[] = [];

beforeAll(async () => {
  const save = imageSaver(openDiskImages({ folder }));
  const router = new Router<RequestState>().post(
    '/form',
    multipartForm({ maxPerClient: 10 }),
    async (ctx) => {
      arrived.push(bodyOf(ctx));
      const upload = uploadOf(ctx);
      ctx.body = { fields: bodyOf(ctx) ?? null, imagePath: upload && (await save(upload)) };
    },
  );
  site = await serveRoutes(router);
});
beforeEach(() => {
  arrived = [];
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

type Part = readonly [name: string, value: string | Buffer, fileName?: string];

async function send(...parts: Part[]) {
  const form = new FormData();
  for (const [name, value, fileName] of parts)
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), fileName ?? 'photo.jpg');
  return fetch(`${site.url}/form`, { method: 'POST', body: form });
}

async function sendRaw(body: string | Blob, type = 'multipart/form-data; boundary=xx') {
  return fetch(`${site.url}/form`, { method: 'POST', headers: { 'Content-Type': type }, body });
}

async function expectRefused(response: Response, status: number, message: string) {
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({
    status,
    message: expect.stringContaining(message) as unknown,
  });
  expect(arrived).toEqual([]);
}

test('multipartForm reads text fields, lists of repeated fields and the image', async () => {
  const response = await send(
    ['businessName', 'Kedai Kopi "☕"'],
    ['facilities', 'Tandas'],
    ['facilities', 'Surau'],
    ['tags[]', 'one'],
    ['imagePath', await jpeg(90, 60), 'gambar ☕.jpg'],
  );
  expect(response.status).toBe(200);
  const { fields, imagePath } = answer.parse(await response.json());
  expect(fields).toEqual({
    businessName: 'Kedai Kopi "☕"',
    facilities: ['Tandas', 'Surau'],
    tags: ['one'],
  });
  expect(readdirSync(folder)).toContain(imagePath);
});

test('a text field named imagePath is no file and does not replace one', async () => {
  const alone = await send(['imagePath', '../../etc/passwd'], ['businessName', 'Kedai']);
  expect(answer.parse(await alone.json())).toEqual({
    fields: { businessName: 'Kedai' },
    imagePath: null,
  });
  const beside = await send(['imagePath', 'x.webp'], ['imagePath', await jpeg(91, 60)]);
  const { fields, imagePath } = answer.parse(await beside.json());
  expect(fields).toEqual({});
  expect(imagePath).toMatch(/^[0-9a-f]{32}\.webp$/);
});

test('an empty file field, as browsers send it, is no image', async () => {
  const response = await sendRaw(
    '--xx\r\nContent-Disposition: form-data; name="imagePath"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--xx--\r\n',
  );
  expect(answer.parse(await response.json()).imagePath).toBeNull();
});

test('a body of another type is not read', async () => {
  const response = await sendRaw('{}', 'application/json');
  expect(answer.parse(await response.json())).toEqual({ fields: null, imagePath: null });
});

test.each([
  ['an SVG', () => svg, 415, 'must be a JPEG, PNG or WebP'],
  ['a page called photo.jpg', () => Buffer.from('<html></html>'), 415, 'must be a JPEG'],
  ['100 megapixels in few bytes', () => pngBomb(10_000, 10_000), 413, 'at most 40 megapixels'],
] as const)('%s is refused for its content', async (...[, make, status, message]) => {
  const before = readdirSync(folder);
  const response = await send(['imagePath', make(), 'photo.jpg']);
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(message);
  expect(readdirSync(folder)).toEqual(before);
});

test('a file over 12 MB is answered 413', async () => {
  const largest = await send(['imagePath', Buffer.alloc(12 * 1024 * 1024)]);
  expect([largest.status, arrived.splice(0)]).toEqual([415, [{}]]);
  const over = await send(['imagePath', Buffer.alloc(12 * 1024 * 1024 + 1)]);
  await expectRefused(over, 413, 'must be smaller than 12 MB');
  const twenty = await send(['imagePath', Buffer.alloc(20_000_000)]);
  await expectRefused(twenty, 413, 'must be smaller than 12 MB');
});

test('20 MB without Content-Length are answered 413', async () => {
  const head = '--xx\r\nContent-Disposition: form-data; name="imagePath"; filename="a.jpg"\r\n\r\n';
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(head));
      for (let sent = 0; sent < 20; sent += 1) controller.enqueue(new Uint8Array(1_000_000));
      controller.close();
    },
  });
  const response = await fetch(`${site.url}/form`, {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=xx' },
    body,
    duplex: 'half',
  });
  await expectRefused(response, 413, 'must be smaller than 12 MB');
});

test('two files are answered 413, a file in another field 400', async () => {
  const picture = await jpeg(9, 9);
  const two = await send(['imagePath', picture], ['imagePath', picture]);
  await expectRefused(two, 413, 'only select one file');
  await expectRefused(await send(['avatar', picture]), 400, 'accepted in the field imagePath');
});

test('too many or too long fields are answered 413', async () => {
  const many = Array.from({ length: 120 }, (_, index): Part => [`field${index}`, 'x']);
  await expectRefused(await send(...many), 413, 'too many fields');
  await expectRefused(await send(['synopsis', 'x'.repeat(70_000)]), 413, 'too long');
});

test.each(['a[b][c]', 'a[999999]', 'n'.repeat(200)])(
  'the field name %.20s is refused',
  async (name) => {
    await expectRefused(await send([name, 'x']), 400, 'an invalid name');
  },
);

test.each([
  ['cut off', '--xx\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf', undefined],
  [
    'cut off in a file',
    '--xx\r\nContent-Disposition: form-data; name="imagePath"; filename="a.jpg"\r\n\r\nhalf',
    undefined,
  ],
  ['without a boundary', '--xx--', 'multipart/form-data'],
  ['with a broken part header', '--xx\r\nbroken\0header\r\n\r\nx\r\n--xx--\r\n', undefined],
  ['empty', '', undefined],
])('a form %s is refused', async (_, body, type) => {
  await expectRefused(await sendRaw(body, type), 400, 'incomplete or damaged');
});

test.each([
  ['a text', 'synopsis'],
  ['a repeated field', 'facilities'],
])('%s that is no UTF-8 is answered 400 and named', async (_, name) => {
  const head = (field: string) => `--xx\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n`;
  const latin1 = new Uint8Array(Buffer.from('Kafé', 'latin1'));
  const fields = ['\r\n', head(name), 'Surau', '\r\n', head(name), latin1, '\r\n--xx--\r\n'];
  const response = await sendRaw(new Blob([head('businessName'), 'Kafé ☕', ...fields]));
  const { errors } = z.object({ errors: z.unknown() }).parse(await response.clone().json());
  expect(errors).toEqual({ [name]: [expect.stringContaining('Please enter it again.')] });
  await expectRefused(response, 400, '');
});

test('another multipart type is answered 415', async () => {
  const response = await sendRaw('--xx--', 'multipart/mixed; boundary=xx');
  await expectRefused(response, 415, 'multipart/form-data');
});

test('a field name cannot reach the prototypes', async () => {
  await send(['__proto__[polluted]', 'x'], ['constructor[prototype]', 'x']);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('20 aborted uploads leave the server running and no file', async () => {
  const before = readdirSync(folder);
  const half = (await jpeg(1500, 1000)).subarray(0, 100_000);
  await Promise.all(Array.from({ length: 20 }, () => cutOff(half)));
  // Until the server has noticed that they hung up, their places are taken.
  await expect.poll(async () => (await send(['businessName', 'still there'])).status).toBe(200);
  expect(readdirSync(folder)).toEqual(before);
  expect(arrived).toEqual([{ businessName: 'still there' }]);
  expect(site.reported).toEqual([]);
});

test('a form beyond maxConcurrent is answered 503', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const slow = await serveRoutes(
    new Router<RequestState>().post('/form', multipartForm({ maxConcurrent: 1 }), async (ctx) => {
      await held;
      ctx.body = 'read';
    }),
  );
  const post = () => {
    const form = new FormData();
    form.append('businessName', 'Kedai');
    return fetch(`${slow.url}/form`, { method: 'POST', body: form });
  };
  const first = post();
  await expect.poll(async () => (await post()).status).toBe(503);
  release();
  expect((await first).status).toBe(200);
  expect((await post()).status).toBe(200);
  await slow.close();
});

/** Promises a megabyte, sends a tenth and hangs up. */
function cutOff(content: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () => {
      socket.write(
        'POST /form HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=xx\r\nContent-Length: 1000000\r\n\r\n' +
          '--xx\r\nContent-Disposition: form-data; name="imagePath"; filename="a.jpg"\r\n\r\n',
      );
      socket.write(content, () => {
        socket.destroy();
      });
    });
    socket.on('close', () => {
      resolve();
    });
    socket.on('error', () => undefined);
  });
}
