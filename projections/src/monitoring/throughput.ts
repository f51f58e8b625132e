import type { Position } from '@directory/domain/event-store';

type Sample = { readonly at: number; readonly handled: number; readonly place: number };
type Progressed = {
  readonly id: string;
  readonly handled: number;
  readonly position: Position;
};

export type Throughput = {
  readonly eventsPerSecond: number;
  /** How far it moves along the log, in places a second: good for a remaining time and for nothing else. */
  readonly positionsPerSecond: number;
};

export type ThroughputMeter = (generation: Progressed) => Throughput | null;

const windowMs = 10_000;
const maxGapMs = 120_000;
const minSpanMs = 400;

/**
 * Tells how fast generations take in events, from what was seen of them at the calls before: over the last seconds, or since the
 * call before where that was longer ago. Null while nothing can be said.
 */
export function throughputMeter(now: () => number = () => performance.now()): ThroughputMeter {
  const samples = new Map<string, readonly Sample[]>();
  return ({ id, handled, position }) => {
    const sample = { at: now(), handled, place: Number(position) };
    const kept = recent([...(samples.get(id) ?? []), sample]);
    samples.set(id, kept);
    const [first] = kept;
    return first === undefined ? null : throughputBetween(first, sample);
  };
}

/** The oldest that is kept lies at the window's edge or before it. */
function recent(samples: readonly Sample[]): readonly Sample[] {
  const end = samples.at(-1)?.at ?? 0;
  const inWindow = samples.findIndex(({ at }) => at >= end - windowMs);
  const edge = Math.max(0, inWindow - 1);
  return samples.slice(edge).filter(({ at }) => at >= end - maxGapMs);
}

function throughputBetween(first: Sample, last: Sample): Throughput | null {
  const seconds = (last.at - first.at) / 1_000;
  if (seconds * 1_000 < minSpanMs) return null;
  return {
    eventsPerSecond: Math.max(0, last.handled - first.handled) / seconds,
    positionsPerSecond: Math.max(0, last.place - first.place) / seconds,
  };
}
