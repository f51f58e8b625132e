import { BACKWARDS, END, type AllStreamResolvedEvent } from '@eventstore/db-client';
import { startOfLog, Unavailable, type Position, type RecordedEvent } from '../event-store.ts';
import { fromPosition, ours, positionOf } from './all-stream.ts';
import { collect } from './collect.ts';
import type { Connection } from './connection.ts';
import { headOf } from './head.ts';

export type LogReader = ReturnType<typeof logReader>;

export type Page = {
  readonly events: readonly RecordedEvent[];
  /** Up to where the server was read, its own events included. */
  readonly seen: Position;
  /** Whether the log held nothing more. */
  readonly isLast: boolean;
};

/** Events a page at the most, so that one read takes neither long nor much memory. */
const maxPageSize = 4_000;

/** How often in a row an answer may bring nothing although there is more: somebody may have appended in between. */
const maxTruncatedReads = 3;

/** Reads the log in pages. The server may end an answer early and say that all is well, so each end is looked up. */
export function logReader(connection: Connection) {
  const { client, options } = connection;
  const readAll = (where: Parameters<typeof client.readAll>[0], signal?: AbortSignal) =>
    collect<AllStreamResolvedEvent>(client.readAll({ ...options, ...where }), connection, signal);

  const newest = async (): Promise<Position> => {
    const [last] = await readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
    return last ? positionOf(last) : startOfLog;
  };

  /** Reading from a position begins with the event there, which its reader has. */
  const page = async (after: Position, limit: number, signal?: AbortSignal): Promise<Page> => {
    const maxCount = Math.min(limit, maxPageSize) + 1;
    const found = await readAll({ fromPosition: fromPosition(after), maxCount }, signal);
    const fresh = found.filter((each) => positionOf(each) > after).slice(0, maxCount - 1);
    const last = fresh.at(-1);
    const seen = last ? positionOf(last) : after;
    const isFull = fresh.length === maxCount - 1;
    return { events: ours(fresh), seen, isLast: !isFull && (await newest()) <= seen };
  };

  const all = async (after: Position, limit: number): Promise<readonly RecordedEvent[]> => {
    const events: RecordedEvent[] = [];
    let from = after;
    for (let fruitless = 0; events.length < limit;) {
      const next = await page(from, limit - events.length);
      events.push(...next.events);
      if (next.isLast) break;
      fruitless = next.seen === from ? fruitless + 1 : 0;
      if (fruitless > maxTruncatedReads) throw cutShort();
      from = next.seen;
    }
    return events;
  };

  return { page, all, newest, head: headOf(readAll) };
}

function cutShort(): Unavailable {
  return new Unavailable('EventStoreDB ended its answer early');
}
