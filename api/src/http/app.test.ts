import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
afterEach(() => site.stop());

test.each([
  [{}, 1],
  [{ TRUST_PROXY: '1' }, 0],
])('with the settings %j two forwarded requests log %i warnings', async (settings, count) => {
  site = await startTestSite({ settings });
  const warnings = () => site.logged.filter((line) => line.includes('set TRUST_PROXY'));
  await site.get('/api/site');
  expect(warnings()).toEqual([]);
  for (const client of ['203.0.113.7', '203.0.113.8'])
    await site.get('/api/businesses/x', { headers: { 'X-Forwarded-For': client } });
  expect(warnings()).toHaveLength(count);
  expect(site.logged.join()).not.toContain('203.0.113');
});

test.each([{}, { PUBLIC_URL: 'https://directory.example' }])(
  'with the settings %j an address without a path is answered 400 and not reported',
  async (settings) => {
    site = await startTestSite({ settings });
    for (const path of ['http://', 'http://?q=x']) {
      const [answer] = (await once(request(site.url, { path }).end(), 'response')) as [
        IncomingMessage,
      ];
      expect(answer.resume().statusCode).toBe(400);
    }
    expect(site.logged.join()).not.toContain('"level":50');
  },
);

test('HTTPS is asked for on the address of the site and not on names below it', async () => {
  site = await startTestSite({ settings: { PUBLIC_URL: 'https://directory.example' } });
  const { headers } = await site.get('/api/site');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('every answer restricts what browsers do with it', async () => {
  site = await startTestSite();
  const { headers } = await site.get('/healthz');
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  });
});
