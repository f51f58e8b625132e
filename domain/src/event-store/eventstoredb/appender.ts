import { randomUUID } from 'node:crypto';
import {
  ANY,
  NO_STREAM,
  WrongExpectedVersionError,
  type AppendExpectedRevision,
  type AppendResult,
} from '@eventstore/db-client';
import { createKeyedQueue } from '../../shared/queue.ts';
import { withTimeout } from '../../shared/timeout.ts';
import {
  maxAppendBytes,
  requireSensibleAppend,
  TooLarge,
  Unavailable,
  WrongRevision,
  type Appended,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
} from '../event-store.ts';
import { noAnswer, toLogError, type Connection } from './connection.ts';
import { encodeEvent, toRevision, type StoredEvent } from './stored-event.ts';
import type { StreamReader } from './log-reader.ts';

/** HTTP/2 servers take about a hundred calls at once on a connection, of which reads need some. */
const maxConcurrent = 50;
/** Beyond these the log is overloaded: failing at once is better than a longer queue. */
const maxWaiting = 10_000;

type Append = {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  readonly expected: ExpectedRevision;
};

/**
 * The server responds to a repeat as to a first append, and with `any` ignores the order of the ids. So each append is read back.
 */
export function appender(connection: Connection, reader: StreamReader) {
  const queue = createKeyedQueue({
    maxConcurrent,
    maxWaiting,
    full: () => new Unavailable('too many appends are waiting'),
  });
  const { timeoutMs } = connection;

  const appendInTurn = async (append: Append, deadline: number): Promise<Appended> => {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) throw noAnswer();
    const attempt = randomUUID();
    const last = await send(connection, append, { attempt, leftMs });
    const stored = await readBack(reader, append, last);
    return { revision: last, position: stored.event.position };
  };

  const append: EventStore['append'] = async (stream, events, { expected }) => {
    requireSensibleAppend(stream, events, expected);
    requireFit(stream, events);
    const deadline = performance.now() + timeoutMs;
    const work = queue.run(stream, () => appendInTurn({ stream, events, expected }, deadline));
    return withTimeout(timeoutMs, work, noAnswer);
  };
  return { append, underWay: queue.drain };
}

function requireFit(stream: string, events: readonly NewEvent[]): void {
  const bytes = events.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)), 0);
  if (bytes > maxAppendBytes)
    throw new TooLarge(`${bytes} bytes for ${stream}; ${maxAppendBytes} is the maximum`);
}

/** Resolves with the revision of the last event. @throws WrongRevision, Unavailable, Timeout, TooLarge */
async function send(
  { client, options }: Connection,
  { stream, events, expected }: Append,
  { attempt, leftMs }: { readonly attempt: string; readonly leftMs: number },
): Promise<number> {
  try {
    const { nextExpectedRevision }: AppendResult = await client.appendToStream(
      stream,
      events.map((event) => encodeEvent(event, attempt)),
      { ...options, deadline: leftMs, expectedRevision: toExpected(expected) },
    );
    return toRevision(nextExpectedRevision);
  } catch (error) {
    if (!(error instanceof WrongExpectedVersionError)) throw toLogError(error);
    const { actualVersion } = error;
    const actual = typeof actualVersion === 'bigint' ? toRevision(actualVersion) : 'none';
    throw new WrongRevision(stream, expected, actual);
  }
}

/** After a revision the server compared the ids itself, so the last event is enough. */
async function readBack(
  reader: StreamReader,
  { stream, events, expected }: Append,
  last: number,
): Promise<StoredEvent> {
  const compared = expected === 'any' ? events : events.slice(-1);
  const first = last - compared.length + 1;
  const stored = first < 0 ? [] : await reader.some(stream, first, compared.length);
  const end = stored.at(-1);
  const isSame = compared.every(({ id }, index) => stored[index]?.event.id === id);
  if (end && isSame) return end;
  throw new WrongRevision(stream, expected, await reader.lastRevision(stream));
}

function toExpected(expected: ExpectedRevision): AppendExpectedRevision {
  if (expected === 'any') return ANY;
  return expected === 'none' ? NO_STREAM : BigInt(expected);
}
