import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPosition } from '@directory/domain/event-store';
import { directoryViews, rebuildViews } from '@directory/projections';
import { openLog, openOriginalLog, openViewStore } from '@directory/projections/stores';
import { generateLog } from '@directory/projections/testing';
import { freePort, listenHere } from '@directory/domain/testing/free-port';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSqliteAccounts } from './accounts/sqlite/sqlite-accounts.ts';
import { readConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { serve } from './server.ts';
import { countingRenderer } from './testing/page-renderers.ts';
import { httpClient } from './testing/http-client.ts';
import { owner } from './testing/installation.ts';
import { writeFewPlaces } from './testing/sample-places.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'serve-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (seedFolder?: string, folder: string | null = null) =>
  serve({
    config: readConfig({ PORT: '0', DATA_DIR: dataDir }),
    logger: createLogger('silent'),
    builtPages: folder === null ? null : { folder, renderer: countingRenderer() },
    seedFolder: seedFolder ?? dataDir,
    startEmpty: seedFolder === undefined,
    print: () => undefined,
  });

test.each([
  [{ HOST: '0.0.0.0' }, true],
  [{ HOST: '::' }, true],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, true],
  [{ PUBLIC_URL: 'http://directory.example' }, true],
  [{ TRUST_PROXY: '1', PUBLIC_URL: 'http://directory.example' }, true],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, false],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://directory.example' }, false],
  [{ HOST: '0.0.0.0', TRUST_PROXY: '1' }, false],
  [{}, false],
])('serve with %j warns of passwords on an open network: %s', async (settings, isWarned) => {
  const printed: string[] = [];
  const running = await serve({
    config: readConfig({ PORT: '0', DATA_DIR: dataDir, ...settings }),
    logger: createLogger('silent'),
    builtPages: null,
    seedFolder: dataDir,
    startEmpty: true,
    print: (line) => printed.push(line),
  });
  await running.stop();
  expect(printed.some((line) => line.startsWith('Warning: passwords'))).toBe(isWarned);
});

test.each([
  ['the views', () => mkdirSync(join(dataDir, 'views.db'))],
  ['the images', () => writeFileSync(join(dataDir, 'uploads'), 'a file')],
  ['the seed data', () => undefined],
])('a start that fails with %s closes all stores', async (_, damage) => {
  damage();
  await expect(start(join(dataDir, 'missing'))).rejects.toThrow();
  // Fails where the log is open.
  (await openOriginalLog(dataDir)).close();
});

test('serve stops listening at once, also while a mail waits for a silent server', async () => {
  const silent = createServer();
  const connected = once(silent, 'connection');
  const [mailPort, port] = [await listenHere(silent), await freePort()];
  const url = `http://127.0.0.1:${String(port)}`;
  const running = await serve({
    config: readConfig({
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: url,
      SMTP_URL: `smtp://127.0.0.1:${String(mailPort)}`,
      MAIL_FROM: 'directory@example.org',
    }),
    logger: createLogger('silent'),
    builtPages: null,
    seedFolder: dataDir,
    startEmpty: true,
    print: () => undefined,
  });
  const http = httpClient(url);
  await http.post('/api/user/register', { ...owner, confirmPassword: owner.password });
  await http.post('/api/password-reset-requests', { role: 'owner', name: owner.email });
  const [connection] = (await connected) as [Socket];
  let isStopped = false;
  const stopped = running.stop().then(() => (isStopped = true));
  await expect.poll(() => fetch(url).catch(() => 'refused')).toBe('refused');
  expect(isStopped).toBe(false);
  connection.destroy();
  await stopped;
  silent.close();
});

test('a first start opens the site when the views show all places', async () => {
  const seedFolder = join(dataDir, 'seed');
  await writeFewPlaces(seedFolder);
  vi.useFakeTimers({ toFake: ['performance'] });
  const printed: string[] = [];
  const starting = serve({
    config: readConfig({ PORT: '0', DATA_DIR: dataDir, PROJECTOR: 'external' }),
    logger: createLogger('silent'),
    builtPages: null,
    seedFolder,
    print: (line) => printed.push(line),
  });
  await expect
    .poll(() => {
      vi.advanceTimersByTime(11_000);
      return printed;
    })
    .toEqual([
      expect.stringContaining('Filled the empty directory'),
      'The site opens when its views show all places.',
    ]);

  const { log, store } = await openStores();
  await rebuildViews({ log, store, views: Object.values(directoryViews('Asia/Kuala_Lumpur')) });
  await Promise.all([log.close(), store.close()]);
  await (await starting).stop();
  vi.useRealTimers();
  expect(printed).toContainEqual(expect.stringContaining('The directory is at'));
});

// SQLite removes it when the last connection is closed.
const openFiles = () => readdirSync(dataDir).filter((name) => name.endsWith('-wal'));

test('a start that cannot read the pages closes all stores, so that the program ends', async () => {
  await expect(start(undefined, join(dataDir, 'missing'))).rejects.toThrow('missing');
  (await openOriginalLog(dataDir)).close();
});

test('serve closes every store if seeding fails', async () => {
  await expect(start(join(dataDir, 'no-such-folder'))).rejects.toThrow('places.json');
  expect(openFiles()).toEqual([]);
});

test('serve refuses an empty log beside existing views, and leaves the views', async () => {
  const { log, store } = await openStores();
  await generateLog(log, { events: 30, businesses: 5 });
  await rebuildViews({ log, store, views: Object.values(directoryViews('UTC')) });
  await Promise.all([log.close(), store.close()]);
  rmSync(join(dataDir, 'events.db'));

  await expect(start()).rejects.toThrow(`The event log in ${dataDir} is empty`);
  expect(openFiles()).toEqual([]);
  expect(readdirSync(dataDir)).toContain('views.db');
});

test('serve refuses an empty log beside accounts of a lost one, as after half a restore', async () => {
  const file = join(dataDir, 'accounts.db');
  const accounts = openSqliteAccounts({ file });
  const state = { log: 'an-event', position: toPosition(9), summarized: '2026-11-30' };
  await accounts.setNotifierState(state);
  await accounts.close();

  await expect(start()).rejects.toThrow(
    `The event log in ${dataDir} is empty, but there are accounts of an earlier log: restore events.db from a backup, or remove accounts.db to start with an empty directory.`,
  );
  const unchanged = openSqliteAccounts({ file });
  expect(await unchanged.getNotifierState()).toEqual(state);
  await unchanged.close();
});

async function openStores() {
  const config = { dataDir, eventstoreUrl: null, mongodbUrl: null };
  const store = await openViewStore(config, () => undefined);
  return { log: await openLog(config), store };
}
