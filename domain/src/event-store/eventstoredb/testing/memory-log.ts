export type ProposedEvent = {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

export type KeptEvent = ProposedEvent & {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
};

export type Expected = number | 'none' | 'any';

export type Outcome =
  | { readonly kind: 'appended'; readonly last: KeptEvent }
  | { readonly kind: 'wrong-expected-version'; readonly current: number | 'none' };

export type MemoryLog = ReturnType<typeof memoryLog>;

type KeptStream = { readonly events: KeptEvent[]; readonly byId: Map<string, KeptEvent> };

const nothingKept: KeptStream = { events: [], byId: new Map() };

/** How often the server writes something of its own between what it is given. */
const appendsPerSystemEvent = 5;

/** Keeps what a log was given, in the order it came, before anybody sees it. */
export type Journal = {
  /** What was recorded before, an append an item. */
  readonly earlier: readonly (readonly KeptEvent[])[];
  /** Returns when it is on disk. */
  readonly record: (events: readonly KeptEvent[]) => void;
};

const noJournal: Journal = { earlier: [], record: () => undefined };

/**
 * A log in memory with EventStoreDB's rules: its positions have gaps, and its own events lie between those of others. With a
 * journal it goes on where one before it ended.
 */
export function memoryLog(journal: Journal = noJournal) {
  const { all, add, listen, stream: keptStream } = keptEvents(journal);
  let appends = 0;

  const keepSystemEvent = () => {
    const nothing = new TextEncoder().encode('{}');
    const id = crypto.randomUUID();
    const described = { type: '$statsCollected', contentType: 'application/json' };
    add('$stats-127.0.0.1:2113', [{ id, ...described, data: nothing, metadata: nothing }]);
  };
  keepSystemEvent();

  return {
    all,
    stream: (name: string): readonly KeptEvent[] => keptStream(name).events,
    append(stream: string, events: readonly ProposedEvent[], expected: Expected): Outcome {
      if ((appends += 1) % appendsPerSystemEvent === 0) keepSystemEvent();
      const kept = keptStream(stream);
      const ids = events.map(({ id }) => id);
      const earlier =
        expected === 'any' ? findAnywhere(kept, ids) : findAfter(kept.events, ids, expected);
      if (earlier === 'mismatch') return wrongVersion(kept);
      if (earlier) return { kind: 'appended', last: earlier };
      const last = add(stream, events).at(-1);
      return last ? { kind: 'appended', last } : wrongVersion(kept);
    },
    keepSystemEvent,
    /** Returns how to stop listening. */
    listen,
  };
}

function keptEvents(journal: Journal) {
  const all: KeptEvent[] = [];
  const streams = new Map<string, KeptStream>();
  const listeners = new Set<(event: KeptEvent) => void>();
  let end = 4096;

  const keep = (event: KeptEvent) => {
    const kept: KeptStream = streams.get(event.stream) ?? { events: [], byId: new Map() };
    streams.set(event.stream, kept);
    kept.events.push(event);
    kept.byId.set(event.id, event);
    all.push(event);
    end = event.position + sizeOf(event);
    for (const tell of [...listeners]) tell(event);
  };
  journal.earlier.flat().forEach(keep);

  return {
    all,
    stream: (name: string): KeptStream => streams.get(name) ?? nothingKept,
    add: (stream: string, events: readonly ProposedEvent[]): readonly KeptEvent[] => {
      const first = streams.get(stream)?.events.length ?? 0;
      let position = end;
      const stored = events.map((event, index) => {
        const placed = { ...event, stream, revision: first + index, position };
        position += sizeOf(event);
        return placed;
      });
      journal.record(stored);
      stored.forEach(keep);
      return stored;
    },
    listen: (listener: (event: KeptEvent) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function sizeOf({ data, metadata }: ProposedEvent): number {
  return 150 + data.length + metadata.length;
}

function wrongVersion({ events }: KeptStream): Outcome {
  return { kind: 'wrong-expected-version', current: events.at(-1)?.revision ?? 'none' };
}

/** With any version the server knows events by their ids alone, in whatever order they come. */
function findAnywhere(
  { byId }: KeptStream,
  ids: readonly string[],
): KeptEvent | 'mismatch' | undefined {
  const found: readonly (KeptEvent | undefined)[] = ids.map((id) => byId.get(id));
  if (found[0] === undefined) return undefined;
  return found.includes(undefined) ? 'mismatch' : found.at(-1);
}

/** After a version that has passed, the same ids must lie at the same places. */
function findAfter(
  kept: readonly KeptEvent[],
  ids: readonly string[],
  expected: number | 'none',
): KeptEvent | 'mismatch' | undefined {
  const start = expected === 'none' ? 0 : expected + 1;
  if (start === kept.length) return undefined;
  const there = kept.slice(start, start + ids.length);
  const isSame = there.length === ids.length && there.every(({ id }, index) => id === ids[index]);
  return isSame ? there.at(-1) : 'mismatch';
}
