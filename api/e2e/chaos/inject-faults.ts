import { setTimeout as delay } from 'node:timers/promises';
import type { RandomNumbers } from '../../../projections/src/testing/random-numbers.ts';
import type { Target } from './targets.ts';

type FaultOptions = {
  readonly targets: readonly Target[];
  readonly random: RandomNumbers;
  /** The least duration; it takes longer until every target has had a fault. */
  readonly seconds: number;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
};

/** Injects a fault into one target after the other, sometimes two at once, and lets them recover. Returns the faults by target. */
export async function injectFaults(options: FaultOptions): Promise<ReadonlyMap<string, number>> {
  const { targets, random, seconds, signal } = options;
  const until = performance.now() + seconds * 1_000;
  const faults = new Map<string, number>();
  let waiting: Target[] = [];
  while (!signal.aborted && (performance.now() < until || faults.size < targets.length)) {
    if (waiting.length === 0) waiting = shuffled(targets, random);
    const chosen = waiting.splice(0, random() < 0.2 ? 2 : 1);
    await injectFault(options, chosen);
    for (const { name } of chosen) faults.set(name, (faults.get(name) ?? 0) + 1);
    await delay(300 + random() * 1_000);
  }
  return faults;
}

async function injectFault(
  { random, print }: FaultOptions,
  chosen: readonly Target[],
): Promise<void> {
  const injected: string[] = [];
  for (const target of chosen) injected.push(`${target.name} ${await target.injectFault(random)}`);
  const began = performance.now();
  await delay(200 + random() * 2_300);
  for (const target of chosen.toSorted((a, b) => Number(b.isStore) - Number(a.isStore)))
    await target.recover();
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  print(`${injected.join(' and ')}, back after ${seconds} s`);
}

function shuffled(targets: readonly Target[], random: RandomNumbers): Target[] {
  return targets
    .map((target) => ({ target, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ target }) => target);
}
