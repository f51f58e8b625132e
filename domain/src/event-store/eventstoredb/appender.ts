import {
  ANY,
  NO_STREAM,
  WrongExpectedVersionError,
  type AppendExpectedRevision,
  type AppendResult,
} from '@eventstore/db-client';
import { LRUCache } from 'lru-cache';
import { withTimeout } from '../../shared/timers.ts';
import {
  encodeAppend,
  maxAppendBytes,
  toPosition,
  Unavailable,
  WrongRevision,
  type Appended,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
} from '../event-store.ts';
import { noAnswer, toLogError, type Connection } from './connection.ts';
import { toEventData, toRevision } from './stored-event.ts';

/** HTTP/2 servers take about a hundred calls at once on a connection, of which reads need some. */
const maxCalls = 50;
/** Beyond these the log is overloaded: failing at once is better than a longer queue. */
const maxWaiting = 10_000;
/** Sent events whose repeats are recognized: those of half a minute at the server's fastest. */
const maxRemembered = 100_000;
/** Appends that are sent with one call. */
const maxBatchSize = 500;

type Append = {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  readonly expected: ExpectedRevision;
  readonly bytes: number;
  /** When the caller stops waiting, by the clock of `performance.now`. */
  readonly deadline: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: unknown) => void;
};

/** Sends what waits for one stream in its order, with one call at a time. */
export function appender(connection: Connection) {
  const { timeoutMs } = connection;
  /** The appends that wait, by stream. While one is being sent, its stream stays in here. */
  const streams = new Map<string, Append[]>();
  const readyStreams: string[] = [];
  const calls = new Set<Promise<void>>();
  /** The ids of events that were sent lately: a repeat is sent alone, as the server recognizes it only as the first of a call. */
  const sent = new LRUCache<string, true>({ max: maxRemembered });
  let waiting = 0;

  const add = (append: Append) => {
    const others = streams.get(append.stream);
    if (others) others.push(append);
    else {
      streams.set(append.stream, [append]);
      readyStreams.push(append.stream);
      sendReady();
    }
  };

  const sendReady = () => {
    while (calls.size < maxCalls) {
      const stream = readyStreams.shift();
      if (stream === undefined) return;
      const call = sendNext(stream).finally(() => {
        calls.delete(call);
        sendReady();
      });
      calls.add(call);
    }
  };

  const sendNext = async (stream: string) => {
    const all = streams.get(stream) ?? [];
    // The oldest come first; their callers have stopped waiting.
    while ((all[0]?.deadline ?? Infinity) <= performance.now()) all.shift();
    const batch = takeBatch(all, ({ id }) => sent.has(id));
    for (const { id } of batch.flatMap(({ events }) => events)) sent.set(id, true);
    try {
      const [first] = batch;
      if (first)
        settle(batch, await withTimeout(timeoutMs, send(connection, first, batch), noAnswer));
    } catch (error) {
      // One of them is a repeat after all: now that their ids are known, each is sent alone.
      if (batch.length > 1 && error instanceof WrongRevision) all.unshift(...batch);
      else for (const { reject } of batch) reject(error);
    }
    if (all.length > 0) readyStreams.push(stream);
    else streams.delete(stream);
  };

  const append: EventStore['append'] = async (stream, events, { expected }) => {
    const { bytes } = encodeAppend(stream, events, expected);
    if (waiting >= maxWaiting) throw new Unavailable('too many appends are waiting');
    waiting += 1;
    const deadline = performance.now() + timeoutMs;
    const appended = new Promise<Appended>((resolve, reject) => {
      add({ stream, events, expected, bytes, deadline, resolve, reject });
    });
    return withTimeout(timeoutMs, appended, noAnswer).finally(() => {
      waiting -= 1;
    });
  };

  return {
    append,
    /** Resolves when all that was given is settled. */
    underWay: async () => {
      while (calls.size > 0) await Promise.all(calls);
    },
  };
}

/** Takes the first append, and those behind it as long as all, the first as well, are one new event after any revision. */
function takeBatch(all: Append[], isRepeat: (event: NewEvent) => boolean): readonly Append[] {
  const ids = new Set<string>();
  let bytes = 0;
  const canFollow = (append: Append) => {
    const [event, ...more] = append.events;
    if (!event || more.length > 0 || append.expected !== 'any') return false;
    if (isRepeat(event) || ids.has(event.id)) return false;
    ids.add(event.id);
    bytes += append.bytes;
    return bytes <= maxAppendBytes;
  };
  const end = all.slice(0, maxBatchSize).findIndex((append) => !canFollow(append));
  return all.splice(0, end === -1 ? maxBatchSize : Math.max(end, 1));
}

/** Each gets its own revision, and the position up to which all were written. */
function settle(batch: readonly Append[], { revision, position }: Appended): void {
  let following = batch.reduce((sum, { events }) => sum + events.length, 0);
  for (const { events, resolve } of batch) {
    following -= events.length;
    resolve({ revision: revision - following, position });
  }
}

/** Resolves with the place of the last event. @throws WrongRevision, Unavailable, Timeout, TooLarge */
async function send(
  { client, options }: Connection,
  { stream, expected }: Append,
  batch: readonly Append[],
): Promise<Appended> {
  // Callers whose deadline is earlier stop waiting by themselves.
  const deadline = Math.max(...batch.map((append) => append.deadline));
  try {
    const { nextExpectedRevision, position }: AppendResult = await client.appendToStream(
      stream,
      batch.flatMap(({ events }) => events.map(toEventData)),
      {
        ...options,
        deadline: deadline - performance.now(),
        expectedRevision: toExpected(expected),
      },
    );
    if (!position) throw new Unavailable('EventStoreDB did not say where it appended');
    return { revision: toRevision(nextExpectedRevision), position: toPosition(position.commit) };
  } catch (error) {
    if (!(error instanceof WrongExpectedVersionError)) throw toLogError(error);
    const { actualVersion } = error;
    const actual = typeof actualVersion === 'bigint' ? toRevision(actualVersion) : 'none';
    throw new WrongRevision(stream, expected, actual);
  }
}

function toExpected(expected: ExpectedRevision): AppendExpectedRevision {
  if (expected === 'any') return ANY;
  return expected === 'none' ? NO_STREAM : BigInt(expected);
}
