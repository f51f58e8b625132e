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

/** A log in memory with EventStoreDB's rules: its positions have gaps, and its own events lie between those of others. */
export function memoryLog() {
  const all: KeptEvent[] = [];
  const streams = new Map<string, KeptStream>();
  const listeners = new Set<(event: KeptEvent) => void>();
  let end = 4096;
  let appends = 0;

  const keep = (stream: string, event: ProposedEvent): KeptEvent => {
    const kept: KeptStream = streams.get(stream) ?? { events: [], byId: new Map() };
    const stored = { ...event, stream, revision: kept.events.length, position: end };
    end += 150 + event.data.length + event.metadata.length;
    streams.set(stream, kept);
    kept.events.push(stored);
    kept.byId.set(event.id, stored);
    all.push(stored);
    for (const listen of [...listeners]) listen(stored);
    return stored;
  };
  const keepSystemEvent = () => {
    const nothing = new TextEncoder().encode('{}');
    keep('$stats-127.0.0.1:2113', {
      id: crypto.randomUUID(),
      type: '$statsCollected',
      contentType: 'application/json',
      data: nothing,
      metadata: nothing,
    });
  };
  keepSystemEvent();

  return {
    all,
    stream: (name: string): readonly KeptEvent[] => streams.get(name)?.events ?? [],
    append(stream: string, events: readonly ProposedEvent[], expected: Expected): Outcome {
      if ((appends += 1) % appendsPerSystemEvent === 0) keepSystemEvent();
      const kept = streams.get(stream) ?? nothingKept;
      const ids = events.map(({ id }) => id);
      const earlier =
        expected === 'any' ? findAnywhere(kept, ids) : findAfter(kept.events, ids, expected);
      if (earlier === 'mismatch') return wrongVersion(kept);
      if (earlier) return { kind: 'appended', last: earlier };
      const stored = events.map((event) => keep(stream, event));
      const last = stored.at(-1);
      return last ? { kind: 'appended', last } : wrongVersion(kept);
    },
    keepSystemEvent,
    /** Returns how to stop listening. */
    listen(listener: (event: KeptEvent) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
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
