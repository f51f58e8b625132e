import { insertUnlessThere, type MongoAccess } from '@directory/projections/mongodb';
import type { Collection, Db, Document } from 'mongodb';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import {
  expiryOf,
  rememberedOutcome,
  type OutcomeStore,
  memoryCounter,
  type FailureStore,
} from '../account-store.ts';

type OutcomeRecord = {
  readonly _id: string;
  readonly outcome: string;
  readonly at: number;
  /** Absent in those of earlier releases. */
  readonly account?: string | null;
};

/** In the database of the accounts. */
export function mongoOutcomes(use: MongoAccess['use']): OutcomeStore {
  return {
    async findOutcome(_id, now) {
      const isCurrent = { at: { $gt: expiryOf(now) } };
      const found = await use((db) => outcomeRecords(db).findOne({ _id, ...isCurrent }));
      return found && rememberedOutcome.parse(JSON.parse(found.outcome));
    },
    async rememberOutcome(_id, { account, ...outcome }, now) {
      const record = { _id, outcome: JSON.stringify(outcome), at: now.getTime(), account };
      await use(async (db) => {
        await outcomeRecords(db).deleteMany({ at: { $lte: expiryOf(now) } });
        await insertUnlessThere(() => outcomeRecords(db).insertOne(record));
      });
    },
  };
}

export function outcomeRecords(db: Db): Collection<OutcomeRecord> {
  return db.collection<OutcomeRecord>('outcomes');
}

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
