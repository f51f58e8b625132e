import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  directoryLog,
  encryptedFor,
  isEncryptedUnder,
  personalData,
  upcast,
  type DirectoryLog,
  type OwnerKeys,
} from '@directory/domain';
import {
  startOfLog,
  UnusableLog,
  type EventStore,
  type Position,
} from '@directory/domain/event-store';
import { openSqliteEventStore } from '@directory/domain/event-store/sqlite';
import {
  openLogExclusively,
  type ExclusiveLog,
} from '@directory/domain/event-store/sqlite/exclusive';
import { convertLog, isOldLog } from '@directory/domain/event-store/sqlite/convert';
import { hasCode } from '@directory/domain/shared/unknown';
import { OperatorError, type ProjectionsConfig } from './config.ts';
import { makeFolder, prepareDataFolder, requireUsable } from './data-folder.ts';
import { checkAccountsFile } from './owner-keys/accounts-file.ts';
import { openSqliteOwnerKeys } from './owner-keys/sqlite-owner-keys.ts';
import { endingSignals } from './process.ts';
import { openSqliteViewStore } from './view-store/sqlite/sqlite-view-store.ts';
import type { ReportFile } from './view-store/sqlite/view-files.ts';
import { liveGeneration, ViewStoreUnavailable, type ViewStore } from './view-store/view-store.ts';
import { ownerSummary } from './views/owner-summary.ts';

export type { ExclusiveLog, ReportFile };

type LogConfig = Pick<ProjectionsConfig, 'dataDir' | 'eventstoreUrl' | 'mongodbUrl'>;

/**
 * The log, and the keys with which the personal data in it are read. A log of an older format is converted first. An unreachable
 * server is no error yet, unless the conversion needs keys from it.
 *
 * @throws OperatorError, UnusableAccountsFile, OwnerKeysUnavailable, and what the log adapter throws for an unusable file or address.
 */
export async function openLog(config: LogConfig): Promise<DirectoryLog> {
  const ownerKeys = await openOwnerKeys(config);
  return closeOnFailure([ownerKeys], async () => {
    if (config.eventstoreUrl === null) await convertOldLog(config.dataDir, ownerKeys);
    return directoryLog(await openStoredLog(config), ownerKeys);
  });
}

/** The keys, which are stored with the accounts. @throws OperatorError, UnusableAccountsFile */
export async function openOwnerKeys({
  dataDir,
  mongodbUrl,
}: Pick<LogConfig, 'dataDir' | 'mongodbUrl'>): Promise<OwnerKeys> {
  if (mongodbUrl !== null) {
    const { openMongoOwnerKeys } = await import('./owner-keys/mongo-owner-keys.ts');
    return openMongoOwnerKeys({ url: mongodbUrl });
  }
  prepareDataFolder(dataDir);
  return openSqliteOwnerKeys({ file: accountsFile(dataDir) });
}

/** Checks the file of the accounts, where they are in one. @throws UnusableAccountsFile */
export function checkAccounts({ dataDir, mongodbUrl }: LogConfig): void {
  if (mongodbUrl === null) checkAccountsFile(accountsFile(dataDir));
}

/** The file of the accounts and of the keys of owners. */
export function accountsFile(dataDir: string): string {
  return join(dataDir, 'accounts.db');
}

/**
 * The log as it is stored, with personal data encrypted. An unreachable server is no error yet.
 *
 * @throws OperatorError, and what the log adapter throws for an unusable file or address.
 */
export async function openStoredLog({ dataDir, eventstoreUrl }: LogConfig): Promise<EventStore> {
  if (eventstoreUrl !== null) {
    // Loaded only here: the client takes a third of a second and 30 MB.
    const { openEventStoreDb } = await import('@directory/domain/event-store/eventstoredb');
    return openEventStoreDb({ url: eventstoreUrl });
  }
  prepareDataFolder(dataDir);
  return openSqliteEventStore({ file: join(dataDir, logFile) });
}

/** Encrypts what an older release left in the clear. Writes a line every two seconds, as the start takes longer. */
async function convertOldLog(dataDir: string, ownerKeys: OwnerKeys): Promise<void> {
  const personal = personalData(ownerKeys);
  let shownAt = -Infinity;
  await convertLog(join(dataDir, logFile), {
    encrypt: (events) => personal.encrypt(events),
    read: async (events) => (await personal.decrypt(events)).map((event) => upcast(event)),
    onProgress: ({ step, events, total }) => {
      const isDone = step === 'comparing' && events === total;
      if (!isDone && performance.now() - shownAt < 2_000) return;
      shownAt = performance.now();
      process.stderr.write(
        `Converting the event log to format 2: ${step} ${events} of ${total} events.\n`,
      );
    },
  });
}

/**
 * For programs that only look at a log: they create none in a folder that was named by mistake.
 *
 * @throws UnusableLog where there is none, OperatorError where the folder may not be used, and what `openLog` throws.
 */
export async function openExistingLog(config: LogConfig): Promise<DirectoryLog> {
  if (!hasLog(config)) {
    requireUsable(config.dataDir);
    throw new UnusableLog(
      join(config.dataDir, logFile),
      'there is no such file; set DATA_DIR to the data folder',
    );
  }
  return openLog(config);
}

/**
 * Refuses a log without its keys at the start, where none fits the events that are looked at: nothing could be read or written.
 *
 * @throws OperatorError, OwnerKeysUnavailable, and what the log throws
 */
