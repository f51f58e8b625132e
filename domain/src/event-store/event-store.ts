import { v5, v7 } from 'uuid';
import { NamedError } from '../shared/unknown.ts';

/**
 * The port to the event log. Both adapters keep the promises below: `contract.suite.ts` checks each, and
 * `eventstoredb/differential.test.ts` compares the adapters.
 *
 * Revisions count from 0 without gaps within a stream. Positions are opaque and zero-padded, so that comparing them as text
 * compares their places in the log.
 */
export interface EventStore {
  /**
   * Appends all of `events`, at least one, or none of them. Resolves once they are on disk.
   *
   * Repeating an append with the same event ids after the same `expected` succeeds again with the first result, also when the
   * stream has grown since.
   * The caller reuses an id of a stream in no other way. The adapters treat that mistake differently: SQLite refuses it with
   * WrongRevision, EventStoreDB may append the event again (after a current revision, or with `any` and a new first event) or
   * takes it for a repeat (with `any` and another order).
   *
   * @throws WrongRevision, TooLarge, UnusableLog: nothing was appended. Unavailable, Timeout: the outcome is unknown; repeat the same call.
   * RangeError: a mistake of the caller, such as no events, or an id twice.
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    options: { readonly expected: ExpectedRevision },
  ): Promise<Appended>;

  /** A stream's events from a revision on, in order, at most `limit` if given; empty where there is no such stream. */
  readStream(
    stream: string,
    options?: { readonly from?: number; readonly limit?: number },
  ): Promise<readonly RecordedEvent[]>;

  /** At most `limit` events after a position, of some types only if given, in the order of the log; fewer only where the log ends. */
  readAll(options: {
    readonly after: Position;
    readonly limit: number;
    readonly types?: readonly string[] | undefined;
  }): Promise<readonly RecordedEvent[]>;

  /**
   * Reads like `readAll`, up to and including `until`, for callers that only count: single fields, which the SQLite log finds without
   * parsing whole events.
   */
  readFields(options: {
    readonly after: Position;
    readonly until: Position;
    readonly limit: number;
    readonly types?: readonly string[] | undefined;
  }): Promise<FieldPage>;

  /** The newest events, at most `limit`, in the order of the log. */
  readLast(limit: number): Promise<readonly RecordedEvent[]>;

  /**
   * Yields what follows a position, in order and without end, one batch at a time: the next is read when the caller requests it.
   * The first batch comes at once, if need be an empty one, so that a subscriber learns whether it has caught up. It waits until
   * outages are over, and ends without an error only by `signal`.
   *
   * @throws Unavailable once the log is closed, UnusableLog where it is damaged, WrongServerSetting.
   */
  subscribe(options: {
    readonly after: Position;
    readonly signal: AbortSignal;
  }): AsyncIterable<EventBatch>;

  /** The position of the newest event, or `startOfLog`. */
  head(): Promise<Position>;

  /**
   * @throws Unavailable, Timeout while the log cannot be reached; WrongServerSetting until a setting is corrected; UnusableLog once a
   * read found damage, or its file was removed or replaced.
   */
  ping(): Promise<void>;

  /** Lets appends under way finish. Calls made after it throw Unavailable. */
  close(): Promise<void>;
}

/** A log that can take over the events of another. */
export interface OrderedEventStore extends EventStore {
  /**
   * Appends events of several streams in the order given, also between streams, and waits for all together. Each has to be the next of
   * its stream, or to be there already. Resolves with the position of the last once all are on disk.
   *
   * @throws Unavailable, Timeout, also when the log is closed meanwhile: the first ones were appended, maybe none or all; repeat the same
   * call. WrongRevision: a stream is longer or shorter; others may have been appended. TooLarge: nothing was appended. OutOfOrder: they
   * are in the log in another order, one of them before `after`, or some after one that the log refused.
   */
  appendInOrder(
    events: readonly PlacedEvent[],
    options: { readonly after: Position },
  ): Promise<Position>;
}

export type Position = string & { readonly brand: 'Position' };

/** 20 digits hold every position that any adapter hands out. */
const positionLength = 20;

export function toPosition(place: number | bigint): Position {
  return place.toString().padStart(positionLength, '0') as Position;
}

export function isPosition(text: string): text is Position {
  return text.length === positionLength && /^\d+$/.test(text);
}

export const startOfLog: Position = toPosition(0);

/** The stream's last revision, `none` for no stream, or `any` for no check. */
export type ExpectedRevision = number | 'none' | 'any';

export type Appended = {
  /** The revision of the last event appended. */
  readonly revision: number;
  /** Its position, or that of a later event that was written with it. */
  readonly position: Position;
};

export type Actor = {
  /** Null for visitors, of whom nothing is stored. */
  readonly id: string | null;
  readonly role: 'visitor' | 'user' | 'admin' | 'system';
};

export type EventMetadata = {
  /** The request that caused it; repeating the request repeats the id. */
  readonly commandId: string;
  /** Hash of the content of a repeatable request: a repeat with other content is refused. */
  readonly fingerprint?: string;
  readonly correlationId: string;
  readonly actor: Actor;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** The version of the shape of `data`; upcasters lead from each older one to the current one. */
  readonly schema: number;
  /** The hash of the event before it in a `business-` stream; absent on the first and in other streams. */
  readonly previous?: string;
  /** Present on seed data, so that reports can leave it out. */
  readonly demonstration?: true;
};

