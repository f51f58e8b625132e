import { recordOf } from '@directory/domain/shared/collections';
import { newMongoDatabase } from '../../projections/src/testing/mongo-database.ts';

/** Measures in alternating rounds, as the speed of the machine drifts. */
export async function alternate<Name extends string, Result>(
  rounds: number,
  measures: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(measures) as Name[];
  const results = recordOf(names, (): Result[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) results[name].push(await measures[name]());
  return results;
}

type Work = () => Promise<unknown>;

type Comparison = {
  readonly rounds: number;
  /** How many events a round handles. */
  readonly events: number;
  readonly ours: Work;
  readonly reference: Work;
  /** What the reference does. */
  readonly against: string;
  /** Also by processor time of all threads of this process, for what waits for no disk: it differs less on a shared machine. */
  readonly byProcessor?: boolean;
};

/** Shows events per second, and their ratio to those of a reference in the same run, by medians. */
export async function showRates(
  name: string,
  { rounds, events, ours, reference, against, byProcessor = false }: Comparison,
): Promise<void> {
  const rates = await alternate(rounds, {
    ours: () => rate(events, ours),
    reference: () => rate(events, reference),
  });
  const medianOf = (whose: keyof typeof rates, by: 'clock' | 'processor') =>
    median(rates[whose].map((round) => round[by]));
  const ratio = (by: 'clock' | 'processor') =>
    (medianOf('ours', by) / medianOf('reference', by)).toFixed(2);
  const perSecond = (whose: keyof typeof rates) => medianOf(whose, 'clock').toFixed(0).padStart(8);
  console.log(
    `${name.padEnd(28)} ${perSecond('ours')} events/s   ${ratio('clock')} of ${perSecond('reference')}${byProcessor ? `, ${ratio('processor')} by processor time` : ''} (${against})`,
  );
}

async function rate(count: number, work: Work): Promise<{ clock: number; processor: number }> {
  const start = performance.now();
  const used = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(used);
  return {
    clock: count / ((performance.now() - start) / 1_000),
    processor: count / ((user + system) / 1_000_000),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The servers that a benchmark stores in; null for the data folder. */
export type BenchStores = {
  readonly eventstoreUrl: string | null;
  readonly mongodbUrl: string | null;
};

export const embedded: BenchStores = { eventstoreUrl: null, mongodbUrl: null };

/** Runs `work` with a new MongoDB database if there is a server, and drops the database. */
export async function withOwnDatabase<Result>(
  stores: BenchStores,
  work: (stores: BenchStores) => Promise<Result>,
): Promise<Result> {
  if (stores.mongodbUrl === null) return work(stores);
  const { url, drop } = newMongoDatabase(stores.mongodbUrl);
  try {
    return await work({ ...stores, mongodbUrl: url });
  } finally {
    await drop();
  }
}
