import { recordOf } from '@directory/domain/shared/collections';
import { newMongoDatabase } from '../../projections/src/testing/mongo-database.ts';

/** A line of the result: our rate and that of the reference in the same run. */
export type Figure = {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly reference: number;
  /** What the reference does. */
  readonly against: string;
  /** By processor time, for what does not wait for a disk or another program: it differs less than the clock on a shared machine. */
  readonly processor?: { readonly ours: number; readonly reference: number };
};

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

/** Compares operations per second by their medians. A round does `count` of them; processor time includes all threads of this process. */
export async function compare(
  rounds: number,
  count: number,
  { ours, reference }: { readonly ours: Work; readonly reference: Work },
): Promise<Required<Pick<Figure, 'ours' | 'reference' | 'processor'>>> {
  const rates = await alternate(rounds, {
    ours: () => rate(count, ours),
    reference: () => rate(count, reference),
  });
  const medians = (by: 'clock' | 'processor') =>
    recordOf(['ours', 'reference'], (who) => median(rates[who].map((round) => round[by])));
  return { ...medians('clock'), processor: medians('processor') };
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
