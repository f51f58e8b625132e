import { isDuplicateKey, type MongoAccess } from '@directory/projections/mongodb';
import type { Collection, Db, WriteConcernOptions } from 'mongodb';
import { expiryOf, rememberedOutcome, type OutcomeStore } from '../account-store.ts';

type OutcomeRecord = {
  readonly _id: string;
  readonly outcome: string;
  readonly at: number;
  /** Absent in those of earlier releases. */
  readonly account?: string | null;
};

/** In the database of the accounts. */
export function mongoOutcomes(
  use: MongoAccess['use'],
  writeConcern: WriteConcernOptions,
): OutcomeStore {
  const outcomesOf = (db: Db) => outcomeRecords(db, writeConcern);
  return {
    async findOutcome(_id, now) {
      const isCurrent = { at: { $gt: expiryOf(now) } };
      const found = await use((db) => outcomesOf(db).findOne({ _id, ...isCurrent }));
      return found && rememberedOutcome.parse(JSON.parse(found.outcome));
    },
    async rememberOutcome(_id, { account, ...outcome }, now) {
      const record = { _id, outcome: JSON.stringify(outcome), at: now.getTime(), account };
      await use(async (db) => {
        await outcomesOf(db).deleteMany({ at: { $lte: expiryOf(now) } });
        await insertUnlessThere(() => outcomesOf(db).insertOne(record));
      });
    },
  };
}

export function outcomeRecords(
  db: Db,
  writeConcern: WriteConcernOptions,
): Collection<OutcomeRecord> {
  return db.collection<OutcomeRecord>('outcomes', writeConcern);
}

async function insertUnlessThere(insert: () => Promise<unknown>): Promise<void> {
  try {
    await insert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
