import type { ReplayProgress } from './replay-progress.ts';

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
