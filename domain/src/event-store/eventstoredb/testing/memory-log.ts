export type ProposedEvent = {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

export type LoggedEvent = ProposedEvent & {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
};

export type Expected = number | 'none' | 'any';

export type Outcome =
  | { readonly kind: 'appended'; readonly last: LoggedEvent }
  | { readonly kind: 'wrong-expected-version'; readonly current: number | 'none' };

export type MemoryLog = ReturnType<typeof memoryLog>;

type LoggedStream = { readonly events: LoggedEvent[]; readonly byId: Map<string, LoggedEvent> };

const emptyStream: LoggedStream = { events: [], byId: new Map() };

/** After how many appends the server writes a system event. */
const appendsPerSystemEvent = 5;

/** Records appends in their order, before subscribers get them. */
export type Journal = {
  /** The events recorded before, one array for each append. */
  readonly earlier: readonly (readonly LoggedEvent[])[];
  /** Returns when it is on disk. */
  readonly record: (events: readonly LoggedEvent[]) => void;
};

const noJournal: Journal = { earlier: [], record: () => undefined };

/**
 * A log in memory with EventStoreDB's rules: its positions have gaps, and its own events lie between those of others. With a
 * journal it continues from what the journal holds.
 */
export function memoryLog(journal: Journal = noJournal) {
  const { all, add, listen, stream: streamOf } = openLog(journal);
  let appends = 0;

  const addSystemEvent = () => {
    const nothing = new TextEncoder().encode('{}');
    const id = crypto.randomUUID();
    const described = { type: '$statsCollected', contentType: 'application/json' };
    add('$stats-127.0.0.1:2113', [{ id, ...described, data: nothing, metadata: nothing }]);
  };
  addSystemEvent();

  return {
    all,
    stream: (name: string): readonly LoggedEvent[] => streamOf(name).events,
    append(stream: string, events: readonly ProposedEvent[], expected: Expected): Outcome {
      if ((appends += 1) % appendsPerSystemEvent === 0) addSystemEvent();
      const found = streamOf(stream);
      const ids = events.map(({ id }) => id);
      const earlier =
        expected === 'any' ? findAnywhere(found, ids) : findAfter(found.events, ids, expected);
      if (earlier === 'mismatch') return wrongVersion(found);
      if (earlier) return { kind: 'appended', last: earlier };
      const last = add(stream, events).at(-1);
      return last ? { kind: 'appended', last } : wrongVersion(found);
    },
    addSystemEvent,
    /** Returns a function that stops listening. */
    listen,
  };
}

function openLog(journal: Journal) {
  const all: LoggedEvent[] = [];
  const streams = new Map<string, LoggedStream>();
  const listeners = new Set<(event: LoggedEvent) => void>();
  let end = 4096;

  const store = (event: LoggedEvent) => {
    const found: LoggedStream = streams.get(event.stream) ?? { events: [], byId: new Map() };
    streams.set(event.stream, found);
    found.events.push(event);
    found.byId.set(event.id, event);
    all.push(event);
    end = event.position + sizeOf(event);
    for (const notify of [...listeners]) notify(event);
  };
  journal.earlier.flat().forEach(store);

  return {
    all,
    stream: (name: string): LoggedStream => streams.get(name) ?? emptyStream,
    add: (stream: string, events: readonly ProposedEvent[]): readonly LoggedEvent[] => {
      const first = streams.get(stream)?.events.length ?? 0;
      let position = end;
      const stored = events.map((event, index) => {
        const placed = { ...event, stream, revision: first + index, position };
        position += sizeOf(event);
        return placed;
      });
      journal.record(stored);
      stored.forEach(store);
      return stored;
    },
    listen: (listener: (event: LoggedEvent) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function sizeOf({ data, metadata }: ProposedEvent): number {
  return 150 + data.length + metadata.length;
}

function wrongVersion({ events }: LoggedStream): Outcome {
  return { kind: 'wrong-expected-version', current: events.at(-1)?.revision ?? 'none' };
}

/** Finds an earlier append without an expected version, where the server knows events by their ids alone, in any order. */
function findAnywhere(
  { byId }: LoggedStream,
  ids: readonly string[],
): LoggedEvent | 'mismatch' | undefined {
  const found: readonly (LoggedEvent | undefined)[] = ids.map((id) => byId.get(id));
  if (found[0] === undefined) return undefined;
  return found.includes(undefined) ? 'mismatch' : found.at(-1);
}

/** Finds an earlier append after an expected version: the same ids must lie at the same places. */
function findAfter(
  events: readonly LoggedEvent[],
  ids: readonly string[],
  expected: number | 'none',
): LoggedEvent | 'mismatch' | undefined {
  const start = expected === 'none' ? 0 : expected + 1;
  if (start === events.length) return undefined;
  const there = events.slice(start, start + ids.length);
  const isSame = there.length === ids.length && there.every(({ id }, index) => id === ids[index]);
  return isSame ? there.at(-1) : 'mismatch';
}
