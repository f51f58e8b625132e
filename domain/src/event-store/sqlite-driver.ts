import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Driver from 'better-sqlite3';
import { errorMessage } from '../shared/unknown.ts';

export type { Database, Statement } from 'better-sqlite3';

const require = createRequire(import.meta.url);

/**
 * The file of the driver, for threads whose code is a text. Its binaries need Node-API 10, which came with Node 22.14. For an older Node
 * the last release before that is compiled; compiled for Node 24.19 or newer, it ends the process when a closed database is collected.
 */
export const driverFile =
  Number(process.versions.napi) >= 10
    ? require.resolve('better-sqlite3')
    : require.resolve('better-sqlite3-12');

export const BetterSqlite3 = require(driverFile) as typeof Driver;

export const { SqliteError } = BetterSqlite3;

/** SQLite's own name for an error, such as SQLITE_BUSY; empty when it is not SQLite's. */
export function sqliteCode(error: unknown): string {
  return error instanceof SqliteError ? error.code : '';
}

/** Another connection has a lock. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));
}

/** The file is no SQLite database, or not a whole one. */
export function isDamage(error: unknown): error is Error {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error));
}

/** What an operator does about a damaged file. */
export const restoreIt = 'restore it from a backup (docs/operations.md)';

/** SQLite reports an I/O error, too, where a full disk has no room for the index of a WAL; SHMMAP is no sign of one. */
export function isFullDisk(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR_SHM(OPEN|SIZE))/.test(sqliteCode(error));
}

/** SQLite's own retries become one every 100 ms, which may never find a file free while another process writes all the time. */
const maxRetryMs = 4;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** Does work that may meet the lock of another connection, again and again for so long. It blocks the thread. */
export function untilFree(work: () => unknown, timeoutMs: number): void {
  const until = performance.now() + timeoutMs;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      Atomics.wait(pause, 0, 0, maxRetryMs * Math.random());
    }
  }
}

const walWaitMs = 5_000;

/**
 * Has a database written by a WAL. Where another program makes the same file at the same moment, SQLite fails at once instead of waiting
 * as it does for other locks.
 */
export function switchToWal(database: { readonly exec: (sql: string) => unknown }): void {
  untilFree(() => database.exec('PRAGMA journal_mode = WAL'), walWaitMs);
}

/**
 * Returns a check that fails once an open file was removed or replaced, or its folder cannot be read: what is written to it then is lost
 * when the program ends.
 */
export function requireInPlace(
  file: string,
  errorFor: (reason: string, options?: ErrorOptions) => Error,
): () => void {
  const opened = identityOf(file);
  return () => {
    let found: string | undefined;
    try {
      found = identityOf(file);
    } catch (error) {
      throw errorFor(errorMessage(error), { cause: error });
    }
    if (found === opened) return;
    const reason = 'the file was removed or replaced while a program that is running has it open';
    throw errorFor(`${reason}; stop that program first`);
  };
}

/** The same for all names of one file; undefined where there is none. */
export function identityOf(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}/${stats.ino}`;
}
