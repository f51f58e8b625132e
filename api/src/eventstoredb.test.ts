import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@directory/domain/testing/free-port';
import { startGrpcPeer, unauthenticated } from '@directory/domain/event-store/eventstoredb/testing';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { siteOnEventStoreDb } from './eventstoredb.suite.ts';
import { createLogger } from './logger.ts';
import { serve } from './server.ts';
import { httpClient } from './testing/http-client.ts';
import { startTestSite } from './testing/test-site.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const peer = await startGrpcPeer();
afterAll(peer.stop);

siteOnEventStoreDb(() => peer.url);

test('GET /readyz answers 503 while the log is unreachable, GET /healthz answers 200', async () => {
  const peer = await emptyPeer();
  const site = await startTestSite({ settings: { EVENTSTORE_URL: peer.url } });
  peer.stop();
  const ready = async () => (await site.get('/readyz')).json;
  await expect.poll(ready).toMatchObject({ stores: { log: 'unreachable' } });
  expect((await site.get('/readyz')).status).toBe(503);
  expect((await site.get('/healthz')).status).toBe(200);
  await peer.start();
  await expect.poll(ready).toMatchObject({ status: 'ready' });
  await site.stop();
});

test('serve waits for an unreachable EventStoreDB, logs it once, and continues when it is reachable', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'site-'));
  const port = await freePort();
  const logged: string[] = [];
  const peer = await emptyPeer();
  peer.stop();
  const started = serve({
    config: readConfig({ PORT: String(port), DATA_DIR: dataDir, EVENTSTORE_URL: peer.url }),
    logger: createLogger('info', { write: (line) => void logged.push(line) }),
    builtPages: null,
    seedFolder: dataDir,
    startEmpty: true,
    print: () => undefined,
  });
  const { get } = httpClient(`http://127.0.0.1:${port}`);
  await expect.poll(() => get('/readyz')).toMatchObject({ status: 503 });
  expect((await get('/readyz')).text).toContain('"log":"unreachable"');
  expect((await get('/healthz')).status).toBe(200);
  const read = await get('/', { headers: { Accept: 'text/html,*/*;q=0.8' } });
  expect(read.status).toBe(503);
  expect(read.text).toContain('<h1>The directory is starting</h1>');
  expect(Object.fromEntries(read.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'retry-after': '5',
    refresh: '5',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining(hashOf(styleIn(read.text))) as unknown,
  });
  const asked = await get('/api/businesses/approved');
  expect(asked).toMatchObject({ status: 503, json: { type: 'unavailable' } });
  await peer.start();
  const served = await started;
  expect((await get('/readyz')).status).toBe(200);
  expect(logged.filter((line) => line.includes('waiting for stores'))).toHaveLength(1);
  await served.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('serve ends with a clear sentence when EventStoreDB refuses the password', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'site-'));
  const port = await freePort();
  peer.faults.always('read', unauthenticated);
  const started = serve({
    config: readConfig({ PORT: String(port), DATA_DIR: dataDir, EVENTSTORE_URL: peer.url }),
    logger: createLogger('error'),
    builtPages: null,
    seedFolder: dataDir,
    startEmpty: true,
    print: () => undefined,
  });
  await expect(started).rejects.toThrow(
    'EventStoreDB refuses the user name or the password in EVENTSTORE_URL: correct them.',
  );
  peer.faults.none();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A site with new keys refuses the events of others. */
async function emptyPeer() {
  const empty = await startGrpcPeer();
  onTestFinished(empty.stop);
  return empty;
}

function styleIn(page: string): string {
  return /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
