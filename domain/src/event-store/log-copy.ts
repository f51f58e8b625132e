import { isDeepStrictEqual } from 'node:util';
import {
  startOfLog,
  WrongRevision,
  type OrderedEventStore,
  type Position,
  type RecordedEvent,
} from './event-store.ts';
import { readPages, type ReadableLog } from './read-pages.ts';
import { NamedError } from '../shared/unknown.ts';

export type LogCopy = {
  readonly from: ReadableLog;
  readonly to: ReadableLog & Pick<OrderedEventStore, 'appendInOrder'>;
  /** Called every thousand events that both logs have. */
  readonly onSame?: (events: number) => void;
  /** Called after each round of appends with the number of events that this run copied so far. */
  readonly onCopied?: (events: number, upTo: Position) => void;
};

/** How many events are sent before their responses are awaited. */
const roundSize = 500;

/**
 * Copies one log to another: what the target has already must be the beginning of the source, event by event; the rest is
 * appended in order, so that the order between streams stays the same. A copy that was interrupted continues where it ended.
 * Each event is an append of its own, whatever its neighbours: so two copies that run at once, or one that continues while the
 * server still works on what it got before, append the same. `isAhead`: the target has more events after those of the source.
 *
 * @throws OtherEvents, DamagedHistory, OutOfOrder, and what both logs throw
 */
export async function copyLog({ from: source, to, onSame, onCopied }: LogCopy) {
  const from = withoutGaps(source);
  const { same: alreadyThere, upTo, next } = await compareLogs(from, to, onSame);
  if (next.first && next.second) throw new OtherEvents(next.second);
  if (!next.first) return { alreadyThere, copied: 0, isAhead: next.second !== null };
  let copied = 0;
  let after = startOfLog;
  for await (const round of readPages(from, { after: upTo, pageSize: roundSize })) {
    after = await to.appendInOrder(round.events, { after }).catch(explain);
    copied += round.events.length;
    onCopied?.(copied, round.upTo);
  }
  return { alreadyThere, copied, isAhead: false };
}

/** The target holds events that the source does not have; nothing was changed. */
export class OtherEvents extends NamedError {
  constructor({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>) {
    super(
      `It holds events that do not come from here, such as number ${revision} of the stream ${stream}.`,
    );
  }
}

/** An event is missing in the middle of a stream of the source. */
export class DamagedHistory extends NamedError {
  constructor(stream: string, revision: number) {
    super(`The events before number ${revision} of the stream ${stream} are missing.`);
  }
}

const reportEvery = 1_000;

/**
 * Throws DamagedHistory instead of returning an event that does not follow the one before it in its stream: an append after a gap
 * would be refused when later ones are under way. Has to be read from the start; pages may be read again.
 */
function withoutGaps(log: ReadableLog): ReadableLog {
  const lengths = new Map<string, number>();
  return {
    ...log,
    readAll: async (options) => {
      const events = await log.readAll(options);
      for (const { stream, revision } of events) {
        const length = lengths.get(stream) ?? 0;
        if (revision > length) throw new DamagedHistory(stream, revision);
        if (revision === length) lengths.set(stream, length + 1);
      }
      return events;
    },
  };
}

/** Everything before was copied, so a longer stream means events from elsewhere. */
function explain(error: unknown): never {
  if (!(error instanceof WrongRevision)) throw error;
  const { stream, expected, actual } = error;
  const revision = typeof expected === 'number' ? expected + 1 : 0;
  throw actual !== 'none' && actual >= revision ? new OtherEvents({ stream, revision }) : error;
}

export type LogComparison = {
  /** How many events both begin with: equal in content, order, stream and revision. */
  readonly same: number;
  /** The position of the last equal event in the first log. */
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
  const left = eventsOf(first);
  const right = eventsOf(second);
  let same = 0;
  let upTo = startOfLog;
  for (;;) {
    const next = {
      first: (await left.next()).value ?? null,
      second: (await right.next()).value ?? null,
    };
    if (!next.first || !next.second || !isCopy(next.first, next.second))
      return { same, upTo, next };
    upTo = next.first.position;
    same += 1;
    if (same % reportEvery === 0) onSame(same);
  }
}

async function* eventsOf(log: ReadableLog): AsyncGenerator<RecordedEvent, void, void> {
  for await (const { events } of readPages(log, { after: startOfLog })) yield* events;
}

function isCopy(a: RecordedEvent, b: RecordedEvent): boolean {
  return (
    a.id === b.id &&
    a.type === b.type &&
    a.stream === b.stream &&
    a.revision === b.revision &&
    isDeepStrictEqual([a.data, a.metadata], [b.data, b.metadata])
  );
}
