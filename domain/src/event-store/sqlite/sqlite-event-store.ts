import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  encodeAppend,
  Timeout,
  toPosition,
  Unavailable,
  UnusableLog,
  WrongRevision,
  type EventStore,
} from '../event-store.ts';
import { createWakeUp } from '../../shared/timers.ts';
import { requireInPlace } from '../sqlite-driver.ts';
import { closable, followLog } from '../follow-log.ts';
import { startThread } from '../start-thread.ts';
import type { AppendOutcome, AppendRequest, FromWriter, ToWriter } from './group-commit.ts';
import { openLogFile } from './log-file.ts';
import { logReader } from './log-reader.ts';

/**
 * The event log in one SQLite file. Appends that wait together share one sync, made in a thread of its own; several processes
 * may have the same file open. The folder must exist. `convertLog` converts one of an older format.
 *
 * @throws UnusableLog when the file is damaged, foreign, of another format, locked, or cannot be written.
 */
export async function openSqliteEventStore(options: {
  readonly file: string;
}): Promise<EventStore> {
  const { file } = options;
  const db = openLogFile(file);
  db.pragma('query_only = ON');
  db.pragma('busy_timeout = 1000');
  const reader = logReader(db);
  const commits = createWakeUp();
  let writer: ReturnType<typeof startWriter> | undefined;
  /** Started by the first append, and again after it died: programs that only read need none. */
  const livingWriter = () => {
    if (!writer?.isAlive()) writer = startWriter(file, commits.wakeAll);
    return writer;
  };
  /** The writing thread closes last, because the last one to close moves the WAL into the database. */
  const shutDown = async () => {
    db.close();
    commits.wakeAll();
    await writer?.close();
  };
  const { whileOpen, requireOpen, close } = closable(shutDown);
  const checkPlace = requireInPlace(file, (...reason) => new UnusableLog(file, ...reason));

  return {
    append: whileOpen(async (stream, events, { expected }) => {
      const request = encodeAppend(stream, events, expected);
      checkPlace();
      const outcome = await livingWriter().append(request);
      if (outcome.kind === 'wrong-revision')
        throw new WrongRevision(stream, expected, outcome.actual);
      return { revision: outcome.revision, position: toPosition(outcome.place) };
    }),
    readStream: whileOpen((stream, { from = 0, limit } = {}) => reader.stream(stream, from, limit)),
    // Other work runs between the pages.
    readAll: whileOpen(async ({ after, limit, types }) => {
      await nextTurn();
      return reader.all(after, limit, types);
    }),
    readFields: whileOpen(async (options) => {
      await nextTurn();
      return reader.fields(options);
    }),
    readLast: whileOpen(reader.last),
    subscribe: (from) =>
      followLog(
        {
          readBatch: reader.batch,
          wakeUp: commits,
          pollIntervalMs,
          requireOpen,
        },
        from,
      ),
    head: whileOpen(reader.head),
    ping: whileOpen(() => {
      reader.check();
      checkPlace();
    }),
    close,
  };
}

/** How soon the appends of another process are noticed; those of this process wake their subscribers. */
const pollIntervalMs = 100;

/** Beyond these the log is overloaded: failing at once is better than a longer queue. */
const maxWaiting = 10_000;
const maxWaitingBytes = 64 * 1024 * 1024;

type Settled = Extract<AppendOutcome, { kind: 'appended' | 'wrong-revision' }>;

type PendingAppend = {
  readonly bytes: number;
  readonly resolve: (outcome: Settled) => void;
  readonly reject: (error: Error) => void;
};

/** The calling thread's end of a writing thread, which it serves until that ends. */
function startWriter(file: string, onCommit: () => void) {
  const thread = startThread({ name: 'log-writer', beside: import.meta.url, data: file });
  /** In the order in which the thread answers. */
  const waiting: PendingAppend[] = [];
  let waitingBytes = 0;
  let unsent: AppendRequest[] = [];
  let isAlive = true;
  let fault: unknown;

  const post = (message: ToWriter) => thread.postMessage(message);

  /** Appends of one turn of the event loop travel together: a message each would cost as much as the writing. */
  const send = () => {
    if (unsent.length > 0) post(unsent);
    unsent = [];
  };

  thread.on('message', (outcomes: FromWriter) => {
    const answered = waiting.splice(0, outcomes.length);
    for (const [index, { bytes, resolve, reject }] of answered.entries()) {
      waitingBytes -= bytes;
      const outcome = outcomes[index];
      if (outcome?.kind === 'appended' || outcome?.kind === 'wrong-revision') {
        resolve(outcome);
        continue;
      }
      const reason = outcome?.reason ?? 'its writer did not respond';
      const sentence = `The event log ${file} cannot be written: ${reason}.`;
      reject(outcome?.kind === 'locked' ? new Timeout(sentence) : new Unavailable(sentence));
    }
    onCommit();
  });
  thread.on('error', (error) => {
    fault = error;
  });
  const ended = new Promise<void>((resolve) => {
    thread.on('exit', () => {
      isAlive = false;
      const error = new Unavailable('the log stopped writing', { cause: fault });
      for (const { reject } of waiting.splice(0)) reject(error);
      resolve();
    });
  });

  return {
    isAlive: () => isAlive,
    /** Sent at once to an idle thread, else with the others of this turn of the event loop. @throws Unavailable, Timeout */
    append(request: AppendRequest): Promise<Settled> {
      const { bytes } = request;
      if (waiting.length >= maxWaiting || waitingBytes + bytes > maxWaitingBytes)
        return Promise.reject(new Unavailable('too many appends are waiting'));
      waitingBytes += bytes;
      unsent.push(request);
      if (waiting.length === 0) send();
      else if (unsent.length === 1) setImmediate(send);
      return new Promise((resolve, reject) => {
        waiting.push({ bytes, resolve, reject });
      });
    },
    /** Resolves once everything under way is on disk and the thread has ended. */
    close(): Promise<void> {
      send();
      post('close');
      return ended;
    },
  };
}
