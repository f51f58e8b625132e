import { sleep } from '@directory/domain/shared/retry';
import { createQueue } from '@directory/domain/shared/queue';
import { ViewStoreUnavailable } from '../view-reader.ts';
import { Busy, type SqlDatabase } from './database.ts';

export type Work<Result> = (database: SqlDatabase) => Result | Promise<Result>;

export type Writer = {
  /** Waits for its turn, and undoes what was done where `keep` says no to the result. */
  readonly transact: <Result>(
    work: Work<Result>,
    keep?: (result: Result) => boolean,
  ) => Promise<Result>;
  /** Runs between two transactions. */
  readonly between: (work: () => Promise<void>) => Promise<void>;
};

/**
 * Runs transactions one after the other. Each may let go of the event loop in between, and waits without blocking it while
 * another process writes.
 */
export function createWriter(database: () => SqlDatabase): Writer {
  const queue = createQueue();
  return {
    transact: (work, keep = () => true) => queue(() => transact(database(), work, keep)),
    between: (work) => queue(work),
  };
}

async function transact<Result>(
  database: SqlDatabase,
  work: Work<Result>,
  keep: (result: Result) => boolean,
): Promise<Result> {
  await begin(database);
  try {
    const result = await work(database);
    database.exec(keep(result) ? 'COMMIT' : 'ROLLBACK');
    return result;
  } catch (error) {
    if (database.inTransaction()) database.exec('ROLLBACK');
    throw error;
  }
}

const patienceMs = 10_000;

async function begin(database: SqlDatabase): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      database.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      if (performance.now() > until)
        throw new ViewStoreUnavailable('another process keeps the views locked', { cause: error });
      await sleep(1 + Math.random() * 5);
    }
  }
}
