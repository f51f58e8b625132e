import type { Progress } from './engine/progress-meter.ts';

export type Output = { readonly write: (text: string) => void; readonly isTerminal: boolean };

export type ProgressLine = {
  readonly show: (progress: Progress) => void;
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

function describe({ events, eventsPerSecond, share, remainingSeconds }: Progress): string {
  const pace = eventsPerSecond === null ? '' : `, ${Math.round(eventsPerSecond)} events/s`;
  const remaining =
    remainingSeconds === null ? '' : `, about ${Math.ceil(remainingSeconds)} s to go`;
  return `${Math.floor(share * 100)} %, ${events} events${pace}${remaining}`;
}
