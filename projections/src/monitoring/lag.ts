import type { EventStore, Position } from '@directory/domain/event-store';

export type Lag = {
  /** How many events are still to be folded; at most `mostCounted`. */
  readonly events: number;
  /** Whether there are more of them than were counted. */
  readonly isMore: boolean;
  /** ISO 8601, UTC: when the first of them happened; null when there is none. */
  readonly since: string | null;
};

export type LagCounter = (position: Position, head: Position) => Promise<Lag>;

/** Positions are opaque, so events are counted by reading them; this many tell an operator enough. */
export const maxCounted = 1_000;

const none: Lag = { events: 0, isMore: false, since: null };

/** Counts what follows a position, once for as long as neither it nor the head moves. @throws what the log throws */
export function lagCounter(log: EventStore): LagCounter {
  let counted = new Map<string, Promise<Lag>>();
  let countedTo: Position | null = null;
  return (position, head) => {
    if (position >= head) return Promise.resolve(none);
    if (head !== countedTo) counted = new Map();
    countedTo = head;
    const known = counted.get(position) ?? count(log, position);
    counted.set(position, known);
    known.catch(() => counted.delete(position));
    return known;
  };
}

async function count(log: EventStore, after: Position): Promise<Lag> {
  const missing = await log.readAll({ after, limit: maxCounted + 1 });
  return {
    events: Math.min(missing.length, maxCounted),
    isMore: missing.length > maxCounted,
    since: missing[0]?.metadata.time ?? null,
  };
}
