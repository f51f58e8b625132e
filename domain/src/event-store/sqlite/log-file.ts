import {
  BetterSqlite3,
  isBusy,
  isDamage,
  isFullDisk,
  restoreIt,
  sqliteCode,
  switchToWal,
  type Database,
} from '../sqlite-driver.ts';
import { errorMessage } from '../../shared/unknown.ts';
import { UnusableLog } from '../event-store.ts';

/** Identifies our log among SQLite files: "kbev" in ASCII. */
const applicationId = 0x6b_62_65_76;
/** Format 1 had type, data and metadata together as one JSON text; `convert-log.ts` converts it. */
const format = 2;

/**
 * Data and metadata lie apart, as JSON, so that readers parse only what they ask for. `event_id` comes first in its index: ids in
 * order of time then always touch the same few pages, which gave 1.4 times the rate of appends.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS types (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    type_id INTEGER NOT NULL,
    event_id BLOB NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream_id, revision),
    UNIQUE (event_id, stream_id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS events_by_type ON events (type_id);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${format};`;

/** Opens the log's file for writing, or makes it. @throws UnusableLog */
export function openLogFile(file: string): Database {
  let db: Database | undefined;
  try {
    db = new BetterSqlite3(file, { timeout: 5000 });
    prepare(db, file);
    return db;
  } catch (error) {
    db?.close();
    throw unusable(file, error);
  }
}

/** The error as one of the log, with the reason in words. */
export function unusable(file: string, error: unknown): UnusableLog {
  if (error instanceof UnusableLog) return error;
  return new UnusableLog(file, reasonOf(error), { cause: error });
}

function prepare(db: Database, file: string): void {
  const found = requireCurrentFormat(db, file);
  switchToWal(db);
  db.pragma('synchronous = FULL');
  // For macOS, where a sync alone may end in the cache of the drive.
  db.pragma('fullfsync = ON');
  db.pragma('wal_autocheckpoint = 10000');
  db.pragma('cache_size = -8000');
  // An existing log is opened without the write lock, as programs that write all the time would hold it up.
  if (found === null) db.transaction(() => db.exec(schema)).immediate();
}

/** Null for an empty file. Called before anything is written, so that a file of another program stays as it is. @throws UnusableLog */
export function readFormat(db: Database, file: string): number | null {
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (isEmpty) return null;
  if (db.pragma('application_id', { simple: true }) !== applicationId)
    throw new UnusableLog(file, 'it is a database of something else');
  const found = Number(db.pragma('user_version', { simple: true }));
  if (found > format)
    throw new UnusableLog(
      file,
      `it has format ${found}, and this version supports up to ${format}`,
    );
  return found;
}

/** The same. @throws UnusableLog for an older format, too */
export function requireCurrentFormat(db: Database, file: string): number | null {
  const found = readFormat(db, file);
  if (found !== null && found < format)
    throw new UnusableLog(file, `it has format ${found} and was not converted`);
  return found;
}

/** Why a file cannot be worked with. */
function reasonOf(error: unknown): string {
  if (isDamage(error) || error instanceof SyntaxError)
    return `it is damaged or not a database; ${restoreIt}`;
  if (isBusy(error)) return 'a program that is running has it open; stop it first';
  if (isFullDisk(error)) return 'the disk is full';
  const isUnwritable = /^SQLITE_(CANTOPEN|READONLY|PERM|IOERR)/.test(sqliteCode(error));
  if (isUnwritable || error instanceof TypeError)
    return 'its folder or the file itself cannot be written';
  return errorMessage(error);
}
