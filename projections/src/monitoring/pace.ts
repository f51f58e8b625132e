import type { Position } from '@directory/domain/event-store';

type Sample = { readonly at: number; readonly handled: number; readonly place: number };
type Progressed = {
  readonly id: string;
  readonly handled: number;
  readonly position: Position;
};

export type Pace = {
  readonly eventsPerSecond: number;
  /** How far it moves along the log, in places a second: good for a remaining time and for nothing else. */
  readonly placesPerSecond: number;
};

export type PaceMeter = (generation: Progressed) => Pace | null;

const windowMs = 10_000;
const longestGapMs = 120_000;
const shortestSpanMs = 400;

/**
 * Tells how fast generations take in events, from what was seen of them at the calls before: over the last seconds, or since the
 * call before where that was longer ago. Null while nothing can be said.
 */
export function paceMeter(now: () => number = () => performance.now()): PaceMeter {
  const samples = new Map<string, readonly Sample[]>();
  return ({ id, handled, position }) => {
    const sample = { at: now(), handled, place: Number(position) };
    const kept = recent([...(samples.get(id) ?? []), sample]);
    samples.set(id, kept);
    const [first] = kept;
    return first === undefined ? null : paceBetween(first, sample);
  };
}

/** The oldest that is kept lies at the window's edge or before it. */
function recent(samples: readonly Sample[]): readonly Sample[] {
  const end = samples.at(-1)?.at ?? 0;
  const inWindow = samples.findIndex(({ at }) => at >= end - windowMs);
  const edge = Math.max(0, inWindow - 1);
  return samples.slice(edge).filter(({ at }) => at >= end - longestGapMs);
}

function paceBetween(first: Sample, last: Sample): Pace | null {
  const seconds = (last.at - first.at) / 1_000;
  if (seconds * 1_000 < shortestSpanMs) return null;
  return {
    eventsPerSecond: Math.max(0, last.handled - first.handled) / seconds,
    placesPerSecond: Math.max(0, last.place - first.place) / seconds,
  };
}
