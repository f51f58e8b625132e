import {
  BACKWARDS,
  END,
  START,
  type AllStreamResolvedEvent,
  type ReadPosition,
  type ResolvedEvent,
} from '@eventstore/db-client';
import {
  fieldsOf,
  startOfLog,
  toPosition,
  Unavailable,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '../event-store.ts';
import type { FollowedLog } from '../follow-log.ts';
import { collect, isStreamNotFound, type Connection } from './connection.ts';
import { toRecordedEvent, toRevision } from './stored-event.ts';

/** Bounds the time and the memory of one read. */
const maxPageSize = 4_000;
const headPageSize = 32;
/** Small enough not to hold up the event loop. */
const batchSize = 1_000;

/** How often in a row a response may bring nothing new before the end: an append may have come in between. */
const maxTruncatedReads = 3;

/** Reads the log in pages. The server may truncate a response without an error, so each end is checked. */
export function logReader(connection: Connection) {
  const { client, options } = connection;
  let hasEvents = false;
  const readAll = async (where: Parameters<typeof client.readAll>[0], signal?: AbortSignal) => {
    const response = client.readAll({ ...options, ...where });
    const found = await collect<AllStreamResolvedEvent>(response, connection, signal);
    hasEvents ||= found.length > 0;
    return found;
  };

  /** Whether the log begins before a position; without one, whether it has any event. */
  const beginsBefore = async (position: Position | undefined): Promise<boolean> => {
    const [first] = await readAll({ fromPosition: START, maxCount: 1 });
    if (!first || position === undefined) return hasEvents;
    return positionOf(first) < position;
  };

  /** The events before a position, or of the whole log, newest first. */
  const readBefore = async (before: Position | undefined, maxCount: number) => {
    const place = before === undefined ? END : fromPosition(before);
    const found = await readAll({ direction: BACKWARDS, fromPosition: place, maxCount });
    if (found.length === 0 && (await beginsBefore(before))) throw truncated();
    return found.filter((each) => before === undefined || positionOf(each) < before);
  };

  async function* newestFirst(pageSize: number) {
    let page = await readBefore(undefined, pageSize);
    for (let oldest = page.at(-1); oldest; oldest = page.at(-1)) {
      yield* page;
      page = await readBefore(positionOf(oldest), pageSize);
    }
  }

  const newest = async (): Promise<Position> => {
    const [last] = await readBefore(undefined, 1);
    return last ? positionOf(last) : startOfLog;
  };

  /** Reading from a position includes the event there, which the caller has already. */
  const page = async (after: Position, limit: number, signal?: AbortSignal) => {
    const maxCount = Math.min(limit, maxPageSize) + 1;
    const found = await readAll({ fromPosition: fromPosition(after), maxCount }, signal);
    const fresh = found.filter((each) => positionOf(each) > after).slice(0, maxCount - 1);
    const last = fresh.at(-1);
    const seen = last ? positionOf(last) : after;
    const isFull = fresh.length === maxCount - 1;
    return {
      events: ours(fresh),
      /** Up to where the server was read, its own events included. */
      seen,
      /** Whether the log held nothing more. */
      isAtHead: !isFull && (await newest()) <= seen,
    };
  };

  const all: EventStore['readAll'] = async ({ after, limit, types }) => {
    const events: RecordedEvent[] = [];
    let from = after;
    let size = limit;
    for (let truncatedReads = 0; events.length < limit;) {
      const next = await page(from, size);
      const found = next.events.filter(({ type }) => !types || types.includes(type));
      events.push(...found);
      // Large pages where most events are of other types.
      size = found.length < size / 2 ? maxPageSize : limit - events.length;
      if (next.isAtHead) break;
      truncatedReads = next.seen === from ? truncatedReads + 1 : 0;
      if (truncatedReads > maxTruncatedReads) throw truncated();
      from = next.seen;
    }
    return events.slice(0, limit);
  };

  const fields: EventStore['readFields'] = async ({ after, until, limit, types }) => {
    const found = await all({ after, limit, types });
    const events = found.filter(({ position }) => position <= until);
    const last = events.length < limit ? undefined : events.at(-1);
    return { events: events.map(fieldsOf), upTo: last?.position ?? until };
  };

  const last: EventStore['readLast'] = async (limit) => {
    const events: RecordedEvent[] = [];
    for await (const each of newestFirst(Math.min(limit, maxPageSize) + 1)) {
      events.push(...ours([each]));
      if (events.length >= limit) break;
    }
    return events.toReversed();
  };

  /** The results of the last call: an idle server keeps appending events of its own, and each is read only once. */
  let known = { newest: startOfLog, head: startOfLog };

  /** The position of the newest event that is not the server's own. */
  const head = async (): Promise<Position> => {
    const before = known;
    let read: Position | undefined;
    let found: RecordedEvent | undefined;
    for await (const each of newestFirst(headPageSize)) {
      const position = positionOf(each);
      read ??= position;
      if (position > before.newest) [found] = ours([each]);
      if (found || position <= before.newest) break;
    }
    known = { newest: read ?? before.newest, head: found?.position ?? before.head };
    return known.head;
  };

  /** For one subscription. Skips events of the server's own, and reads each of them only once, so that an idle log costs little. */
  const batches = (): FollowedLog['readBatch'] => {
    let read: { readonly upTo: Position; readonly seen: Position } | undefined;
    return async (after, signal) => {
      const from = read?.upTo === after ? read.seen : after;
      const { events, seen, isAtHead } = await page(from, batchSize, signal);
      const upTo = events.at(-1)?.position ?? after;
      read = { upTo, seen };
      return { events, upTo, isAtHead };
    };
  };

  return { all, fields, last, newest, head, batches };
}

function truncated(): Unavailable {
  return new Unavailable('EventStoreDB ended its response early');
}

/** How often the rest of a truncated response is requested. */
const attempts = 5;

/** Reads the events of a stream from a revision on. */
export function streamReader(connection: Connection): EventStore['readStream'] {
  const { client, options } = connection;
  /** Null where there is no such stream. */
  const read = async (stream: string, where: Parameters<typeof client.readStream>[1]) => {
    try {
      const response = client.readStream(stream, { ...options, ...where });
      return (await collect<ResolvedEvent>(response, connection)).flatMap(
        ({ event }) => event ?? [],
      );
    } catch (error) {
      if (isStreamNotFound(error)) return null;
      throw error;
    }
  };

  /** -1 where there is no such stream. */
  const lastRevision = async (stream: string): Promise<number> => {
    const found = await read(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 });
    if (!found) return -1;
    const [last] = found;
    // A stream has a last event, so a response without one was truncated.
    return last ? toRevision(last.revision) : Infinity;
  };

  /** The server may truncate a response without an error, so the last revision is read, too. */
  return async (name, { from = 0, limit = Number.MAX_SAFE_INTEGER } = {}) => {
    const events: RecordedEvent[] = [];
    let next = from;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const [last, found] = await Promise.all([
        lastRevision(name),
        read(name, { fromRevision: BigInt(next), maxCount: limit - events.length }),
      ]);
      events.push(...(found ?? []).flatMap((each) => toRecordedEvent(each) ?? []));
      const end = found?.at(-1);
      if (end) next = toRevision(end.revision) + 1;
      if (next > last || events.length >= limit) return events;
    }
    throw truncated();
  };
}

function ours(found: readonly AllStreamResolvedEvent[]): RecordedEvent[] {
  return found.flatMap(({ event }) => (event && toRecordedEvent(event)) ?? []);
}

function positionOf({ commitPosition, event }: AllStreamResolvedEvent): Position {
  return toPosition(commitPosition ?? event?.position.commit ?? 0);
}

function fromPosition(position: Position): ReadPosition {
  if (position === startOfLog) return START;
  const place = BigInt(position);
  return { commit: place, prepare: place };
}
