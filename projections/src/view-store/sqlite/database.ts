import { BetterSqlite3, SqliteError, type Statement } from '@directory/domain/sqlite-driver';
import { sleep } from '@directory/domain/shared/timers';
import { createQueue } from '@directory/domain/shared/concurrency';
import { ViewStoreUnavailable } from '../view-store.ts';

export type SqlValue = string | number | null;

type SqlStatement<Row> = {
  /** How many rows it changed. */
  readonly run: (...values: readonly SqlValue[]) => number;
  readonly get: (...values: readonly SqlValue[]) => Row | undefined;
  readonly all: (...values: readonly SqlValue[]) => readonly Row[];
};

/** The part of an SQLite driver that is used. Only this file names one. */
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
  const database = attempt(() => new BetterSqlite3(file, { timeout: waitMs }));
  const prepared = new Map<string, Statement<SqlValue[]>>();
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
      // The one place where rows get their type: SQLite returns what this adapter wrote.
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

const unreachable = /^SQLITE_(IOERR|FULL|CANTOPEN|READONLY|PERM|NOMEM|PROTOCOL)/;

function translated(error: unknown, file: string): unknown {
  if (error instanceof TypeError && error.message.endsWith('connection is not open'))
    return new ViewStoreUnavailable('the views were closed', { cause: error });
  if (error instanceof SqliteError) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code))
      return new DamagedFile(error.message, { cause: error });
    if (error.message.startsWith('no such table')) return new MissingTable(error.message);
    if (/^SQLITE_(BUSY|LOCKED)/.test(error.code)) return new Busy(error.message, { cause: error });
    if (unreachable.test(error.code))
      return new ViewStoreUnavailable(`The views in ${file} cannot be reached: ${error.message}.`, {
        cause: error,
      });
  }
  return error;
}

export type Work<Result> = (database: SqlDatabase) => Result | Promise<Result>;

export type Outcome<Result> = {
  /** Rolls back when it returns false for the result. */
  readonly keep?: (result: Result) => boolean;
  /** Called before anybody else can read what was committed. */
  readonly committed?: (result: Result) => void;
};

export type Writer = {
  /** Waits for its turn. */
  readonly transact: <Result>(work: Work<Result>, outcome?: Outcome<Result>) => Promise<Result>;
  /** Runs between two transactions. */
  readonly between: (work: () => Promise<void>) => Promise<void>;
};

/** After a transaction of this length, others that wait for the lock get a chance: they ask again within `retryMs`. */
const longMs = 10;
const retryMs = 6;

/**
 * Runs transactions one after the other. Each may let go of the event loop in between, and waits without blocking it while
 * another connection writes.
 */
export function createWriter(database: () => SqlDatabase): Writer {
  const queue = createQueue();
  let freeUntil = 0;
  return {
    transact: (work, outcome = {}) =>
      queue(async () => {
        const freeMs = freeUntil - performance.now();
        if (freeMs > 0) await sleep(freeMs);
        const opened = database();
        await begin(opened);
        const beganAt = performance.now();
        try {
          return await finish(opened, work, outcome);
        } finally {
          const endedAt = performance.now();
          if (endedAt - beganAt > longMs) freeUntil = endedAt + retryMs;
        }
      }),
    between: (work) => queue(work),
  };
}

async function finish<Result>(
  database: SqlDatabase,
  work: Work<Result>,
  { keep = () => true, committed }: Outcome<Result>,
): Promise<Result> {
  try {
    const result = await work(database);
    const isCommitted = keep(result);
    database.exec(isCommitted ? 'COMMIT' : 'ROLLBACK');
    if (isCommitted) committed?.(result);
    return result;
  } catch (error) {
    if (database.inTransaction()) database.exec('ROLLBACK');
    throw error;
  }
}

const beginTimeoutMs = 10_000;

async function begin(database: SqlDatabase): Promise<void> {
  const until = performance.now() + beginTimeoutMs;
  for (;;) {
    try {
      database.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      if (performance.now() > until)
        throw new ViewStoreUnavailable('another process has locked the views', { cause: error });
      await sleep(retryMs * Math.random());
    }
  }
}
