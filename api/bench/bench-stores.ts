import { newMongoDatabase } from '../../projections/src/testing/mongo-database.ts';

/** Where a benchmark keeps things; null for the data folder. */
export type BenchStores = {
  readonly eventstoreUrl: string | null;
  readonly mongodbUrl: string | null;
};

export const embedded: BenchStores = { eventstoreUrl: null, mongodbUrl: null };

/** Works on a database of its own, where there is a server of databases, and leaves nothing behind in it. */
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

/** For programs of the product; an empty setting is none. */
export function environmentOf({ eventstoreUrl, mongodbUrl }: BenchStores) {
  return { ...process.env, EVENTSTORE_URL: eventstoreUrl ?? '', MONGODB_URL: mongodbUrl ?? '' };
}
