import Database from 'better-sqlite3';
import { ViewStoreUnavailable } from '../view-reader.ts';

export type SqlValue = string | number | null;

type SqlStatement<Row> = {
  /** How many rows it changed. */
  readonly run: (...values: readonly SqlValue[]) => number;
  readonly get: (...values: readonly SqlValue[]) => Row | undefined;
  readonly all: (...values: readonly SqlValue[]) => readonly Row[];
};

/** The little that is asked of an SQLite driver. Only this file names one. */
export type SqlDatabase = {
  readonly exec: (sql: string) => void;
  /** Prepared once for each text. The caller vouches for the shape of the rows. */
  readonly prepare: <Row>(sql: string) => SqlStatement<Row>;
  readonly inTransaction: () => boolean;
  readonly close: () => void;
};

const maxStatements = 300;

/** `waitMs`: how long a call may block this thread while another process holds the file. */
export function openDatabase(file: string, waitMs: number): SqlDatabase {
  const attempt = attemptOn(file);
  const database = attempt(() => new Database(file, { timeout: waitMs }));
  const prepared = new Map<string, Database.Statement<SqlValue[]>>();
  const statement = (sql: string) => {
    const before = prepared.get(sql);
    if (before) return before;
    if (prepared.size >= maxStatements) prepared.clear();
    const made = database.prepare<SqlValue[]>(sql);
    prepared.set(sql, made);
    return made;
  };
  return {
    exec: (sql) => void attempt(() => database.exec(sql)),
    prepare: <Row>(sql: string): SqlStatement<Row> => ({
      run: (...values) => attempt(() => statement(sql).run(...values).changes),
      // The one place where rows get their type: SQLite gives back what this adapter wrote.
      get: (...values) => attempt(() => statement(sql).get(...values) as Row | undefined),
      all: (...values) => attempt(() => statement(sql).all(...values) as Row[]),
    }),
    inTransaction: () => database.inTransaction,
    close: () => void database.close(),
  };
}

/** The file is no SQLite database, or not a whole one. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}

/** A generation that was dropped meanwhile. */
export class MissingTable extends Error {
  override readonly name = 'MissingTable';
}

/** Another connection holds the file's write lock. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

function attemptOn(file: string): <Result>(call: () => Result) => Result {
  return (call) => {
    try {
      return call();
    } catch (error) {
      throw translated(error, file);
    }
  };
}

const away = /^SQLITE_(IOERR|FULL|CANTOPEN|READONLY|PERM|NOMEM|PROTOCOL)/;

function translated(error: unknown, file: string): unknown {
  if (error instanceof TypeError && error.message.endsWith('connection is not open'))
    return new ViewStoreUnavailable('the views were closed', { cause: error });
  if (error instanceof Database.SqliteError) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code))
      return new DamagedFile(error.message, { cause: error });
    if (error.message.startsWith('no such table')) return new MissingTable(error.message);
    if (/^SQLITE_(BUSY|LOCKED)/.test(error.code)) return new Busy(error.message, { cause: error });
    if (away.test(error.code))
      return new ViewStoreUnavailable(`The views in ${file} cannot be reached: ${error.message}.`, {
        cause: error,
      });
  }
  return error;
}