export type NewEvent = {
  /** A UUID in lower case; unique within its stream. */
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: EventMetadata;
};

/** The events of a table that has the data of each by its type; with `Type` only some of them. */
export type EventsOf<Data, Type extends keyof Data = keyof Data> = {
  readonly [Each in Type]: { readonly type: Each; readonly data: Data[Each] };
}[Type];

export type RecordedEvent = NewEvent & {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
};

/** An event with its place in its stream, which is not in the log yet. */
export type PlacedEvent = Omit<RecordedEvent, 'position'>;

/** An event of which a few fields are read, in the shape in which they are stored: personal data stay encrypted. */
export interface EventFields {
  readonly type: string;
  readonly stream: string;
  /** A field of the data, undefined where there is none. */
  data(name: string): unknown;
  metadata(name: string): unknown;
}

/** The fields of a whole event. */
export function fieldsOf({ type, stream, data, metadata }: RecordedEvent): EventFields {
  const reader = (object: object) => (name: string) => Reflect.get(object, name) as unknown;
  return { type, stream, data: reader(data), metadata: reader(metadata) };
}

export type FieldPage = {
  readonly events: readonly EventFields[];
  /** Up to where the log was read: `until` on the last page, else the position of the page's last event. */
  readonly upTo: Position;
};

export type EventBatch = {
  readonly events: readonly RecordedEvent[];
  /** Everything up to here has been seen, whether it is among `events` or not. */
  readonly upTo: Position;
  /** Whether the log held nothing more when this batch was read. */
  readonly isAtHead: boolean;
  /** Whether events of other types were left out between these. */
  readonly isPartial?: boolean;
};

/** The stream is not where the caller believed. */
export class WrongRevision extends NamedError {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly actual: number | 'none';

  constructor(stream: string, expected: ExpectedRevision, actual: number | 'none') {
    super(`stream ${stream} is at ${actual}, not at ${expected}`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** A store cannot be reached, which waiting may cure. */
export abstract class Outage extends NamedError {}

/** The log cannot be reached. An append may or may not have happened. */
export class Unavailable extends Outage {}

/** The log did not respond in time. An append may or may not have happened. */
export class Timeout extends Outage {}

/**
 * A setting does not fit the server that it names, so that waiting alone does not help. The message names the setting and what to
 * change, and repeats no address, which may hold a password.
 */
export class WrongServerSetting extends Outage {}

/** The log cannot be used, e.g. because it is damaged; retrying does not help. The message has the place and the reason. */
export class UnusableLog extends NamedError {
  readonly place: string;
  readonly reason: string;

  constructor(place: string, reason: string, options?: ErrorOptions) {
    super(`The event log ${place} cannot be used: ${reason}.`, options);
    this.place = place;
    this.reason = reason;
  }
}

/** The events of one append exceed what the log takes (1 MiB); nothing was appended. */
export class TooLarge extends NamedError {}

/** Events that have to be in an order are in another, or some are missing before others. Nothing repairs that log. */
export class OutOfOrder extends NamedError {
  constructor(options?: ErrorOptions) {
    super('The events are not in the order in which they were appended', options);
  }
}

/** The ids of the events of a command depend on the command only, so that repeating its append is safe. */
export function commandEventId(commandId: string, index: number): string {
  return v5(String(index), commandId);
}

/** An id for an event that no command repeats. It begins with the time, so that appends touch few pages of the index of ids. */
export function factEventId(): string {
  return v7();
}

/** The maximum size of all events of one append together, as `bytesOfAppend` counts it. */
export const maxAppendBytes = 1024 * 1024;

/** Counted for the id, the type and what servers add: more than any log needs, so that none refuses what another stores. */
const bytesAroundEvent = 256;

/** An event with its data and metadata as JSON. */
export function encodeEvent({ id, type, data, metadata }: NewEvent) {
  return { id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns an append with its size, and refuses one that only a bug of the caller makes. @throws RangeError, TooLarge */
export function encodeAppend(
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
) {
  if (stream === '') throw new RangeError('a stream needs a name');
  if (events.length === 0) throw new RangeError('there is nothing to append');
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0))
    throw new RangeError(`not a revision: ${expected}`);
  const malformed = events.find(({ id }) => !uuid.test(id));
  if (malformed) throw new RangeError(`not a UUID in lower case: ${malformed.id}`);
  if (new Set(events.map(({ id }) => id)).size < events.length)
    throw new RangeError('the same event id twice in one append');
  const encoded = events.map(encodeEvent);
  return { stream, expected, events: encoded, bytes: bytesOfAppend(stream, encoded) };
}

/** The size of an append: the JSON of data and metadata, and a constant for each event. @throws TooLarge */
export function bytesOfAppend(
  stream: string,
  events: readonly { readonly data: string | Buffer; readonly metadata: string | Buffer }[],
): number {
  const bytes = events.reduce(
    (sum, { data, metadata }) =>
      sum + bytesAroundEvent + Buffer.byteLength(data) + Buffer.byteLength(metadata),
    0,
  );
  if (bytes <= maxAppendBytes) return bytes;
  throw new TooLarge(`${bytes} bytes for ${stream}; ${maxAppendBytes} is the maximum`);
}
