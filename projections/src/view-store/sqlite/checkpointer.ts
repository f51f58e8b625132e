import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

export type Checkpointer = {
  /** To be called after every commit, with how many rows it wrote. */
  readonly wrote: (rows: number) => void;
  readonly close: () => Promise<void>;
};

/** About 4 MB, as documents are. */
const rowsBetween = 1_000;

/**
 * Moves the WAL into the database from a thread of its own. SQLite does it within a commit otherwise, and that commit then holds
 * up the event loop for 20 to 40 ms, as measured. The thread is started when it is needed first.
 */
export function createCheckpointer(file: string): Checkpointer {
  let rows = 0;
  let isBusy = false;
  let thread: Worker | null = null;
  const forget = () => {
    thread = null;
    isBusy = false;
  };
  return {
    wrote: (more) => {
      rows += more;
      if (rows < rowsBetween || isBusy) return;
      thread ??= startThread(file, { onDone: () => (isBusy = false), onEnd: forget });
      isBusy = true;
      rows = 0;
      thread.postMessage('checkpoint');
    },
    close: async () => {
      await thread?.terminate();
    },
  };
}

/** As text, so that it is the same in the bundle and from source: threads of Node 20 load no TypeScript. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const db = require(workerData.driver)(workerData.file, { fileMustExist: true });
  parentPort.on('message', () => {
    db.pragma('wal_checkpoint(PASSIVE)');
    parentPort.postMessage('done');
  });`;

function startThread(
  file: string,
  { onDone, onEnd }: { readonly onDone: () => void; readonly onEnd: () => void },
): Worker {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const thread = new Worker(program, { eval: true, workerData: { driver, file } });
  thread.unref();
  thread.on('message', onDone);
  // Without it the WAL grows until a commit moves it, which is slower and nothing worse.
  thread.on('error', onEnd);
  thread.on('exit', onEnd);
  return thread;
}
