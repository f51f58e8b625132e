import {
  BetterSqlite3,
  isBusy,
  isDamage,
  isFullDisk,
  sqliteCode,
  SqliteError,
  type Statement,
} from '@directory/domain/sqlite-driver';
import { sleep } from '@directory/domain/shared/timers';
import { memoize } from '@directory/domain/shared/collections';
import { createQueue } from '@directory/domain/shared/concurrency';
import { errorMessage, NamedError } from '@directory/domain/shared/unknown';
import { ViewStoreUnavailable } from '../view-store.ts';

export type SqlValue = string | number | null;

export type SqlDatabase = ReturnType<typeof openDatabase>;

const maxStatements = 300;

/** `waitMs`: how long a call may block this thread while another process holds the file. */
export function openDatabase(file: string, waitMs: number) {
  const database = new BetterSqlite3(file, { timeout: waitMs });
  const prepare = memoize(maxStatements, (sql: string) => database.prepare<SqlValue[]>(sql));
  return {
    exec: (sql: string) => void database.exec(sql),
    /** Caches the statement. The caller vouches for the shape of the rows: SQLite returns what this adapter wrote. */
    prepare: <Row>(sql: string) => prepare(sql) as Statement<SqlValue[], Row>,
    inTransaction: () => database.inTransaction,
    close: () => void database.close(),
  };
}

/** The file is no file of views, or its layout is unknown. */
export class ForeignFile extends NamedError {}

/** The file is damaged or a foreign one, and has to be built again. */
export function isUnusable(error: unknown): error is Error {
  return error instanceof ForeignFile || isDamage(error);
}

/** The table belongs to a generation that was dropped meanwhile. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof SqliteError && error.message.startsWith('no such table');
}

const unreachable = /^SQLITE_(IOERR|FULL|CANTOPEN|READONLY|PERM|NOMEM|PROTOCOL)/;

/** An outage as the port reports it; any other error stays the same. */
export function orOutage(error: unknown, file: string): unknown {
  if (error instanceof TypeError && error.message.endsWith('connection is not open'))
    return new ViewStoreUnavailable('the views were closed', { cause: error });
  if (!unreachable.test(sqliteCode(error))) return error;
  const reason = isFullDisk(error) ? 'the disk is full' : errorMessage(error);
  const message = `The views in ${file} cannot be reached: ${reason}.`;
  return new ViewStoreUnavailable(message, { cause: error });
}

export type Work<Result> = (database: SqlDatabase) => Result | Promise<Result>;

export type Ending<Result> = {
  /** Rolls back when it returns false for the result. */
  readonly keep?: (result: Result) => boolean;
  /** Called before anybody else can read what was committed. */
  readonly committed?: () => void;
};

/** A transaction longer than this is followed by a pause for others that wait for the lock: they retry within `retryMs`. */
const longMs = 10;
const retryMs = 6;

/**
 * Runs transactions one after the other. Each may let go of the event loop in between, and waits without blocking it while
 * another connection writes.
 */
export function createWriter(database: () => SqlDatabase) {
  const queue = createQueue();
  let freeUntil = 0;
  return {
    /** Waits for its turn. */
    transact: <Result>(work: Work<Result>, ending: Ending<Result> = {}): Promise<Result> =>
      queue(async () => {
        const freeMs = freeUntil - performance.now();
        if (freeMs > 0) await sleep(freeMs);
        const opened = database();
        await begin(opened);
        const beganAt = performance.now();
        try {
          return await finish(opened, work, ending);
        } finally {
          const endedAt = performance.now();
          if (endedAt - beganAt > longMs) freeUntil = endedAt + retryMs;
        }
      }),
    /** Runs between two transactions. */
    between: (work: () => Promise<void>): Promise<void> => queue(work),
  };
}

async function finish<Result>(
  database: SqlDatabase,
  work: Work<Result>,
  { keep = () => true, committed }: Ending<Result>,
): Promise<Result> {
  try {
    const result = await work(database);
    const isCommitted = keep(result);
    database.exec(isCommitted ? 'COMMIT' : 'ROLLBACK');
    if (isCommitted) committed?.();
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
      if (!isBusy(error) || performance.now() > until) throw error;
      await sleep(retryMs * Math.random());
    }
  }
}
