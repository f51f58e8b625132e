import { isDeepStrictEqual } from 'node:util';
import { startOfLog, type EventStore, type Position, type RecordedEvent } from '../event-store.ts';

/** A log that is only read. */
export type ReadableLog = Pick<EventStore, 'readAll' | 'head'>;

export type LogComparison = {
  /** How many events both begin with: the same ones, in the same order and places of their streams. */
  readonly same: number;
  /** In the first log, of the last event that is the same. */
  readonly upTo: Position;
  /** What follows in each; null where it ends. Both are null where the logs are equal. */
  readonly next: { readonly first: RecordedEvent | null; readonly second: RecordedEvent | null };
};

/**
 * Walks two logs side by side, event by event, up to where one ends or they part. Positions are not compared: each log has its own.
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
    if (same % pageSize === 0) onSame(same);
    left.pass();
    right.pass();
  }
}

const pageSize = 1_000;

function walk(log: ReadableLog) {
  let page: readonly RecordedEvent[] = [];
  let place = 0;
  let after = startOfLog;
  return {
    /** Awaited for every event of both logs, so that it asks for a page only where there is need. */
    peek: async (): Promise<RecordedEvent | null> => {
      if (place === page.length) {
        page = await log.readAll({ after, limit: pageSize });
        after = page.at(-1)?.position ?? after;
        place = 0;
      }
      return page[place] ?? null;
    },
    pass: () => {
      place += 1;
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
