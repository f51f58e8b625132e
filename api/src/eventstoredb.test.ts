import { startGrpcPeer } from '@directory/domain/event-store/eventstoredb/testing';
import { afterAll, expect, test, vi } from 'vitest';
import { siteOnEventStoreDb } from './eventstoredb.suite.ts';
import { startTestSite } from './testing/test-site.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const peer = await startGrpcPeer();
afterAll(peer.stop);

siteOnEventStoreDb(() => peer.url);

test('while the log is away /readyz says so and /healthz does not, until it is back', async () => {
  const site = await startTestSite({ settings: { EVENTSTORE_URL: peer.url } });
  peer.stop();
  const ready = async () => (await site.get('/readyz')).json;
  await expect.poll(ready, { timeout: 10_000 }).toMatchObject({ stores: { log: 'away' } });
  expect((await site.get('/readyz')).status).toBe(503);
  expect((await site.get('/healthz')).status).toBe(200);
  await peer.start();
  await expect.poll(ready, { timeout: 15_000 }).toMatchObject({ status: 'ready' });
  await site.stop();
});
