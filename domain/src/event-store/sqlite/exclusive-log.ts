import { statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { UnusableLog } from '../event-store.ts';
import type { ReadableLog } from '../log-copy/compare-logs.ts';
import { reasonOf, requireOurs, sqliteCode, type Database } from './log-file.ts';
import { logReader } from './log-reader.ts';

/**
 * Opens a log that is there, for reading, and keeps every other program out of it until it is closed.
 *
 * @throws UnusableLog when there is none, or somebody has it open, or it cannot be read.
 */
export function openLogExclusively({ file }: { readonly file: string }): ExclusiveLog {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new UnusableLog(file, 'there is no such file');
  if (stats.size === 0) throw new UnusableLog(file, 'it is empty');
  let db: Database | undefined;
  try {
    db = new BetterSqlite3(file, { fileMustExist: true, timeout: 1_000 });
    // A program that has a log in WAL mode open, even if it does nothing, holds a lock that this excludes.
    db.pragma('locking_mode = EXCLUSIVE');
    requireOurs(db, file);
    const reader = logReader(db);
    reader.head();
    return readable(db, reader);
  } catch (error) {
    db?.close();
    if (error instanceof UnusableLog) throw error;
    throw new UnusableLog(file, isInUse(error) ? inUse : reasonOf(error), { cause: error });
  }
}

export type ExclusiveLog = ReadableLog & { readonly close: () => void };

const inUse = 'a program that is running has it open; stop it first';

function readable(db: Database, reader: ReturnType<typeof logReader>): ExclusiveLog {
  return {
    readAll: async ({ after, limit }) => reader.all(after, limit),
    head: async () => reader.head(),
    close: () => {
      db.close();
    },
  };
}

function isInUse(error: unknown): boolean {
  return sqliteCode(error).startsWith('SQLITE_BUSY');
}
