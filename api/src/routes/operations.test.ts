import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { directoryViews, rebuildViews } from '@directory/projections';
import { generateLog } from '@directory/projections/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rawRequest } from '../testing/http-client.ts';
import { publishListing } from '../testing/listings.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

test('GET /healthz answers 200', async () => {
  expect((await site.get('/healthz')).json).toEqual({ status: 'ok' });
});

test.each(['/healthz', '/readyz'])(
  'GET %s answers a probe in HTTP/1.0 without a host',
  async (path) => {
    await site.caughtUp();
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  },
);

describe('GET /readyz', () => {
  test('answers 200 while every store is reachable', async () => {
    await site.caughtUp();
    const answer = await site.get('/readyz');
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      status: 'ready',
      stores: { log: 'ok', views: 'ok', accounts: 'ok', images: 'ok' },
    });
  });

  test('asks the stores once for many requests', async () => {
    const fresh = await startTestSite();
    await expect.poll(async () => (await fresh.get('/readyz')).status).toBe(200);
    const ping = vi.spyOn(fresh.site.stores.accounts, 'ping');
    const answers = await Promise.all(Array.from({ length: 20 }, () => fresh.get('/readyz')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(ping.mock.calls.length).toBeLessThan(5);
    await fresh.stop();
  });

  test('answers 503 until every view was built', async () => {
    const first = await startTestSite({ settings: { PROJECTOR: 'external' } });
    const { log, views: store } = first.site.stores;
    await generateLog(log, { events: 30, businesses: 5 });
    const building = await first.get('/readyz');
    expect(building.status).toBe(503);
    expect(building.json).toMatchObject({
      status: 'not ready',
      stores: { log: 'ok', views: 'catching-up' },
    });
    const list = await first.get('/api/businesses/approved');
    expect(list.status).toBe(503);
    expect(list.headers.get('retry-after')).toBe('5');
    await rebuildViews({ log, store, views: Object.values(directoryViews('UTC')) });
    await expect.poll(async () => (await first.get('/readyz')).status).toBe(200);
    expect((await first.get('/api/businesses/approved')).json).not.toEqual([]);
    await first.stop();
  });

  test.each(['log', 'views', 'accounts', 'images'] as const)(
    'is gone with the %s',
    async (store) => {
      const failing = await startTestSite();
      await failing.site.stores[store].close();
      const answer = await failing.get('/readyz');
      expect(answer.status).toBe(503);
      expect(answer.json).toMatchObject({
        status: 'not ready',
        stores: { [store]: 'unreachable' },
      });
      expect(failing.logged.join('')).toMatch(/Unavailable: .*"a request failed"/);
      expect((await failing.get('/healthz')).status).toBe(200);
      await failing.stop();
    },
  );
});

test('a request answers 503 without details while its store is unreachable', async () => {
  const failing = await startTestSite();
  await failing.site.stores.views.close();
  const answer = await failing.get('/api/businesses/approved');
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(answer.json).toMatchObject({ type: 'unavailable' });
  expect(answer.text).not.toMatch(/sqlite|views\.db|at .*\.ts/i);
  await failing.stop();
});

describe('GET /metrics', () => {
  test('counts requests by the pattern of their route', async () => {
    const id = await publishListing(site, site.signIn('user'));
    await site.get(`/api/businesses/${id}?q=secret`);
    const { text, headers } = await site.get('/metrics');
    expect(headers.get('content-type')).toContain('text/plain');
    expect(text).toMatch(
      /http_requests_total\{method="GET",route="\/api\/businesses\/:id",status="200"\} 1/,
    );
    expect(text).toMatch(/view_position\{view="listings"\} [1-9]/);
    expect(text).not.toContain(id);
    expect(text).not.toContain('secret');
  });

  test('answers the machine itself and admins, and refuses everybody behind a proxy', async () => {
    const forwarded = { 'X-Forwarded-For': '203.0.113.7' };
    expect((await site.get('/metrics', { headers: forwarded })).status).toBe(401);
    const owner = site.signIn('user');
    expect((await site.get('/metrics', { headers: forwarded, as: owner })).status).toBe(403);
    const admin = site.signIn('admin');
    expect((await site.get('/metrics', { headers: forwarded, as: admin })).status).toBe(200);
  });

  test('refuses visitors whose host a proxy passed on', async () => {
    const headers = { Host: 'directory.example' };
    expect((await rawRequest(site.url, '/metrics', { headers })).status).toBe(401);
  });

  test('refuses a proxy that passes nothing on', async () => {
    const { host, port } = new URL(site.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(`GET /metrics HTTP/1.0\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('shows the position of every view and the health of every store', async () => {
    await publishListing(site, site.signIn('user'));
    await site.site.stores.views.changeState(await liveListings(), {
      from: 'running',
      to: 'paused',
    });
    await publishListing(site, site.signIn('user'));
    // What is to be counted need not be decrypted.
    const decrypting = vi.spyOn(site.site.stores.log, 'readAll');
    decrypting.mockRejectedValue(new Error('no keys'));
    const { text } = await site.get('/metrics');
    decrypting.mockRestore();
    expect(text).toMatch(/view_events_handled\{view="listings"\} [1-9]/);
    expect(text).toMatch(/view_lag_events\{view="listings"\} 2\n/);
    expect(text).toMatch(/view_lag_events\{view="owner-summary"\} 0\n/);
    expect(text).toMatch(/view_lag_seconds\{view="listings"\} [\d.]+/);
    expect(text).toContain('view_state{view="listings",state="paused"} 1');
    expect(text).toContain('view_state{view="listings",state="running"} 0');
    expect(text).toContain('view_quarantined_keys{view="listings"} 0');
    expect(text).toContain('projector_lease_held{view="hourly-views"} 1');
    expect(text).toContain('projection_errors_total{type="view-failed"} 0');
    expect(text).toContain('store_up{store="accounts"} 1');
    await site.site.stores.views.changeState(await liveListings(), {
      from: 'paused',
      to: 'running',
    });
  });

  test('shows how many mails wait, and for how long', async () => {
    const { accounts } = site.site.stores;
    const orderedAt = new Date(Date.now() - 90_000);
    const order = { id: randomUUID(), kind: 'reset', account: randomUUID(), about: null } as const;
    expect((await site.get('/metrics')).text).toMatch(/^mail_oldest_seconds 0$/m);
    await accounts.queueMail({ ...order, orderedAt });
    const { text } = await site.get('/metrics');
    expect(text).toMatch(/^mails\{state="waiting"\} 1$/m);
    expect(text).toMatch(/^mails\{state="undelivered"\} 0$/m);
    expect(text).toMatch(/^mail_oldest_seconds 9\d/m);
    await accounts.removeMail(order.id);
  });

  test('shows the unreachable store, logs the reason, and omits what is unknown then', async () => {
    const failing = await startTestSite();
    await failing.site.stores.views.close();
    await failing.get('/metrics');
    await failing.site.stores.accounts.close();
    const { text } = await failing.get('/metrics');
    expect(text).toContain('store_up{store="views"} 0');
    expect(failing.logged.join()).toMatch(/"AccountsUnavailable".*"a request failed"/);
    expect(text).not.toMatch(/^mail(s\{|_oldest_seconds )/m);
    expect(text).toContain('store_up{store="log"} 1');
    expect(text).not.toMatch(/^view_position\{/m);
    await failing.stop();
  });
});

async function liveListings(): Promise<string> {
  const generations = await site.site.stores.views.generations();
  return generations.find(({ live, view }) => live && view === 'listings')?.id ?? '';
}
