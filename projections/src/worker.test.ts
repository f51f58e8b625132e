import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directoryLog } from '@directory/domain';
import { keysInMemory } from '@directory/domain/testing';
import { BetterSqlite3, SqliteError, type Database } from '@directory/domain/sqlite-driver';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseWorkerConfig } from './config.ts';
import { openLog, openViewStore } from './stores.ts';
import { appendAt, appendEvents } from './testing/append-events.ts';
import { eventsOf } from './testing/business-events.ts';
import { businessIdOf, completeDetails } from './testing/details.ts';
import { leaseMs } from './engine/leases.ts';
import { definitions } from './testing/projection-fixture.ts';
import { minute } from './testing/recorded.ts';
import { runProjector, type RunningProjector } from './worker.ts';

let dataDir: string;
let lines: string[];
let running: RunningProjector[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'worker-'));
  lines = [];
  running = [];
});
afterEach(async () => {
  for (const each of running) await each.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(settings: Record<string, string> = {}): Promise<RunningProjector> {
  const config = parseWorkerConfig({ DATA_DIR: dataDir, PROJECTOR_PORT: '0', ...settings });
  const started = await runProjector(config, (line) => lines.push(line));
  running.push(started);
  return started;
}

async function ask({ url }: RunningProjector, path: string) {
  const response = await fetch(`${url ?? ''}${path}`);
  return { status: response.status, text: await response.text() };
}
const messages = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
const roleOf = async (worker: RunningProjector) =>
  (JSON.parse((await ask(worker, '/readyz')).text) as { role: string }).role;

const leasesOf = async (worker: RunningProjector) => {
  const { text } = await ask(worker, '/metrics');
  return new Set(Array.from(text.matchAll(/^projector_lease_held\S* (\d)$/gm), ([, held]) => held));
};

test('a standalone projector folds events of other processes and reports its status', async () => {
  const worker = await start();
  const log = await openLog({ dataDir, eventstoreUrl: null, mongodbUrl: null });
  const store = await openViewStore({ dataDir, mongodbUrl: null }, () => undefined);
  await appendEvents(log, [eventsOf(1).submitted()]);
  await expect
    .poll(() => store.get(definitions.listings, businessIdOf(1)))
    .toMatchObject({ status: 'pending' });
  expect(await ask(worker, '/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' });
  const ready = await ask(worker, '/readyz');
  expect(ready.status).toBe(200);
  expect(JSON.parse(ready.text)).toEqual({
    status: 'ready',
    role: 'active',
    stores: { log: 'ok', views: 'ok' },
  });
  const { text } = await ask(worker, '/metrics');
  expect(text).toContain('view_events_handled{view="listings"} 1');
  expect(text).toContain('projector_lease_held{view="hourly-views"} 1');
  expect(text).toContain('store_up{store="log"} 1');
  expect((await ask(worker, '/elsewhere')).status).toBe(404);
  await store.close();
  await log.close();
});

test('a second projector stands by and takes over at once when the first stops', async () => {
  const first = await start();
  // Started before the first has all views, the second would take the others.
  await expect.poll(() => leasesOf(first)).toEqual(new Set(['1']));
  const second = await start();
  await expect.poll(() => roleOf(second)).toBe('standby');
  // Its status is `standby` before its first look at the leases, too.
  await expect.poll(messages).toContain('standing-by');
  // That of a warning is 40.
  for (const usual of ['view-building', 'view-ready', 'standing-by'])
    expect(lines.find((line) => line.includes(usual))).toContain('"level":30');
  await first.stop();
  running = [second];
  // Sooner than the lease would have run out by itself.
  await expect.poll(() => roleOf(second), { timeout: leaseMs / 2 }).toBe('active');
  expect(messages()).toContain('projector-stopped');
});

test('whether a projector is active is unknown while the views cannot be reached', async () => {
  const worker = await start({ MONGODB_URL: 'mongodb://127.0.0.1:1/directory' });
  const { status, text } = await ask(worker, '/readyz');
  expect(status).toBe(503);
  expect(JSON.parse(text)).toMatchObject({ role: 'unknown', stores: { views: 'unreachable' } });
  await expect.poll(messages).toContain('projection-interrupted');
  expect(lines.find((line) => line.includes('projection-interrupted'))).toContain('"level":40');
});

test('a log without the keys of its owners ends the start, and leaves no views', async () => {
  const log = await openLog({ dataDir, eventstoreUrl: null, mongodbUrl: null });
  await appendAt(log, minute(1), eventsOf(1).submitted());
  await log.close();
  for (const name of readdirSync(dataDir))
    if (name.startsWith('accounts.db')) rmSync(join(dataDir, name));
  await expect(start()).rejects.toThrow('restore the accounts from a backup');
  const store = await openViewStore({ dataDir, mongodbUrl: null }, () => undefined);
  expect(await store.generations()).toEqual([]);
  await store.close();
});

test('an outage of the keys at the start does not end the projector', async () => {
  const log = await openLog({ dataDir, eventstoreUrl: null, mongodbUrl: null });
  await appendAt(log, minute(1), eventsOf(1).submitted());
  await log.close();
  const db = new BetterSqlite3(':memory:');
  const statements = Object.getPrototypeOf(db.prepare('SELECT 1')) as ReturnType<
    Database['prepare']
  >;
  db.close();
  type All = (this: unknown, ...values: readonly unknown[]) => unknown[];
  const all = Reflect.get(statements, 'all') as All;
  let outages = 0;
  const busy = vi.spyOn(statements, 'all').mockImplementation(function (
    this: ReturnType<Database['prepare']>,
    ...values: unknown[]
  ) {
    if (!this.source.includes('FROM owner_keys')) return all.apply(this, values);
    busy.mockRestore();
    outages += 1;
    throw new SqliteError('database is locked', 'SQLITE_BUSY');
  });
  const worker = await start();
  expect(outages).toBe(1);
  await expect.poll(() => ask(worker, '/readyz')).toMatchObject({ status: 200 });
});

test('a key that is missing while the projector runs makes it not ready, until it is restored', async () => {
  const worker = await start();
  const config = { dataDir, eventstoreUrl: null, mongodbUrl: null };
  const log = await openLog(config);
  const keys = keysInMemory();
  await appendAt(directoryLog(log.stored, keys), minute(1), eventsOf(1).submitted());
  await expect.poll(() => ask(worker, '/readyz')).toMatchObject({ status: 503 });
  await expect
    .poll(() => lines.find((line) => line.includes('projection-interrupted')) ?? '')
    .toContain('The key of the owner owner-1 is missing');
  await log.ownerKeys.add(await keys.all());
  await expect.poll(() => ask(worker, '/readyz')).toMatchObject({ status: 200 });
  const store = await openViewStore(config, () => undefined);
  await expect
    .poll(() => store.get(definitions.listings, businessIdOf(1)))
    .toMatchObject({ status: 'pending', ...completeDetails() });
  await store.close();
  await log.close();
});

test('a port in use fails the start with a sentence that names HOST and PROJECTOR_PORT', async () => {
  const { url } = await start();
  const port = new URL(url ?? '').port;
  const config = parseWorkerConfig({ DATA_DIR: dataDir, PROJECTOR_PORT: port });
  await expect(runProjector(config, () => undefined)).rejects.toThrow(
    `The projector cannot listen on 127.0.0.1, port ${port} (listen EADDRINUSE: address already in use 127.0.0.1:${port}): correct HOST, or choose another port with PROJECTOR_PORT.`,
  );
});
