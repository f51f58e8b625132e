import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jpeg } from '../testing/images.ts';
import { serveRoutes } from '../testing/serve-routes.ts';
import { startTestSite } from '../testing/test-site.ts';
import { openDiskImages } from '../images/disk-images.ts';
import { imageCopyWidths } from '../contracts/images.ts';
import { imageName } from '../images/image-store.ts';
import { imageSaver } from '../images/save-image.ts';
import { uploadRoutes } from './site.ts';

const parent = mkdtempSync(join(tmpdir(), 'upload-routes-'));
let site: Awaited<ReturnType<typeof serveRoutes>>;
let name: string;

beforeAll(async () => {
  writeFileSync(join(parent, 'secrets.json'), 'a secret');
  const images = openDiskImages({ folder: join(parent, 'uploads') });
  name = await imageSaver(images)(await jpeg(900, 600));
  site = await serveRoutes(uploadRoutes({ images }));
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
  expect(response.headers.get('cache-control')).toBeNull();
});

test('the whole site preserves the headers of an image and refuses other methods', async () => {
  const whole = await startTestSite();
  const name = await imageSaver(whole.site.stores.images)(await jpeg(90, 60));
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
