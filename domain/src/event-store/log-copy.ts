import { isDeepStrictEqual } from 'node:util';
import {
  startOfLog,
  WrongRevision,
  type EventStore,
  type NewEvent,
  type Position,
  type RecordedEvent,
} from './event-store.ts';
import { readPages, type ReadableLog } from './read-pages.ts';

export type LogCopy = {
  readonly from: ReadableLog;
  readonly to: EventStore;
  /** Called every thousand events that both logs have. */
  readonly onSame?: (events: number) => void;
  /** Called before anything is copied. */
  readonly onFound?: (found: LogComparison) => Promise<void> | void;
  /** Called after each append with the number of events that this run copied so far. */
  readonly onCopied?: (events: number, upTo: Position) => void;
};

export type CopiedLog = {
  readonly alreadyThere: number;
  readonly copied: number;
  /** Whether the target has more events after those of the source. */
  readonly isAhead: boolean;
};

/**
 * Copies one log to another: what the target has already must be the beginning of the source, event by event; the rest is
 * appended in order, so that the order between streams stays the same. A copy that was interrupted continues where it ended.
 *
 * @throws OtherEvents, DamagedHistory, and what both logs throw
 */
export async function copyLog({
  from,
  to,
  onSame,
  onFound,
  onCopied,
}: LogCopy): Promise<CopiedLog> {
  const found = await compareLogs(from, to, onSame);
  const { same: alreadyThere, upTo, next } = found;
  if (next.first && next.second) throw new OtherEvents(next.second);
  await onFound?.(found);
  if (!next.first) return { alreadyThere, copied: 0, isAhead: next.second !== null };
  let copied = 0;
  for await (const group of groupsAfter(from, upTo)) {
    await append(to, group);
    copied += group.length;
    onCopied?.(copied, group.at(-1)?.position ?? upTo);
  }
  return { alreadyThere, copied, isAhead: false };
}

/** The target holds events that the source does not have; nothing was changed. */
export class OtherEvents extends Error {
  override readonly name = 'OtherEvents';

  constructor({ stream, revision }: RecordedEvent) {
    super(
      `It holds events that do not come from here, such as number ${revision} of the stream ${stream}.`,
    );
  }
}

/** An event is missing in the middle of a stream of the source. */
export class DamagedHistory extends Error {
  override readonly name = 'DamagedHistory';

  constructor(stream: string, revision: number) {
    super(`The events before number ${revision} of the stream ${stream} are missing.`);
  }
}

const reportEvery = 1_000;
/** In characters of JSON, well below the limit of one append. */
const maxGroupSize = 256 * 1024;

/** Groups neighbouring events of one stream into one append. */
async function* groupsAfter(
  log: ReadableLog,
  start: Position,
): AsyncGenerator<readonly RecordedEvent[], void> {
  for await (const { events } of readPages(log, { after: start })) yield* grouped(events);
}

function* grouped(page: readonly RecordedEvent[]): Generator<readonly RecordedEvent[], void> {
  let group: RecordedEvent[] = [];
  let size = 0;
  for (const event of page) {
    const length = JSON.stringify([event.data, event.metadata]).length;
    const before = group.at(-1);
    if (before && (before.stream !== event.stream || size + length > maxGroupSize)) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(event);
    size += length;
  }
  if (group.length > 0) yield group;
}

async function append(to: EventStore, group: readonly RecordedEvent[]): Promise<void> {
  const [first] = group;
  if (!first) return;
  requireNoGap(group);
  const { stream, revision } = first;
  const events = group.map(({ id, type, data, metadata }): NewEvent => ({
    id,
    type,
    data,
    metadata,
  }));
  try {
    await to.append(stream, events, { expected: revision === 0 ? 'none' : revision - 1 });
  } catch (error) {
    throw error instanceof WrongRevision ? await explain(error, { to, first }) : error;
  }
}

function requireNoGap(group: readonly RecordedEvent[]): void {
  for (const [index, { stream, revision }] of group.entries()) {
    const before = group[index - 1];
    if (before && revision !== before.revision + 1) throw new DamagedHistory(stream, revision);
  }
}

/** Everything before was copied, so a shorter stream means a gap in the source, and a longer one means events from elsewhere. */
async function explain(
  { actual }: WrongRevision,
  { to, first }: { readonly to: EventStore; readonly first: RecordedEvent },
): Promise<Error> {
  const { stream, revision } = first;
  if (actual === 'none' || actual < revision - 1) return new DamagedHistory(stream, revision);
  const [found] = await to.readStream(stream, { from: revision });
  return new OtherEvents(found ?? first);
}

export type LogComparison = {
  /** How many events both begin with: equal in content, order, stream and revision. */
  readonly same: number;
  /** Position in the first log of the last equal event. */
  readonly upTo: Position;
  /** The first events that differ; null where a log ends. Both are null when the logs are equal. */
  readonly next: { readonly first: RecordedEvent | null; readonly second: RecordedEvent | null };
};

/**
 * Compares two logs event by event, up to the first difference or the end of one. Positions are not compared: each log has its own.
 *
 * @throws Unavailable, Timeout, UnusableLog
 */
export async function compareLogs(
  first: ReadableLog,
  second: ReadableLog,
  onSame: (events: number) => void = () => undefined,
): Promise<LogComparison> {
  const left = walk(first);
  const right = walk(second);
  let same = 0;
  let upTo = startOfLog;
  for (;;) {
    const next = { first: await left.peek(), second: await right.peek() };
    if (!next.first || !next.second || !isSame(next.first, next.second))
      return { same, upTo, next };
    upTo = next.first.position;
    same += 1;
    if (same % reportEvery === 0) onSame(same);
    left.pass();
    right.pass();
  }
}

function walk(log: ReadableLog) {
  const pages = readPages(log, { after: startOfLog });
  let page: readonly RecordedEvent[] = [];
  let index = 0;
  return {
    /** The current event; reads the next page when this one is used up. */
    peek: async (): Promise<RecordedEvent | null> => {
      if (index === page.length) {
        page = (await pages.next()).value?.events ?? [];
        index = 0;
      }
      return page[index] ?? null;
    },
    pass: () => {
      index += 1;
    },
  };
}

function isSame(a: RecordedEvent, b: RecordedEvent): boolean {
  return (
    a.id === b.id &&
    a.type === b.type &&
    a.stream === b.stream &&
    a.revision === b.revision &&
    isDeepStrictEqual([a.data, a.metadata], [b.data, b.metadata])
  );
}
