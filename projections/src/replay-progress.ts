import { startOfLog, type Position } from '@directory/domain/event-store';

export type ReplayProgress = {
  /** Read so far, by this run. */
  readonly events: number;
  readonly eventsPerSecond: number;
  /** Of the way through the log, from 0 to 1. */
  readonly share: number;
  /** Null while nothing can be said. */
  readonly remainingMs: number | null;
};

/** Judges a replay by the places of its events in the log: how many events are still to come, the log does not tell. */
export function progressMeter(
  { from, to }: { readonly from: Position | null; readonly to: Position },
  now: () => number = () => performance.now(),
): (events: number, upTo: Position) => ReplayProgress {
  const startedAt = now();
  const start = BigInt(from ?? startOfLog);
  const length = Number(BigInt(to) - start);
  let read = 0;
  return (events, upTo) => {
    read += events;
    const elapsed = now() - startedAt;
    const share = length <= 0 ? 1 : Math.min(1, Number(BigInt(upTo) - start) / length);
    return {
      events: read,
      eventsPerSecond: elapsed > 0 ? Math.round((read / elapsed) * 1_000) : 0,
      share,
      remainingMs: share > 0 ? Math.round((elapsed / share) * (1 - share)) : null,
    };
  };
}
