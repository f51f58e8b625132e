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

type Measure<Result = number> = () => Promise<Result>;

/** The results of alternating rounds, as the speed of the machine drifts. */
export async function alternate<Name extends string, Result>(
  rounds: number,
  measures: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(measures) as Name[];
  const results = Object.fromEntries(names.map((name): [Name, Result[]] => [name, []])) as Record<
    Name,
    Result[]
  >;
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) results[name].push(await measures[name]());
  return results;
}

/** Compares medians of alternating rounds. */
export async function compare(
  rounds: number,
  measures: { readonly ours: Measure; readonly reference: Measure },
): Promise<{ ours: number; reference: number }> {
  const { ours, reference } = await alternate(rounds, measures);
  return { ours: median(ours), reference: median(reference) };
}

/** The same by the clock and by the processor time of this process, all its threads included; each measure does `count` operations. */
export async function compareTimes(
  rounds: number,
  count: number,
  measures: { readonly ours: Measure<unknown>; readonly reference: Measure<unknown> },
): Promise<Pick<Figure, 'ours' | 'reference' | 'processor'>> {
  const { ours, reference } = await alternate(rounds, {
    ours: () => rates(count, measures.ours),
    reference: () => rates(count, measures.reference),
  });
  const medians = (by: 'clock' | 'processor') => ({
    ours: median(ours.map((round) => round[by])),
    reference: median(reference.map((round) => round[by])),
  });
  return { ...medians('clock'), processor: medians('processor') };
}

/** Operations a second. */
export async function rate(count: number, work: () => Promise<unknown>): Promise<number> {
  return (await rates(count, work)).clock;
}

async function rates(
  count: number,
  work: () => Promise<unknown>,
): Promise<{ clock: number; processor: number }> {
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

/** The servers of a benchmark; null for the data folder. */
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
