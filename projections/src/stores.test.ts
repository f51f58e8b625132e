import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { directoryLog, type OwnerKey } from '@directory/domain';
import { startOfLog } from '@directory/domain/event-store';
import { driverFile } from '@directory/domain/sqlite-driver';
import { keysInMemory, someEvent, writeFormat1 } from '@directory/domain/testing';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { OperatorError } from './config.ts';
import { prepareDataFolder } from './data-folder.ts';
import {
  openExistingLog,
  openLog,
  openOriginalLog,
  openScratchViewStore,
  openViewStore,
  ownerUnseenUpTo,
  requireOwnerKeys,
} from './stores.ts';
import { appendEvents } from './testing/append-events.ts';
import { eventsOf } from './testing/business-events.ts';
import { withFault } from './testing/faulty-store.ts';
import { openTemporaryStores } from './testing/temporary-stores.ts';
import { rebuildViews } from './engine/rebuild.ts';
import { directoryViews } from './views/directory-views.ts';
import { ViewStoreUnavailable } from './view-store/view-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'stores-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const eventstoreUrl = null;
const mongodbUrl = null;

test('a missing data folder is created', async () => {
  const dataDir = join(folder, 'some', 'where');
  const log = await openLog({ dataDir, eventstoreUrl, mongodbUrl });
  const store = await openViewStore({ dataDir, mongodbUrl }, () => undefined);
  await store.ping();
  await log.ping();
  await store.close();
  await log.close();
});

test('a data folder that another program creates at the same moment is used', () => {
  const dataDir = join(folder, 'new', 'shared');
  const make = mkdirSync;
  const raced = vi.spyOn(fs, 'mkdirSync').mockImplementation((path, options) => {
    make(path, options);
    return make(path, options);
  });
  onTestFinished(() => {
    raced.mockRestore();
    syncBuiltinESMExports();
  });
  syncBuiltinESMExports();
  prepareDataFolder(dataDir);
  expect(raced).toHaveBeenCalledTimes(2);
  expect(existsSync(dataDir)).toBe(true);
});

/** As text, so that it runs in a thread of Node 20. */
const holdWriteLock = `
  const { parentPort, workerData } = require('node:worker_threads');
  const db = require(workerData.driver)(workerData.file);
  db.exec('BEGIN IMMEDIATE');
  parentPort.postMessage('held');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  db.exec('COMMIT');
  db.close();`;

test.each(['events.db', 'accounts.db', 'views.db'])(
  'a data folder is used whose %s another program is just making',
  async (name) => {
    const dataDir = mkdtempSync(join(folder, 'both-'));
    const workerData = { driver: driverFile, file: join(dataDir, name) };
    const other = new Worker(holdWriteLock, { eval: true, workerData });
    const ended = once(other, 'exit');
    await once(other, 'message');
    const log = await openLog({ dataDir, eventstoreUrl, mongodbUrl });
    const store = await openViewStore({ dataDir, mongodbUrl }, () => undefined);
    await store.ping();
    await log.ping();
    await store.close();
    await log.close();
    await ended;
  },
);

test('a data folder that cannot be created is refused by name', async () => {
  const dataDir = join(folder, 'file');
  writeFileSync(dataDir, '');
  await expect(openLog({ dataDir, eventstoreUrl, mongodbUrl })).rejects.toThrow(OperatorError);
  await expect(openLog({ dataDir, eventstoreUrl, mongodbUrl })).rejects.toThrow(
    `The data folder ${dataDir}`,
  );
});

test.skipIf(process.platform === 'win32')(
  'a file in place of the data folder is not said to lack permissions',
  async () => {
    const dataDir = join(folder, 'no-folder');
    writeFileSync(dataDir, '');
    for (const open of [openLog, openExistingLog])
      await expect(open({ dataDir, eventstoreUrl, mongodbUrl })).rejects.toThrow(
        `The data folder ${dataDir} cannot be used: ENOTDIR: not a directory`,
      );
  },
);

test('a folder without a log that is only looked for stays as it is', async () => {
  const dataDir = mkdtempSync(join(folder, 'mistaken-'));
  const file = join(dataDir, 'views.db');
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  await expect(openExistingLog({ dataDir, eventstoreUrl, mongodbUrl })).rejects.toThrow(
    'set DATA_DIR to the data folder',
  );
  expect(statSync(file).mode & 0o777).toBe(0o644);
});

test('a log on a server is refused without the keys in the database of MONGODB_URL', async () => {
  const dataDir = mkdtempSync(join(folder, 'without-keys-'));
  const log = await openLog({ dataDir, eventstoreUrl, mongodbUrl });
  onTestFinished(() => log.close());
  const config = {
    dataDir,
    eventstoreUrl: 'esdb://127.0.0.1:1',
    mongodbUrl: 'mongodb://127.0.0.1:1/wrong',
  };
  const elsewhere = { ...log, ownerKeys: keysInMemory() };
  await requireOwnerKeys(elsewhere, config);
  await appendEvents(log, [eventsOf(1).submitted()]);
  await requireOwnerKeys(log, config);
  await expect(requireOwnerKeys(elsewhere, config)).rejects.toThrow('correct MONGODB_URL');
});

