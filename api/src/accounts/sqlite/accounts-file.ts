import { closeSync, openSync } from 'node:fs';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { AccountsUnavailable } from '../account-store.ts';

export type { Database };

/** Tells the accounts from any other SQLite file: "kbac" in ASCII. */
const applicationId = 0x6b_62_61_63;
const format = 1;

const schema = `
  CREATE TABLE IF NOT EXISTS owners (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    full_name TEXT NOT NULL,
    phone TEXT NOT NULL,
    sealed_ic_number TEXT NOT NULL,
    password_hash TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS admins (
    id TEXT PRIMARY KEY,
    username TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS seal (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    fingerprint TEXT NOT NULL
  ) STRICT;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${format};`;

/**
 * Opens the accounts' file or makes it, for nobody but the owner of the process to read.
 * @throws AccountsUnavailable, with a sentence that names the file
 */
export function openAccountsFile(file: string): Database {
  let db: Database | undefined;
  try {
    closeSync(openSync(file, 'a', 0o600));
    db = new BetterSqlite3(file, { timeout: 5000 });
    prepare(db);
    return db;
  } catch (error) {
    db?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new AccountsUnavailable(`The accounts in ${file} cannot be used: ${reason}.`, {
      cause: error,
    });
  }
}

function prepare(db: Database): void {
  requireOurs(db);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.transaction(() => db.exec(schema)).immediate();
}

/** Looks before anything is written: a file that is not ours stays as it is. */
function requireOurs(db: Database): void {
  if (db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined) return;
  if (db.pragma('application_id', { simple: true }) !== applicationId)
    throw new Error('it is a database of something else');
  const found = Number(db.pragma('user_version', { simple: true }));
  if (found > format)
    throw new Error(`it has format ${found}, and this version knows ${format} at the most`);
}
