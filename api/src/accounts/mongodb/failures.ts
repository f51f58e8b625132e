import type { MongoAccess } from '@directory/projections/mongodb';
import type { Collection, Db, Document } from 'mongodb';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { memoryCounter, type FailureStore } from '../account-store.ts';

const tableName = 'login_failures';

/** In the database of the accounts; in memory while it is unreachable. */
export function mongoFailures(use: MongoAccess['use']): FailureStore {
  type Records = Collection;
  const on = <Result>(work: (records: Records) => Promise<Result>) =>
    use((db) => work(db.collection(tableName)));
  // What the limiter calls of a collection, by the connection that is there at the time.
  const collection = {
    findOne: (...args: Parameters<Records['findOne']>) => on((each) => each.findOne(...args)),
    findOneAndUpdate: (filter: Document, update: Document, options: Document) =>
      on((each) => each.findOneAndUpdate(filter, update, options)),
    deleteOne: (filter: Document) => on((each) => each.deleteOne(filter)),
  };
  return {
    failureCounter: (name, seconds) =>
      new RateLimiterMongo({
        storeClient: { collection: () => collection },
        tableName,
        keyPrefix: name,
        points: 1,
        duration: seconds,
        disableIndexesCreation: true,
        insuranceLimiter: memoryCounter(name, seconds),
      }),
  };
}

export async function prepareFailures(db: Db): Promise<void> {
  await db.collection(tableName).createIndexes([
    { key: { key: 1 }, unique: true },
    { key: { expire: 1 }, expireAfterSeconds: 0 },
  ]);
}
