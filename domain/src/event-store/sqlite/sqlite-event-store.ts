import { setImmediate as nextTurn } from 'node:timers/promises';
import { maxAppendBytes, requireSensibleAppend } from '../append-rules.ts';
import {
  TooLarge,
  toPosition,
  Unavailable,
  WrongRevision,
  type Appended,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
} from '../event-store.ts';
import type { AppendRequest } from './append-request.ts';
import { encodeEvent } from './event-body.ts';
import { openLogFile, type Database } from './log-file.ts';
import { logReader } from './log-reader.ts';
import { follow } from './subscription.ts';
import { wakeUp } from '../wake-up.ts';
import { Writer, type Settled } from './writer.ts';

/**
 * The event log in one SQLite file. Appends that wait together share one sync, made in a thread of its own; several processes
 * may have the same file open. The folder must exist.
 *
 * @throws UnusableLog when the file is damaged, foreign, of a newer format, locked, or cannot be written.
 */
export async function openSqliteEventStore(options: {
  readonly file: string;
}): Promise<EventStore> {
  const db = openLogFile(options.file);
  db.pragma('query_only = ON');
  db.pragma('busy_timeout = 1000');
  return storeOn(db, options.file);
}

function storeOn(db: Database, file: string): EventStore {
  const reader = logReader(db);
  const commits = wakeUp();
  let writer: Writer | undefined;
  let closed: Promise<void> | undefined;

  const requireOpen = () => {
    if (closed) throw new Unavailable('the log was closed');
  };
  /** Started by the first append, and again after it died: programs that only read need none. */
  const livingWriter = () => {
    if (!writer?.isAlive) writer = new Writer(file, commits.all);
    return writer;
  };
  /** The writing thread closes last, because the last one to close moves the WAL into the database. */
  const shutDown = async () => {
    db.close();
    commits.all();
    await writer?.close();
  };

  return {
    append: async (stream, events, { expected }) => {
      requireOpen();
      const request = toRequest(stream, events, expected);
      return toAppended(request, await livingWriter().append(request));
    },
    readStream: async (stream, { from = 0 } = {}) => {
      requireOpen();
      return reader.stream(stream, from);
    },
    readAll: async ({ after, limit }) => {
      // Whoever reads page after page lets others have their turn in between.
      await nextTurn();
      requireOpen();
      return reader.all(after, limit);
    },
    subscribe: (from) => follow({ reader, wakeUp: commits, requireOpen }, from),
    head: async () => {
      requireOpen();
      return reader.head();
    },
    ping: async () => {
      requireOpen();
      reader.check();
    },
    close: () => (closed ??= shutDown()),
  };
}

function toRequest(
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): AppendRequest {
  requireSensibleAppend(stream, events, expected);
  const encoded = events.map((event) => ({ id: event.id, body: encodeEvent(event) }));
  const bytes = encoded.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  if (bytes > maxAppendBytes)
    throw new TooLarge(`${bytes} bytes for ${stream}; ${maxAppendBytes} are the most`);
  return { stream, expected, events: encoded, bytes };
}

function toAppended({ stream, expected }: AppendRequest, outcome: Settled): Appended {
  if (outcome.kind === 'wrong-revision') throw new WrongRevision(stream, expected, outcome.actual);
  const { revision, place, duplicate } = outcome;
  return { revision, position: toPosition(place), duplicate };
}
