import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directoryLog, firstTamperedRevision, type DirectoryLog } from '@directory/domain';
import { startOfLog, type EventStore, type RecordedEvent } from '@directory/domain/event-store';
import { openEventStoreDb } from '@directory/domain/event-store/eventstoredb';
import { startGrpcPeer } from '@directory/domain/event-store/eventstoredb/testing';
import { openSqliteEventStore } from '@directory/domain/event-store/sqlite';
import { openOwnerKeys } from '@directory/projections/stores';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyPassword } from '../accounts/passwords.ts';
import { openSqliteAccounts } from '../accounts/sqlite/sqlite-accounts.ts';
import { openDiskImages } from '../images/image-store.ts';
import { imageSaver } from '../images/save-image.ts';
import { writeFewPlaces } from '../testing/sample-places.ts';
import { seedDirectory, type SeedOptions } from './seed-directory.ts';
import { seedTimeOf } from './seed-plan.ts';

const icNumberKey = createSecretKey(randomBytes(32));
const clocks = ['2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.750Z', '2026-11-23T09:30:00.000Z'];

let folder: string;
let seedFolder: string;
let closing: (() => Promise<void>)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seeds-'));
  seedFolder = join(folder, 'seed');
  closing = [];
  await writeFewPlaces(seedFolder);
});
afterEach(async () => {
  for (const close of closing) await close();
  await rm(folder, { recursive: true });
});

test.each([
  ['SQLite', async () => sqliteLogs()],
  ['EventStoreDB', async () => eventStoreDbLogs()],
])(
  'seedDirectory of three concurrent replicas on %s adds what one would',
  async (_, logs) => {
    const openLog = await logs();
    const dataDir = await makeFolder('shared');
    const replicas = await Promise.all(
      clocks.map(async (now) => replica(await openLog(), { now, dataDir, stores: dataDir })),
    );
    const reports = await Promise.all(replicas.map(seedDirectory));
    const log = await openLog();
    const events = await byStream(log);

    const [first] = await log.readAll({ after: startOfLog, limit: 1 });
    const alone = replica(await sqliteLogs()(), {
      now: seedTimeOf(first?.metadata.time ?? 'none', new Date(clocks[0] ?? 'none')).toISOString(),
      dataDir: await makeFolder('alone'),
      stores: join(folder, 'alone'),
    });
    await seedDirectory(alone);
    expect(Object.keys(events).length).toBeGreaterThan(20);
    expect(events).toEqual(await byStream(alone.log));
    expect(await areChainsWhole(log)).toBe(true);
    expect(await readdir(join(dataDir, 'uploads'))).toEqual(
      await readdir(join(folder, 'alone', 'uploads')),
    );
    const logins = reports.map(({ ownerLogin }) => ownerLogin?.password);
    expect(new Set(logins).size).toBe(1);
    expect(await canLogIn(replicas[0], logins[0])).toBe(true);
  },
  60_000,
);

test('seedDirectory of concurrent replicas with data folders of their own returns one login', async () => {
  const openLog = sqliteLogs();
  const stores = await makeFolder('stores');
  const replicas = await Promise.all(
    clocks.map(async (now, index) =>
      replica(await openLog(), { now, stores, dataDir: await makeFolder(`own-${index}`) }),
    ),
  );
  const reports = await Promise.all(replicas.map(seedDirectory));
  const logins = reports.flatMap(({ ownerLogin }) => ownerLogin ?? []);
  expect(logins).toHaveLength(1);
  expect(await canLogIn(replicas[0], logins[0]?.password)).toBe(true);
  const files = await Promise.all(replicas.map(({ dataDir }) => readdir(dataDir)));
  expect(files.flat()).toEqual(['demonstration-owner-login.txt']);
}, 60_000);

/** Of one log, whose owners' keys are shared, too. */
type OpenLog = () => Promise<DirectoryLog>;

function sqliteLogs(): OpenLog {
  const file = join(folder, `events-${randomBytes(4).toString('hex')}.db`);
  return async () => withKeys(await openSqliteEventStore({ file }));
}

async function eventStoreDbLogs(): Promise<OpenLog> {
  const peer = await startGrpcPeer();
  closing.push(async () => {
    peer.stop();
  });
  return async () => withKeys(await openEventStoreDb({ url: peer.url, timeoutMs: 60_000 }));
}

async function withKeys(stored: EventStore): Promise<DirectoryLog> {
  const keys = await openOwnerKeys({ dataDir: folder, mongodbUrl: null });
  const log = directoryLog(stored, keys);
  closing.unshift(() => log.close());
  return log;
}

function replica(
  log: DirectoryLog,
  { now, dataDir, stores }: { now: string; dataDir: string; stores: string },
): SeedOptions {
  const accounts = openSqliteAccounts({ file: join(stores, 'accounts.db') });
  closing.unshift(() => accounts.close());
  const saveImage = imageSaver(openDiskImages({ folder: join(stores, 'uploads') }));
  const clock = () => new Date(now);
  const timeZone = 'Asia/Kuala_Lumpur';
  return { log, accounts, icNumberKey, saveImage, seedFolder, dataDir, timeZone, clock };
}

async function makeFolder(name: string): Promise<string> {
  const made = join(folder, name);
  await mkdir(made);
  return made;
}

/** The events by stream: the order of streams among each other varies, and so do encrypted texts and the hashes of them. */
async function byStream(log: EventStore) {
  const streams: Record<string, object[]> = {};
  const events = await log.readAll({ after: startOfLog, limit: 100_000 });
  for (const { stream, revision, id, type, data, metadata } of events)
    (streams[stream] ??= []).push({
      revision,
      id,
      type,
      data,
      metadata: { ...metadata, previous: null },
    });
  return streams;
}

async function areChainsWhole({ stored }: DirectoryLog): Promise<boolean> {
  const streams: Record<string, RecordedEvent[]> = {};
  for (const event of await stored.readAll({ after: startOfLog, limit: 100_000 }))
    if (event.stream.startsWith('business-')) (streams[event.stream] ??= []).push(event);
  const breaks = await Promise.all(Object.values(streams).map(firstTamperedRevision));
  return breaks.every((revision) => revision === null);
}

async function canLogIn(seeder: SeedOptions | undefined, password = ''): Promise<boolean> {
  const owner = await seeder?.accounts.getOwnerByEmail('owner@demo.example');
  return verifyPassword(owner?.passwordHash, password);
}