export async function requireOwnerKeys(
  log: Pick<DirectoryLog, 'stored' | 'ownerKeys'>,
  config: LogConfig,
): Promise<void> {
  // EventStoreDB would read up to the first of the type, however far that is.
  const types = config.eventstoreUrl === null ? ['BusinessSubmitted'] : undefined;
  const first = await log.stored.readAll({ after: startOfLog, limit: 1_000, types });
  // Releases before 29 November 2026 made a new key where one was missing: only later events fit it.
  const newest = await log.stored.readLast(1_000);
  const events = [...first, ...newest];
  const owners = new Set(events.flatMap((event) => encryptedFor(event) ?? []));
  if (owners.size === 0) return;
  // The owner of the demonstration has the same id in every directory, and a key of its own in each.
  const keys = await log.ownerKeys.find([...owners]);
  if (events.some((event) => keys.some((key) => isEncryptedUnder(event, key)))) return;
  const { place, setting } = placeOfAccounts(config);
  throw new OperatorError(
    `The event log has personal data of owners whose keys are not in ${place}: correct ${setting}, or restore the accounts from a backup. npm run verify names the owners without a key.`,
  );
}

/** Where accounts and keys are, and the setting that says so. */
export function placeOfAccounts({ dataDir, mongodbUrl }: Omit<LogConfig, 'eventstoreUrl'>) {
  return mongodbUrl === null
    ? { place: accountsFile(dataDir), setting: 'DATA_DIR' }
    : { place: 'the database of MONGODB_URL', setting: 'MONGODB_URL' };
}

/** Up to where a view shows that an owner has no events. See `directoryLog`. */
export async function ownerUnseenUpTo(store: ViewStore, owner: string): Promise<Position> {
  try {
    const live = liveGeneration(await store.generations(), ownerSummary.name);
    // The position first, as the document may be newer.
    const isListed = (await store.get(ownerSummary, owner)) !== null;
    return live && !isListed ? live.position : startOfLog;
  } catch (error) {
    if (error instanceof ViewStoreUnavailable) return startOfLog;
    throw error;
  }
}

/** Whether there is a log. A server is taken to have one. */
export function hasLog({ dataDir, eventstoreUrl }: LogConfig): boolean {
  const file = join(dataDir, logFile);
  return eventstoreUrl !== null || existsSync(file) || isOldLog(file);
}

/**
 * The log in a data folder that no program uses, locked until it is closed. One of an older format is converted first.
 *
 * @throws UnusableLog
 */
export async function openOriginalLog(dataDir: string): Promise<ExclusiveLog> {
  const file = join(dataDir, logFile);
  // To open the keys would make their file where there is none.
  if (isOldLog(file)) {
    const opening = openOwnerKeys({ dataDir, mongodbUrl: null });
    await closeAfter(opening, (ownerKeys) => convertOldLog(dataDir, ownerKeys));
  }
  return openLogExclusively({ file });
}

const logFile = 'events.db';

/**
 * `report` gets a damaged file that was quarantined, whose views are then rebuilt, or a migrated one. An unreachable server is no error yet.
 *
 * @throws OperatorError, ViewStoreUnavailable
 */
export async function openViewStore(
  { dataDir, mongodbUrl, viewsDatabase }: Omit<ProjectionsConfig, 'timeZone' | 'eventstoreUrl'>,
  report: ReportFile,
): Promise<ViewStore> {
  if (mongodbUrl !== null) {
    // Loaded only here: the driver takes a quarter of a second and 20 MB.
    const { openMongoViewStore } = await import('./view-store/mongodb/mongo-view-store.ts');
    return openMongoViewStore({ url: mongodbUrl, database: viewsDatabase });
  }
  prepareDataFolder(dataDir);
  return openSqliteViewStore({ file: join(dataDir, 'views.db'), report });
}

/** Does what comes after stores were opened, and closes them if that fails: an open store keeps its process running. */
export async function closeOnFailure<Result>(
  stores: readonly { readonly close: () => Promise<void> }[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await Promise.all(stores.map((store) => store.close()));
    throw error;
  }
}

/** Closes what was opened once the work is done, or failed. */
export async function closeAfter<Store extends { close(): Promise<void> }, Result>(
  opening: Promise<Store>,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await opening;
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const scratchName = /^scratch-views-(\d+)-/;

/** An empty view store that is gone once it is closed, at the exit of this process, or after a kill with `removeLeftScratchFolders`. */
export async function openScratchViewStore(): Promise<ViewStore> {
  removeLeftScratchFolders();
  const folder = join(tmpdir(), `scratch-views-${process.pid}-${randomUUID()}`);
  // The thread of the store may be adding a file.
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const keepOnExit = discardOnExit(removeFolder);
  makeFolder(folder);
  const store = openSqliteViewStore({ file: join(folder, 'views.db'), report: () => undefined });
  return {
    ...store,
    async close() {
      await store.close();
      removeFolder();
      keepOnExit();
    },
  };
}

/** Calls `discard` if the process exits, also by a signal, before the returned function is called. */
export function discardOnExit(discard: () => void): () => void {
  const end = (_name: string, number: number) => process.exit(128 + number);
  process.once('exit', discard);
  for (const signal of endingSignals) process.once(signal, end);
  return () => {
    process.off('exit', discard);
    for (const signal of endingSignals) process.off(signal, end);
  };
}

/** Removes what processes that were killed left behind: it holds personal data in the clear. */
export function removeLeftScratchFolders(): void {
  if (!existsSync(tmpdir())) return;
  for (const name of readdirSync(tmpdir())) {
    const owner = scratchName.exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // It is of another user.
    }
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // With another code it runs, but may not be signalled.
    return !hasCode(error, 'ESRCH');
  }
}
