import { once } from 'node:events';
import { existsSync, renameSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { errorMessage } from '@directory/domain/shared/unknown';
import { driverFile, identityOf, isBusy, switchToWal } from '@directory/domain/sqlite-driver';
import { ViewStoreUnavailable } from '../view-store.ts';
import { ForeignFile, isUnusable, openDatabase, orOutage, type SqlDatabase } from './database.ts';
import { applicationId, layout, migrations, schema } from './schema.ts';

export type ViewFiles = ReturnType<typeof open>;

/** A damaged file was quarantined, or one that an older release wrote was migrated, whose documents stay as they are. */
export type FileEvent = { readonly file: string } & (
  | { readonly type: 'view-store-set-aside'; readonly movedTo: string; readonly reason: string }
  | { readonly type: 'view-store-migrated'; readonly fromLayout: number }
);

export type ReportFile = (event: FileEvent) => void;

/** Views can always be built again from the log, so an unusable file is renamed and not repaired. */
export function openViewFiles(file: string, report: ReportFile): ViewFiles {
  const found = identityOf(file);
  try {
    return openUnlessOutage(file, report);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    quarantineFile({ file, identity: found, reason: error.message }, report);
    return openUnlessOutage(file, report);
  }
}

function openUnlessOutage(file: string, report: ReportFile): ViewFiles {
  try {
    return open(file, report);
  } catch (error) {
    if (isBusy(error))
      throw new ViewStoreUnavailable(`The views in ${file} are locked.`, { cause: error });
    throw orOutage(error, file);
  }
}

export async function closeViewFiles({ reader, writer, checkpointer }: ViewFiles): Promise<void> {
  await checkpointer.close();
  reader.close();
  writer.close();
}

/** Renames a damaged file, unless another process has replaced it meanwhile. @throws ViewStoreUnavailable */
export function quarantineFile(
  { file, identity, reason }: { file: string; identity: string | undefined; reason: string },
  report: ReportFile,
): void {
  if (identityOf(file) !== identity) return;
  const movedTo = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  try {
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(file + suffix)) renameSync(file + suffix, movedTo + suffix);
  } catch (cause) {
    const message = `The damaged views in ${file} cannot be renamed: ${errorMessage(cause)}.`;
    throw new ViewStoreUnavailable(message, { cause });
  }
  report({ type: 'view-store-set-aside', file, movedTo, reason });
}

const startWaitMs = 5_000;
const readWaitMs = 1_000;
/** Reached only when the checkpointer cannot keep up. */
const maxWalPages = 20_000;

/** Two connections, because a batch is written in slices between which others read. */
function open(file: string, report: ReportFile) {
  const fromLayout = prepareFile(file);
  if (fromLayout !== null) report({ type: 'view-store-migrated', file, fromLayout });
  const reader = openDatabase(file, readWaitMs);
  // First, as it waits where another program that ends empties the WAL at this moment, and none can from then on.
  reader.exec('PRAGMA query_only = ON; PRAGMA cache_size = -16000;');
  const writer = openDatabase(file, 0);
  // Commits that a power failure takes from the views are folded again; only the log itself waits for the disk.
  writer.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000;');
  writer.exec(`PRAGMA wal_autocheckpoint = ${maxWalPages}`);
  return {
    /** That of the open file, which another process may have replaced by a new file. */
    identity: identityOf(file),
    reader,
    writer,
    checkpointer: createCheckpointer(file),
  };
}

/** Returns the layout that the file was migrated from; null when it is new or has today's. */
function prepareFile(file: string): number | null {
  const database = openDatabase(file, startWaitMs);
  try {
    const before = readLayout(database);
    switchToWal(database);
    // A current file is opened without the write lock, which a build of another process holds nearly all the time.
    if (before === layout) return null;
    database.exec('BEGIN IMMEDIATE');
    const found = readLayout(database);
    const migration = found === null ? '' : (migrations[found] ?? '');
    database.exec(`${migration} ${schema} COMMIT`);
    return found === layout ? null : found;
  } finally {
    database.close();
  }
}

/** Null for a new file. @throws ForeignFile for one that cannot be migrated */
function readLayout(database: SqlDatabase): number | null {
  const found = database
    .prepare<{ tables: number; application_id: number; user_version: number }>(
      `SELECT (SELECT count(*) FROM sqlite_schema) AS tables, application_id, user_version
       FROM pragma_application_id, pragma_user_version`,
    )
    .get();
  if (!found || found.tables === 0) return null;
  if (found.application_id !== applicationId) throw new ForeignFile('it is no file of views');
  const { user_version: version } = found;
  if (version !== layout && !(version in migrations))
    throw new ForeignFile(`it has layout ${version}, not ${layout}`);
  return version;
}

/** How many rows are written between two checkpoints: about 4 MB. */
const rowsBetween = 1_000;

/**
 * Moves the WAL into the database from a thread of its own. SQLite does it within a commit otherwise, and that commit then holds
 * up the event loop for 20 to 40 ms, as measured. The thread is started when it is needed first.
 */
function createCheckpointer(file: string) {
  let rows = 0;
  let isMoving = false;
  let thread: Worker | null = null;
  const start = () => {
    const started = startScript(checkpoints, file);
    // Without it the WAL grows until a commit moves it, which is slower and nothing worse.
    const forget = () => {
      thread = null;
      isMoving = false;
    };
    started.on('message', () => {
      isMoving = false;
    });
    started.on('error', forget);
    started.on('exit', forget);
    started.unref();
    return started;
  };
  return {
    /** To be called after every commit, with how many rows it wrote. */
    wrote(more: number): void {
      rows += more;
      if (rows < rowsBetween || isMoving) return;
      thread ??= start();
      isMoving = true;
      rows = 0;
      thread.postMessage('checkpoint');
    },
    async close(): Promise<void> {
      await thread?.terminate();
    },
  };
}

/**
 * Rewrites the file, without what was deleted, and empties the WAL. In a thread, as it takes some seconds for a large file.
 *
 * @throws ViewStoreUnavailable while other processes read or write all the time
 */
export async function compact(file: string, timeoutMs = 10_000): Promise<void> {
  const thread = startScript(compaction, file, timeoutMs);
  const failed = (reason: string) =>
    new ViewStoreUnavailable(`The views in ${file} cannot be rewritten: ${reason}.`);
  const answers: unknown[] = await once(thread, 'message').catch((error: unknown) => {
    throw failed(errorMessage(error));
  });
  await thread.terminate();
  const answer = answers[0];
  if (typeof answer === 'string') throw failed(answer);
  if (answer !== 0) throw failed('another process uses them all the time');
}

/** As text, so that it is the same in the bundle and from source: threads of Node 20 load no TypeScript. */
const compaction = `
  const { parentPort, workerData } = require('node:worker_threads');
  try {
    const db = require(workerData.driver)(workerData.file, { fileMustExist: true, timeout: workerData.timeoutMs });
    db.exec('VACUUM');
    parentPort.postMessage(db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }));
    db.close();
  } catch (error) {
    // An error of the driver arrives without its message.
    parentPort.postMessage(error.message);
  }`;

const checkpoints = `
  const { parentPort, workerData } = require('node:worker_threads');
  const db = require(workerData.driver)(workerData.file, { fileMustExist: true });
  parentPort.on('message', () => {
    db.pragma('wal_checkpoint(PASSIVE)');
    parentPort.postMessage('done');
  });`;

function startScript(code: string, file: string, timeoutMs?: number): Worker {
  return new Worker(code, { eval: true, workerData: { driver: driverFile, file, timeoutMs } });
}
