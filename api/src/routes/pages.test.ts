import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageRenderer } from '../contracts/page-renderer.ts';
import { countingRenderer, type CountingRenderer } from '../testing/page-renderers.ts';
import { publishListing, submitListing } from '../testing/listings.ts';
import { rawRequest } from '../testing/http-client.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'web-'));
const html = '<!doctype html><title>Directory</title>';
const shell = /^<title>rendered in the browser in \d{4}<\/title>$/;
let site: TestSite;
beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), html);
  writeFileSync(join(webRoot, 'icon.svg'), '<svg/>');
  writeFileSync(join(webRoot, 'assets', 'main-a1b2.js'), 'console.log(1)');
  writeFileSync(join(webRoot, 'assets', 'main-a1b2.js.br'), brotliCompressSync('console.log(1)'));
  writeFileSync(join(webRoot, '.secret.txt'), 'hidden');
  mkdirSync(join(webRoot, '.vite'));
  writeFileSync(join(webRoot, '.vite', 'manifest.json'), '{}');
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
    '/adminDashboard/as-of',
    '/adminDashboard/audit',
    '/adminDashboard/reports',
    '/places/01HZX0000000000000000000A1/as-of',
    '/adminDashboard/history/01HZX0000000000000000000A1',
    '/adminDashboard/correct/01HZX0000000000000000000A1',
    '/business-list',
  ])('is at %s', async (path) => {
    const answer = await site.get(path);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(html);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  test.each(['/kedai.html', '/index.html', '/places/nonsense.jpg'])(
    'is answered 404 at %s to a browser that follows a link',
    async (path) => {
      const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
      const answer = await site.get(path, { headers });
      expect(answer.status).toBe(404);
      expect(answer.text).toBe(html);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    },
  );

  // At `//` the links of a list would have it before their query, which is the beginning of an address of another host.
  test.each(['/nowhere', '/places', '/places/nonsense', '/user', '/api-docs', '/admin/x', '//'])(
    'is answered 404 at %s',
    async (path) => {
      const answer = await site.get(path);
      expect(answer.status).toBe(404);
      expect(answer.text).toBe(html);
    },
  );

  test('of a place is answered 200 while the place is public, else 404', async () => {
    const owner = site.signIn('user');
    const [shown, hidden] = [await publishListing(site, owner), await submitListing(site, owner)];
    expect((await site.get(`/places/${shown}`)).status).toBe(200);
    expect((await site.get(`/places/${hidden}`)).status).toBe(404);
    await site.remove(`/api/businesses/${shown}`, { as: site.signIn('admin') });
    expect((await site.get(`/places/${shown}`)).status).toBe(404);
  });

  test('is answered 405 for other methods than GET and HEAD', async () => {
    const answer = await site.post('/main', {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  test('is not what the API lacks: that is answered 404 for any method', async () => {
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await site.send('/api/nothing', { method })).status).toBe(404);
  });

  test('has its policy also as a 304, and what is no page may load nothing', async () => {
    const policyOf = ({ headers }: { headers: Headers }) => headers.get('content-security-policy');
    const page = await site.get('/');
    const known = { 'If-None-Match': page.headers.get('etag') ?? '' };
    const notModified = await site.get('/', { headers: known });
    expect(notModified.status).toBe(304);
    expect(policyOf(notModified)).toBe(policyOf(page));
    for (const path of ['/api/businesses/approved', '/api/nothing', '/icon.svg', '/sitemap.xml'])
      expect(policyOf(await site.get(path))).toBe("default-src 'none';frame-ancestors 'none'");
  });

  test('allows only the expected sources of scripts, styles and frames', async () => {
    const { headers } = await site.get('/');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("img-src 'self' data: blob: https://tile.openstreetmap.org;");
    expect(policy).toContain("object-src 'none';base-uri 'self';form-action 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|upgrade-insecure/);
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(policy).toContain(
      'frame-src https://www.youtube-nocookie.com https://player.vimeo.com;',
    );
    expect(headers.get('permissions-policy')).toContain('geolocation=(self), camera=()');
  });

  test('allows tiles of all subdomains of a service that has several', async () => {
    const settings = { TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png' };
    const mapped = await startTestSite({ webRoot, settings });
    const policy = (await mapped.get('/')).headers.get('content-security-policy');
    expect(policy).toContain("img-src 'self' data: blob: https://*.tiles.example;");
    await mapped.stop();
  });
});

describe('a public page', () => {
  const renderer = countingRenderer();
  let rendering: TestSite;
  let owner: Person;
  let admin: Person;
  let now = new Date('2026-06-15T04:00:00Z');
  beforeAll(async () => {
    const settings = { PUBLIC_URL: 'https://directory.example' };
    rendering = await startTestSite({ webRoot, renderer, settings, clock: () => now });
    owner = rendering.signIn('user');
    admin = rendering.signIn('admin');
  });
  afterAll(() => rendering.stop());

  const renderedBy = async (work: () => Promise<unknown>) => {
    const before = renderer.rendered.length;
    await work();
    return renderer.rendered.slice(before);
  };
  const edit = async (id: string, businessName: string) => {
    now = new Date(now.getTime() + 1_000);
    await rendering.put(`/api/businesses/update/${id}`, { businessName }, { as: owner });
    await rendering.put(`/api/businesses/${id}`, { status: 'approved' }, { as: admin });
  };

  test('to log in is rendered, and other pages of owners are left to scripts', async () => {
    const read = async (path: string) => (await rendering.get(path)).text;
    expect(await read('/user/userlogin')).toBe('<title>login</title>');
    expect(await read('/user/userlogin/')).toBe('<title>login</title>');
    expect(await read('/user/dashboard')).toMatch(shell);
  });

  test('has the styles and scripts in it that the policy allows, and no others', async () => {
    const policy = (await rendering.get('/')).headers.get('content-security-policy') ?? '';
    const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hashOf('start()')}';`);
    expect(policy).toMatch(/style-src-elem 'self' [^;]*;/);
    expect(policy).toContain(`'sha256-${hashOf('p{color:red}')}'`);
    expect(policy).not.toContain('unsafe');
  });

  test('shows each change at once', async () => {
    const id = await publishListing(rendering, owner, { businessName: 'Old name' });
    const read = async (path: string) => (await rendering.get(path)).text;
    expect(await read('/')).toContain('<p>Old name</p>');
    expect(await read(`/places/${id}`)).toContain('<p>Old name</p>');
    await edit(id, 'New name');
    expect(await read('/')).toContain('<p>New name</p>');
    expect(await read('/')).not.toContain('Old name');
    expect(await read(`/places/${id}`)).toContain('<p>New name</p>');
    await rendering.remove(`/api/businesses/${id}`, { as: admin });
    expect(await read('/')).not.toContain('New name');
  });

  test('is rendered once for any query and number of visits', async () => {
    const id = await publishListing(rendering, owner);
    const paths = ['/', '/?utm_source=x', '/?page=2', `/places/${id}`];
    const visit = async () => {
      for (const path of paths) expect((await rendering.get(path)).status).toBe(200);
    };
    expect(await renderedBy(visit)).toEqual([
      'https://directory.example/',
      'https://directory.example/page=2',
      `https://directory.example/places/${id}`,
    ]);
    await rendering.post(`/api/businesses/${id}/view`, {});
    await rendering.caughtUp();
    now = new Date(now.getTime() + 3_600_000);
    expect(await renderedBy(visit)).toEqual([]);
  });

  test('of another place is not rendered again with a change', async () => {
    const [changed, other] = [
      await publishListing(rendering, owner),
      await publishListing(rendering, owner),
    ];
    await rendering.get(`/places/${other}`);
    await edit(changed, 'Changed');
    expect(await renderedBy(() => rendering.get(`/places/${other}`))).toEqual([]);
  });

  test('is rendered once for concurrent requests', async () => {
    await publishListing(rendering, owner);
    const rendered = await renderedBy(() =>
      Promise.all(Array.from({ length: 20 }, () => rendering.get('/main'))),
    );
    expect(rendered).toEqual(['https://directory.example/main']);
  });

  test('of a free text is rendered for each request and not cached', async () => {
    const search = () => rendering.get('/?q=nasi');
    expect(await renderedBy(async () => [await search(), await search()])).toEqual([
      'https://directory.example/q=nasi',
      'https://directory.example/q=nasi',
    ]);
  });

  test('is answered 304 while unchanged', async () => {
    const { headers } = await rendering.get('/');
    expect(headers.get('vary')).toContain('Accept-Encoding');
    const known = { 'If-None-Match': headers.get('etag') ?? '' };
    expect((await rendering.get('/', { headers: known })).status).toBe(304);
    await publishListing(rendering, owner);
    expect((await rendering.get('/', { headers: known })).status).toBe(200);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent as %s if accepted', async (encoding, decode) => {
    const { headers, body } = await rawRequest(rendering.url, '/', {
      headers: { 'Accept-Encoding': encoding },
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(decode(body).toString()).toContain('<title>https://directory.example/</title>');
  });

  test('that does not exist is answered 404 with its own page, never 304', async () => {
    const waiting = await submitListing(rendering, owner);
    const answers = [
      ['/nowhere', 'not found'],
      ['/places', 'not found'],
      ['/places/nonsense', 'hidden'],
      [`/places/${waiting}`, 'hidden'],
    ] as const;
    for (const [path, title] of answers) {
      const { headers } = await rendering.get(path);
      const known = { 'If-None-Match': headers.get('etag') ?? '' };
      const answer = await rendering.get(path, { headers: known });
      expect([path, answer.status, answer.text]).toEqual([path, 404, `<title>${title}</title>`]);
    }
  });

  test('is rendered with the address of the request without PUBLIC_URL', async () => {
    const bare = await startTestSite({ webRoot, renderer: countingRenderer() });
    for (const host of ['evil.example', new URL(bare.url).host]) {
      const { body } = await rawRequest(bare.url, '/', { headers: { Host: host } });
      expect(body.toString()).toBe(`<title>http://${host}/</title>`);
    }
    await bare.stop();
  });
});

test('all pages follow the year, those of what is open now each minute, and saved places their visitor', async () => {
  let now = new Date();
  const renderer: CountingRenderer = {
    ...countingRenderer(),
    dependsOnTime: (query) => query === 'page=2',
    savedQuery: (search) => search,
    savedPage: ({ query }) => query,
  };
  const following = await startTestSite({ webRoot, renderer, clock: () => now });
  const id = await publishListing(following, following.signIn('user'));
  await following.caughtUp();
  const paths = ['/', '/?page=2', `/places/${id}`, '/privacy'];
  const renderedAt = async (time: string) => {
    now = new Date(time);
    const before = renderer.rendered.length;
    for (const path of paths) await following.get(path);
    return renderer.rendered.slice(before).map((address) => address.replace(following.url, ''));
  };
  const form = async () => (await following.get('/form')).text;
  const all = ['/', '/page=2', `/places/${id}`, '/privacy'];
  expect(await renderedAt('2026-12-31T15:58:00Z')).toEqual(all);
  expect(await form()).toBe('<title>rendered in the browser in 2026</title>');
  expect(await renderedAt('2026-12-31T15:58:59Z')).toEqual([]);
  expect(await renderedAt('2026-12-31T15:59:00Z')).toEqual(['/page=2']);
  expect(await renderedAt('2026-12-31T16:00:00Z')).toEqual(all);
  expect(await form()).toBe('<title>rendered in the browser in 2027</title>');
  for (const query of ['?ids=1', '?ids=2'])
    expect((await following.get(`/saved${query}`)).text).toBe(query);
  await following.stop();
});

describe('too many pages to render', () => {
  const renderer = countingRenderer();
  const settings = { RATE_LIMIT_PAGE: '5' };
  let limited: TestSite;
  beforeAll(async () => {
    limited = await startTestSite({ webRoot, renderer, settings });
  });
  afterAll(() => limited.stop());

  test('of one client are left to its browser, and cached ones are still answered', async () => {
    await limited.caughtUp();
    const home = (await limited.get('/')).text;
    expect(home).toContain(`<title>${limited.url}/</title>`);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => limited.get(`/?q=word${index}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ text }) => shell.test(text))).toHaveLength(196);
    expect(renderer.rendered).toHaveLength(5);
    expect((await limited.get('/')).text).toBe(home);
  });

  test('are those of more than about 50 saved places', async () => {
    const saving = { ...countingRenderer(), savedQuery: (search: string) => search };
    const saved = await startTestSite({ webRoot, renderer: saving });
    const page = async (places: number) => {
      const ids = Array.from({ length: places }, () => '01HZX0000000000000000000A1');
      return (await saved.get(`/saved?ids=${ids.join(',')}`)).text;
    };
    expect(await page(50)).toBe(`<title>${saved.url}/saved</title>`);
    expect(await page(60)).toMatch(shell);
    await saved.stop();
  });

  test('of many clients leave most of the time to other requests', async () => {
    const workMs = 10;
    const begun: number[] = [];
    const work = () => {
      begun.push(performance.now());
      while (performance.now() < (begun.at(-1) ?? 0) + workMs);
    };
    const slow: PageRenderer = {
      ...countingRenderer(),
      homePage({ query }) {
        work();
        return () => {
          work();
          return `<title>${query}</title>`;
        };
      },
    };
    const busy = await startTestSite({ webRoot, renderer: slow });
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => busy.get(`/?q=word${index}`)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(4);
    expect(begun).toHaveLength(8);
    // A timer may be a millisecond early.
    for (const [index, at] of begun.slice(1).entries())
      expect(at - (begun[index] ?? 0)).toBeGreaterThanOrEqual(5 * workMs - 2);
    await busy.stop();
  });
});

test.each(['a"b', 'a b', '<script>', 'directory.example/path', 'a:b'])(
  'a request with the host %s is refused without PUBLIC_URL',
  async (host) => {
    const { status, body } = await rawRequest(site.url, '/robots.txt', { headers: { Host: host } });
    expect(status).toBe(400);
    expect(body.toString()).toContain('must be a host name');
  },
);

test('a forwarded protocol that is none of the web is refused without PUBLIC_URL', async () => {
  const proxied = await startTestSite({ settings: { TRUST_PROXY: '1' }, webRoot });
  const robots = (protocol: string) =>
    proxied.get('/robots.txt', { headers: { 'X-Forwarded-Proto': protocol } });
  expect((await robots('javascript')).status).toBe(400);
  expect((await robots('https')).text).toContain('Sitemap: https://');
  await proxied.stop();
});

test.each(['directory.example', 'kb_api:3000', '[::1]:3000', '127.0.0.1'])(
  'a request with the host %s is answered with its address',
  async (host) => {
    const { body } = await rawRequest(site.url, '/robots.txt', { headers: { Host: host } });
    expect(body.toString()).toContain(`Sitemap: http://${host}/sitemap.xml`);
  },
);

test('pages of owners and admins are not server-rendered', async () => {
  const rendering = await startTestSite({ webRoot, renderer: countingRenderer() });
  for (const path of ['/form', '/my-businesses/01J00000000000000000000000', '/business-list'])
    expect((await rendering.get(path)).text).toMatch(shell);
  await rendering.stop();
});

describe('a file', () => {
  test('with a hash in its name is immutable and compressed', async () => {
    const answer = await site.get('/assets/main-a1b2.js', { headers: { 'Accept-Encoding': 'br' } });
    expect(answer.text).toBe('console.log(1)');
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
  });

  test('without a hash is revalidated', async () => {
    const answer = await site.get('/icon.svg');
    expect(answer.text).toBe('<svg/>');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    '/assets/gone.js',
    '/.secret.txt',
    '/.vite/manifest.json',
    '/assets/main-a1b2.js.br',
    '/assets/../../accounts.db',
    '/assets/%2e%2e/%2e%2e/accounts.db',
    '/..%2f..%2fetc%2fpasswd.txt',
    '/%00.js',
    '/%E0%A4.js',
    '/assets/main-a1b2.js/x.js',
  ])('is not at %s', async (path) => {
    const { status, headers, body } = await rawRequest(site.url, path);
    expect(status).toBe(404);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.toString()).toContain('"status":404');
  });
});

test.each(['/api/nothing', '/api', '/uploads/nothing.txt'])(
  'an unknown path below %s is answered with a problem document',
  async (path) => {
    const answer = await site.get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  },
);

test('without built pages only the API answers', async () => {
  const bare = await startTestSite();
  expect((await bare.get('/')).status).toBe(404);
  expect((await bare.get('/api/site')).status).toBe(200);
  await bare.stop();
});

test('a page whose views cannot be read is answered 503 and rendered in the browser', async () => {
  const failing = await startTestSite({ webRoot, renderer: countingRenderer() });
  await failing.site.stores.views.close();
  for (const path of ['/', '/places/01J00000000000000000000000']) {
    const answer = await failing.get(path);
    expect(answer.status).toBe(503);
    expect(answer.text).toMatch(shell);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  expect(failing.logged.join()).toContain('The views are closed');
  await failing.stop();
});

test('a page that fails by a bug is answered 500, and not as if the views could not be read', async () => {
  const dataPage = () => {
    throw new Error('a bug in line 7');
  };
  const failing = await startTestSite({ webRoot, renderer: { ...countingRenderer(), dataPage } });
  const answer = await failing.get('/data');
  expect(answer.status).toBe(500);
  expect(failing.logged.join()).toContain('a bug in line 7');
  await failing.stop();
});
