import { setTimeout as delay } from 'node:timers/promises';
import type { RandomNumbers } from '../../../projections/src/testing/random-numbers.ts';
import type { Target } from './targets.ts';

type Disturbance = {
  readonly targets: readonly Target[];
  readonly random: RandomNumbers;
  /** How long at least; every target is struck once, however long that takes. */
  readonly seconds: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
};

/** Takes everything away and brings it back, one after the other and now and then two at once. Returns how often each was. */
export async function disturb(disturbance: Disturbance): Promise<ReadonlyMap<string, number>> {
  const { targets, random, seconds, signal } = disturbance;
  const until = performance.now() + seconds * 1_000;
  const strikes = new Map<string, number>();
  let waiting: Target[] = [];
  while (!signal.aborted && (performance.now() < until || strikes.size < targets.length)) {
    if (waiting.length === 0) waiting = shuffled(targets, random);
    const struck = waiting.splice(0, random() < 0.2 ? 2 : 1);
    await strikeAndBringBack(disturbance, struck);
    for (const { name } of struck) strikes.set(name, (strikes.get(name) ?? 0) + 1);
    await delay(300 + random() * 1_000);
  }
  return strikes;
}

async function strikeAndBringBack(
  { random, say }: Disturbance,
  struck: readonly Target[],
): Promise<void> {
  const done: string[] = [];
  for (const target of struck) done.push(`${target.name} ${await target.strike(random)}`);
  const began = performance.now();
  await delay(200 + random() * 2_300);
  for (const target of struck.toSorted((a, b) => Number(b.isStore) - Number(a.isStore)))
    await target.bringBack();
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  say(`${done.join(' and ')}, back after ${seconds} s`);
}

function shuffled(targets: readonly Target[], random: RandomNumbers): Target[] {
  return targets
    .map((target) => ({ target, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ target }) => target);
}