test('a log on a server whose first events are visits is refused by its newest events', async () => {
  const dataDir = mkdtempSync(join(folder, 'visits-first-'));
  const log = await openLog({ dataDir, eventstoreUrl, mongodbUrl });
  onTestFinished(() => log.close());
  const visits = Array.from({ length: 1_000 }, () => someEvent({ type: 'BusinessViewed' }));
  await log.append('visits-1', visits, { expected: 'none' });
  await appendEvents(log, [eventsOf(1).submitted()]);
  const config = { dataDir, eventstoreUrl: 'esdb://127.0.0.1:1', mongodbUrl };
  await requireOwnerKeys(log, config);
  const elsewhere = { ...log, ownerKeys: keysInMemory() };
  await expect(requireOwnerKeys(elsewhere, config)).rejects.toThrow('correct DATA_DIR');
});

test('a log is refused with the keys that its owners have in another directory', async () => {
  const dataDir = mkdtempSync(join(folder, 'other-keys-'));
  const log = await openLog({ dataDir, eventstoreUrl, mongodbUrl });
  onTestFinished(() => log.close());
  await appendEvents(log, [eventsOf(1).submitted()]);
  const [known] = await log.ownerKeys.all();
  const requireKey = (given: Partial<OwnerKey>) => {
    const ownerKeys = keysInMemory(known && [{ ...known, ...given }]);
    return requireOwnerKeys({ ...log, ownerKeys }, { dataDir, eventstoreUrl, mongodbUrl });
  };
  await requireKey({});
  await requireKey({ key: null, erasure: 'delete' });
  const key = randomBytes(32);
  await expect(requireKey({ key })).rejects.toThrow('correct DATA_DIR');
  const laterKeys = keysInMemory(known && [{ ...known, key }]);
  await appendEvents(directoryLog(log.stored, laterKeys), [
    eventsOf(1).edited({ synopsis: 'Sup' }),
  ]);
  await requireKey({ key });
});

test('an owner is unseen up to the position of the summary of owners, unless listed there', async () => {
  const { log, store, close } = await openTemporaryStores();
  onTestFinished(close);
  expect(await ownerUnseenUpTo(store, 'owner-1')).toBe(startOfLog);
  const position = await appendEvents(log, [eventsOf(1).submitted()]);
  const { ownerSummary } = directoryViews('Asia/Kuala_Lumpur');
  await rebuildViews({ log, store, views: [ownerSummary] });
  expect(await ownerUnseenUpTo(store, 'owner-1')).toBe(startOfLog);
  expect(await ownerUnseenUpTo(store, 'owner-2')).toBe(position);
  const failing = withFault(store, () => {
    throw new ViewStoreUnavailable('busy');
  });
  expect(await ownerUnseenUpTo(failing, 'owner-1')).toBe(startOfLog);
});

test('a conversion that was interrupted between its two renames is finished by who only reads', async () => {
  const dataDir = mkdtempSync(join(folder, 'converted-'));
  const file = join(dataDir, 'events.db');
  writeFormat1(file, { 'visits-1': [someEvent()] });
  await (await openLog({ dataDir, eventstoreUrl, mongodbUrl })).close();
  renameSync(file, `${file}.format-2`);
  (await openOriginalLog(dataDir)).close();
  renameSync(file, `${file}.format-2`);
  const log = await openExistingLog({ dataDir, eventstoreUrl, mongodbUrl });
  expect(await log.readStream('visits-1')).toHaveLength(1);
  await log.close();
});

test.skipIf(process.platform === 'win32').each([
  ['accounts', 'openOwnerKeys(config)'],
  ['events', 'openStoredLog(config)'],
  ['views', 'openViewStore(config, () => undefined)'],
])('a full disk is named as what prevents opening the %s', async (name, opening) => {
  const dataDir = mkdtempSync(join(folder, 'full-'));
  const config = { dataDir, eventstoreUrl, mongodbUrl };
  await (await openLog(config)).close();
  await (await openViewStore(config, () => undefined)).close();
  const program = `
    import { openOwnerKeys, openStoredLog, openViewStore } from ${JSON.stringify(join(import.meta.dirname, 'stores.ts'))};
    const config = ${JSON.stringify(config)};
    await ${opening};`;
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '--eval', program];
  // No file may grow, as on a full disk.
  const { stderr } = spawnSync('sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...node], {
    encoding: 'utf8',
  });
  expect(stderr).toMatch(new RegExp(`${name}.db cannot be (used|reached): the disk is full[.]`));
});

test('scratch views of a killed process are removed, and those of a running one are not', async () => {
  const { pid } = spawnSync(process.execPath, ['--eval', '']);
  const ofKilled = mkdtempSync(join(tmpdir(), `scratch-views-${pid}-`));
  const ofRunning = mkdtempSync(join(tmpdir(), `scratch-views-${process.pid}-`));
  const scratch = await openScratchViewStore();
  expect([ofKilled, ofRunning].map((each) => existsSync(each))).toEqual([false, true]);
  await scratch.close();
  rmSync(ofRunning, { recursive: true });
});
