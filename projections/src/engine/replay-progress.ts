import { startOfLog, type Position } from '@directory/domain/event-store';

export type ReplayProgress = {
  /** Read so far, by this run. */
  readonly events: number;
  readonly eventsPerSecond: number;
  /** Of the way through the log, from 0 to 1. */
  readonly share: number;
  /** Null until it can be estimated. */
  readonly remainingMs: number | null;
};

/** Estimates progress from log positions, because the log does not count its remaining events. */
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

export type Output = { readonly write: (text: string) => void; readonly isTerminal: boolean };

export type ProgressLine = {
  readonly show: (progress: ReplayProgress) => void;
  readonly done: () => void;
};

const everyMs = { terminal: 100, otherwise: 5_000 };

/** On a terminal one line that is written over; elsewhere, as in a log, a line of its own every five seconds. */
export function progressLine(
  { write, isTerminal }: Output,
  now: () => number = () => performance.now(),
): ProgressLine {
  const interval = isTerminal ? everyMs.terminal : everyMs.otherwise;
  let shownAt = now();
  let isOpen = false;
  return {
    show: (progress) => {
      if (now() - shownAt < interval) return;
      shownAt = now();
      isOpen = isTerminal;
      write(isTerminal ? `\r\u001b[K${describe(progress)}` : `${describe(progress)}\n`);
    },
    done: () => {
      if (isOpen) write('\r\u001b[K');
      isOpen = false;
    },
  };
}

function describe({ events, eventsPerSecond, share, remainingMs }: ReplayProgress): string {
  const remaining = remainingMs === null ? '' : `, about ${Math.ceil(remainingMs / 1_000)} s to go`;
  return `${Math.floor(share * 100)} %, ${events} events, ${eventsPerSecond} events/s${remaining}`;
}
