import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishListing, submitListing } from '../testing/listings.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'web-'));
const html = '<!doctype html><title>Directory</title>';
let site: TestSite;
beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), html);
  writeFileSync(join(webRoot, 'icon.svg'), '<svg/>');
  writeFileSync(join(webRoot, 'assets', 'main-a1b2.js'), 'console.log(1)');
  writeFileSync(join(webRoot, 'assets', 'main-a1b2.js.br'), brotliCompressSync('console.log(1)'));
  writeFileSync(join(webRoot, '.secret'), 'hidden');
  site = await startTestSite({ webRoot });
});
afterAll(async () => {
  await site.stop();
  rmSync(webRoot, { recursive: true });
});

describe('a page', () => {
  test.each([
    '/',
    '/main',
    '/main/',
    '/?category=Pasar&page=2',
    '/login',
    '/user/register',
    '/user/userlogin',
    '/user/dashboard',
    '/form',
    '/my-businesses/01J00000000000000000000000',
    '/my-analytics',
    '/admin',
    '/adminDashboard',
    '/adminDashboard/review',
    '/adminDashboard/deleted',
    '/adminDashboard/history/01HZX0000000000000000000A1',
    '/business-list',
  ])('is at %s', async (path) => {
    const answer = await site.get(path);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(html);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  test.each(['/nowhere', '/places', '/places/nonsense', '/user', '/api-docs', '/admin/x'])(
    'is not at %s, and says so with its status',
    async (path) => {
      const answer = await site.get(path);
      expect(answer.status).toBe(404);
      expect(answer.text).toBe(html);
    },
  );

  test('of a place is there as long as the place is public', async () => {
    const owner = site.signIn('user');
    const [shown, hidden] = [await publishListing(site, owner), await submitListing(site, owner)];
    expect((await site.get(`/places/${shown}`)).status).toBe(200);
    expect((await site.get(`/places/${hidden}`)).status).toBe(404);
    await site.remove(`/api/businesses/${shown}`, { as: site.signIn('admin') });
    expect((await site.get(`/places/${shown}`)).status).toBe(404);
  });

  test('can only be read', async () => {
    const answer = await site.post('/main', {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  test('allows scripts, styles and frames from nowhere but where they belong', async () => {
    const { headers } = await site.get('/');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("img-src 'self' data: blob: https://tile.openstreetmap.org;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|upgrade-insecure/);
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

describe('a file', () => {
  test('with a hash in its name is kept for good, and comes compressed', async () => {
    const answer = await site.get('/assets/main-a1b2.js', { headers: { 'Accept-Encoding': 'br' } });
    expect(answer.text).toBe('console.log(1)');
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
  });

  test('without one is asked for again', async () => {
    const answer = await site.get('/icon.svg');
    expect(answer.text).toBe('<svg/>');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    '/assets/gone.js',
    '/.secret.txt',
    '/assets/../../accounts.db',
    '/assets/%2e%2e/%2e%2e/accounts.db',
    '/..%2f..%2fetc%2fpasswd.txt',
    '/%00.js',
    '/%E0%A4.js',
    '/assets/main-a1b2.js/x.js',
  ])('is not at %s', async (path) => {
    const { status, body } = await rawRequest(site.url, path);
    expect(status).toBe(404);
    expect(body.toString()).toContain('"status":404');
  });
});

test.each(['/api/nothing', '/api', '/uploads/nothing.txt'])(
  'what is not there below %s is told as a problem',
  async (path) => {
    const answer = await site.get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  },
);

test('without pages only the API answers', async () => {
  const bare = await startTestSite();
  expect((await bare.get('/')).status).toBe(404);
  expect((await bare.get('/api/site')).status).toBe(200);
  await bare.stop();
});
