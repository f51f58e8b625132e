import { closeSync, existsSync, openSync } from 'node:fs';
import { memoize } from '@directory/domain/shared/collections';
import { errorMessage, NamedError } from '@directory/domain/shared/unknown';
import {
  BetterSqlite3,
  isDamage,
  isFullDisk,
  requireInPlace,
  restoreIt,
  sqliteCode,
  SqliteError,
  switchToWal,
  type Database,
} from '@directory/domain/sqlite-driver';

/** Marks the file as ours: "kbac" in ASCII. */
const applicationId = 0x6b_62_61_63;
const format = 1;

/**
 * Opens or creates the file of accounts and of the keys of owners, readable only by the owner of the process, and adds the tables
 * of `schema` that are missing. What is deleted is overwritten.
 *
 * @throws UnusableAccountsFile, with a sentence that names the file
 */
export function openAccountsFile(file: string, schema: string): Database {
  let db: Database | undefined;
  try {
    // An existing file is not opened for this: closing it would end all locks that this process has on it.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    db = new BetterSqlite3(file, { timeout: 5000 });
    prepare(db, schema);
    return db;
  } catch (error) {
    db?.close();
    throw unusable(file, error);
  }
}

/** Reads the whole file: damage is otherwise met only where it is. @throws UnusableAccountsFile */
export function checkAccountsFile(file: string): void {
  const db = new BetterSqlite3(file, { readonly: true });
  try {
    const problem = db.pragma('integrity_check(1)', { simple: true });
    if (problem !== 'ok') throw new Error(`it is damaged; ${restoreIt}`);
  } catch (error) {
    throw unusable(file, error);
  } finally {
    db.close();
  }
}

export class UnusableAccountsFile extends NamedError {}

function unusable(file: string, error: unknown): UnusableAccountsFile {
  const message = `The accounts in ${file} cannot be used: ${reasonOf(error)}.`;
  return new UnusableAccountsFile(message, { cause: error });
}

function reasonOf(error: unknown): string {
  if (isDamage(error)) return `it is damaged or not a database; ${restoreIt}`;
  if (isFullDisk(error)) return 'the disk is full';
  const isUnwritable = /^SQLITE_(CANTOPEN|READONLY|PERM)/.test(sqliteCode(error));
  return isUnwritable ? 'its folder or the file itself cannot be written' : errorMessage(error);
}

function prepare(db: Database, schema: string): void {
  requireAccountsFile(db);
  switchToWal(db);
  db.pragma('synchronous = FULL');
  // For macOS, where a sync alone may end in the cache of the drive.
  db.pragma('fullfsync = ON');
  db.pragma('secure_delete = ON');
  db.transaction(() => {
    db.exec(schema);
    // Setting them writes to the file, even if they are the same.
    if (formatOf(db) === format) return;
    db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${format};`);
  }).immediate();
}

/** Checks before anything is written: another file stays unchanged. */
function requireAccountsFile(db: Database): void {
  if (db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined) return;
  if (db.pragma('application_id', { simple: true }) !== applicationId)
    throw new Error('it is a database of another program');
  const found = formatOf(db);
  if (found > format)
    throw new Error(`it has format ${found}, and this version supports formats up to ${format}`);
}

function formatOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** Rewrites the file, without copies of rows that were moved within it, and empties the WAL. False while another connection prevents it. */
export function removeTraces(db: Database): boolean {
  db.exec('VACUUM');
  return db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
}

const maxStatements = 200;

/**
 * `reach` makes a method of a port from what it does with the file, and `transact` one that does it in a transaction. Errors of the
 * driver and of a closed database become those of the port.
 */
export function reachFile(
  db: Database,
  what: string,
  Unavailable: new (...args: ErrorArguments) => Error,
) {
  const unavailable = (reason: string, options: ErrorOptions = {}) =>
    new Unavailable(`${what} in ${db.name} cannot be used: ${reason}.`, options);
  const checkPlace = requireInPlace(db.name, unavailable);
  const reach =
    <Args extends readonly unknown[], Result>(work: (...args: Args) => Result) =>
    async (...args: Args): Promise<Result> => {
      checkPlace();
      try {
        return work(...args);
      } catch (error) {
        throw isFileOutage(error) ? unavailable(reasonOf(error), { cause: error }) : error;
      }
    };
  const transact = <Args extends readonly unknown[], Result>(work: (...args: Args) => Result) =>
    reach((...args: Args) => db.transaction(() => work(...args)).immediate());
  /** Prepares each statement once. */
  const prepare = memoize(maxStatements, (sql: string) => db.prepare(sql));
  /** Returns how many rows the statement changed. */
  const run = (sql: string, ...values: readonly unknown[]): number =>
    prepare(sql).run(...values).changes;
  return { db, prepare, run, reach, transact };
}

/** A file with what makes methods of a port from it. */
export type AccountsFile = ReturnType<typeof reachFile>;

type ErrorArguments = [message: string, options: ErrorOptions];

/** Whether a call failed because the file cannot be reached or was closed, and not because of what was asked. */
function isFileOutage(error: unknown): error is Error {
  if (error instanceof SqliteError) return !error.code.startsWith('SQLITE_CONSTRAINT');
  return error instanceof TypeError && error.message.includes('connection is not open');
}
