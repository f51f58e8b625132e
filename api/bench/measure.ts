/** One line of the result: a rate of ours beside the reference's, measured in the same run. */
export type Figure = {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly reference: number;
  /** What the reference does. */
  readonly against: string;
};

type Measure = () => Promise<number>;

/** The machine's speed drifts, so ours and the reference take turns, and the medians are compared. */
export async function compare(
  rounds: number,
  measures: { readonly ours: Measure; readonly reference: Measure },
): Promise<{ ours: number; reference: number }> {
  const ours: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    reference.push(await measures.reference());
    ours.push(await measures.ours());
  }
  return { ours: median(ours), reference: median(reference) };
}

/** How many a second. */
export async function rate(count: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return count / ((performance.now() - start) / 1000);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
