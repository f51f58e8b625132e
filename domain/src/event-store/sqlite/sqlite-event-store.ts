import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  bytesOfAppend,
  requireSensibleAppend,
  toPosition,
  WrongRevision,
  type Appended,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type SubscriptionBatch,
} from '../event-store.ts';
import { closable, followLog, wakeUp } from '../follow-log.ts';
import type { AppendRequest } from './group-commit.ts';
import { openLogFile, type Database } from './log-file.ts';
import { logReader, type LogReader } from './log-reader.ts';
import { encodeEvent } from './stored-event.ts';
import { Writer, type Settled } from './writer.ts';

/**
 * The event log in one SQLite file. Appends that wait together share one sync, made in a thread of its own; several processes
 * may have the same file open. The folder must exist. `convertLog` converts one of an older format.
 *
 * @throws UnusableLog when the file is damaged, foreign, of another format, locked, or cannot be written.
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
  const { whileOpen, requireOpen, close } = closable(shutDown);

  return {
    append: whileOpen(async (stream, events, { expected }) => {
      const request = toRequest(stream, events, expected);
      return toAppended(request, await livingWriter().append(request));
    }),
    readStream: whileOpen((stream, { from = 0, limit } = {}) => reader.stream(stream, from, limit)),
    // Other work runs between the pages.
    readAll: whileOpen(async ({ after, limit, types }) => {
      await nextTurn();
      return types ? reader.ofTypes(types, after, limit) : reader.all(after, limit);
    }),
    readFields: whileOpen(async (options) => {
      await nextTurn();
      return reader.fields(options);
    }),
    readLast: whileOpen(reader.last),
    subscribe: (from) =>
      followLog(
        {
          readBatch: (after) => readBatch(reader, after),
          wakeUp: commits,
          pollIntervalMs,
          requireOpen,
        },
        from,
      ),
    head: whileOpen(reader.head),
    ping: whileOpen(reader.check),
    close,
  };
}

function toRequest(
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): AppendRequest {
  requireSensibleAppend(stream, events, expected);
  const encoded = events.map(encodeEvent);
  return { stream, expected, events: encoded, bytes: bytesOfAppend(stream, encoded) };
}

function toAppended({ stream, expected }: AppendRequest, outcome: Settled): Appended {
  if (outcome.kind === 'wrong-revision') throw new WrongRevision(stream, expected, outcome.actual);
  const { revision, place } = outcome;
  return { revision, position: toPosition(place) };
}

/** Small enough not to hold up the event loop, large enough that reading costs little beside parsing. */
const pageSize = 500;

/** How soon the appends of another process are noticed; those of this process wake their subscribers. */
const pollIntervalMs = 100;

function readBatch(reader: LogReader, after: Position): SubscriptionBatch {
  const events = reader.all(after, pageSize);
  const upTo = events.at(-1)?.position ?? after;
  const live = events.length < pageSize || reader.head() === upTo;
  return { events, upTo, live };
}
