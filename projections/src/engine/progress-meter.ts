import { startOfLog, type Position } from '@directory/domain/event-store';
import { atMostEvery } from '@directory/domain/shared/timers';

type Reached = {
  /** What is measured: one meter serves several. */
  readonly id: string;
  /** How many events were processed. */
  readonly events: number;
  readonly position: Position;
  /** Where it ends; null while that is not known. */
  readonly end: Position | null;
};

export type Progress = {
  readonly events: number;
  /** Null until it can be estimated. */
  readonly eventsPerSecond: number | null;
  /** How much of the way through the log is done, from 0 to 1. */
  readonly share: number;
  /** Null until it can be estimated. */
  readonly remainingSeconds: number | null;
};

type ProgressMeter = (reached: Reached) => Progress;

type Sample = { readonly at: number; readonly events: number; readonly place: number };

const windowMs = 10_000;
const maxGapMs = 120_000;
const minSpanMs = 400;

/**
 * How fast something moves along the log, from the samples of earlier calls: over the last seconds, or since the previous call if
 * that was longer ago. The remaining time is estimated from positions, because the log does not count its remaining events.
 */
export function progressMeter(now: () => number = () => performance.now()): ProgressMeter {
  const samples = new Map<string, readonly Sample[]>();
  return ({ id, events, position, end }) => {
    const sample = { at: now(), events, place: Number(position) };
    const window = recent([...(samples.get(id) ?? []), sample]);
    samples.set(id, window);
    const pace = paceBetween(window[0] ?? sample, sample);
    const whole = Number(end ?? startOfLog);
    const moves = pace !== null && end !== null && pace.positionsPerSecond > 0;
    return {
      events,
      eventsPerSecond: pace?.eventsPerSecond ?? null,
      share: end === null ? 0 : whole === 0 ? 1 : Math.min(1, sample.place / whole),
      remainingSeconds: moves ? Math.max(0, whole - sample.place) / pace.positionsPerSecond : null,
    };
  };
}

/** The samples of the window, and the last one before it. */
function recent(samples: readonly Sample[]): readonly Sample[] {
  const end = samples.at(-1)?.at ?? 0;
  const inWindow = samples.findIndex(({ at }) => at >= end - windowMs);
  const edge = Math.max(0, inWindow - 1);
  return samples.slice(edge).filter(({ at }) => at >= end - maxGapMs);
}

function paceBetween(first: Sample, last: Sample) {
  const seconds = (last.at - first.at) / 1_000;
  if (seconds * 1_000 < minSpanMs) return null;
  return {
    eventsPerSecond: Math.max(0, last.events - first.events) / seconds,
    positionsPerSecond: (last.place - first.place) / seconds,
  };
}

export type Output = { readonly write: (text: string) => void; readonly isTerminal: boolean };

const everyMs = { terminal: 100, otherwise: 5_000 };

/** On a terminal one line that is written over; elsewhere, as in a log, a line of its own every five seconds. */
export function progressLine(
  { write, isTerminal }: Output,
  now: () => number = () => performance.now(),
) {
  let isOpen = false;
  const show = (progress: Progress) => {
    isOpen = isTerminal;
    write(isTerminal ? `\r\u001b[K${progressText(progress)}` : `${progressText(progress)}\n`);
  };
  return {
    show: atMostEvery(isTerminal ? everyMs.terminal : everyMs.otherwise, show, now),
    done: (): void => {
      if (isOpen) write('\r\u001b[K');
      isOpen = false;
    },
  };
}

export function progressText({
  events,
  eventsPerSecond,
  share,
  remainingSeconds,
}: Progress): string {
  const pace = eventsPerSecond === null ? '' : `, ${Math.round(eventsPerSecond)} events/s`;
  const remaining =
    remainingSeconds === null ? '' : `, about ${Math.ceil(remainingSeconds)} s to go`;
  return `${Math.floor(share * 100)} %, ${events} events${pace}${remaining}`;
}
