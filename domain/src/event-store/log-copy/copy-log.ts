import type { EventStore, NewEvent, Position, RecordedEvent } from '../event-store.ts';
import { WrongRevision } from '../event-store.ts';
import { compareLogs, type LogComparison, type ReadableLog } from './compare-logs.ts';

export type LogCopy = {
  readonly from: ReadableLog;
  readonly to: EventStore;
  /** Told now and then how many events were found to be there already. */
  readonly onSame?: (events: number) => void;
  /** Told how far the logs are the same, before anything is copied. */
  readonly onFound?: (found: LogComparison) => Promise<void> | void;
  /** Told after each append of how many events this run copied, and up to where. */
  readonly onCopied?: (events: number, upTo: Position) => void;
};

export type CopiedLog = {
  readonly alreadyThere: number;
  readonly copied: number;
  /** Whether the other log goes on after what was copied. */
  readonly isAhead: boolean;
};

/**
 * Makes one log the continuation of the other: what is there already has to be its beginning, event by event, and what is missing
 * is appended one group after the other, so that the order between streams stays as it is. So a copy that was cut off is found
 * and carried on, without a note of how far it was.
 *
 * @throws OtherEvents, DamagedHistory, and what both logs throw
 */
export async function copyLog({ from, to, ...told }: LogCopy): Promise<CopiedLog> {
  const found = await compareLogs(from, to, told.onSame);
  const { same: alreadyThere, upTo, next } = found;
  if (next.first && next.second) throw new OtherEvents(next.second);
  await told.onFound?.(found);
  if (!next.first) return { alreadyThere, copied: 0, isAhead: next.second !== null };
  let copied = 0;
  for await (const group of groupsAfter(from, upTo)) {
    await append(to, group);
    copied += group.length;
    told.onCopied?.(copied, group.at(-1)?.position ?? upTo);
  }
  return { alreadyThere, copied, isAhead: false };
}

/** What is there is not a part of what is copied; nothing was changed. */
export class OtherEvents extends Error {
  override readonly name = 'OtherEvents';

  constructor({ stream, revision }: RecordedEvent) {
    super(
      `It holds events that do not come from here, such as number ${revision} of the stream ${stream}.`,
    );
  }
}

/** An event is missing in the middle of a stream that is copied. */
export class DamagedHistory extends Error {
  override readonly name = 'DamagedHistory';

  constructor(stream: string, revision: number) {
    super(`The events before number ${revision} of the stream ${stream} are missing.`);
  }
}

const pageSize = 1_000;
/** In characters of JSON, and well below what a log takes at once. */
const maxGroupSize = 256 * 1024;

/** Neighbours of one stream go together, and others never. */
async function* groupsAfter(
  log: ReadableLog,
  start: Position,
): AsyncGenerator<readonly RecordedEvent[], void> {
  for (let after = start; ;) {
    const page = await log.readAll({ after, limit: pageSize });
    const last = page.at(-1);
    if (!last) return;
    yield* grouped(page);
    after = last.position;
  }
}

function* grouped(page: readonly RecordedEvent[]): Generator<readonly RecordedEvent[], void> {
  let group: RecordedEvent[] = [];
  let size = 0;
  for (const event of page) {
    const length = JSON.stringify(event).length;
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

/** All that comes before was copied, so a stream that is shorter was damaged, and one that is longer belongs to somebody else. */
async function explain(
  { actual }: WrongRevision,
  { to, first }: { readonly to: EventStore; readonly first: RecordedEvent },
): Promise<Error> {
  const { stream, revision } = first;
  if (actual === 'none' || actual < revision - 1) return new DamagedHistory(stream, revision);
  const [theirs] = await to.readStream(stream, { from: revision });
  return new OtherEvents(theirs ?? first);
}
