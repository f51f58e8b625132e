import type { MongoAccess } from '@directory/projections/mongodb';
import type { Collection, Db, WriteConcernOptions } from 'mongodb';
import * as z from 'zod';
import type { SecondFactor, SecondFactorStore } from '../account-store.ts';

type FactorRecord = SecondFactor & { readonly _id: string };

const factorRecord = z
  .object({
    encryptedSecret: z.string(),
    lastStep: z.int(),
    recoveryHashes: z.array(z.string()),
  })
  .nullable();

/** In the database of the accounts. */
export function mongoSecondFactors(
  use: MongoAccess['use'],
  writeConcern: WriteConcernOptions,
): SecondFactorStore {
  const factorsOf = (db: Db) => secondFactorRecords(db, writeConcern);
  return {
    getSecondFactor: async (_id) =>
      factorRecord.parse(await use((db) => factorsOf(db).findOne({ _id }))),
    async setSecondFactor(_id, factor) {
      await use(async (db) => {
        if (factor === null) await factorsOf(db).deleteOne({ _id });
        else await factorsOf(db).replaceOne({ _id }, factor, { upsert: true });
      });
    },
    useStep: (_id, step) =>
      use(async (db) => {
        const isLater = { _id, lastStep: { $lt: step } };
        const { modifiedCount } = await factorsOf(db).updateOne(isLater, {
          $set: { lastStep: step },
        });
        return modifiedCount === 1;
      }),
    useRecoveryCode: (_id, hash) =>
      use(async (db) => {
        const hasHash = { _id, recoveryHashes: hash };
        const { modifiedCount } = await factorsOf(db).updateOne(hasHash, {
          $pull: { recoveryHashes: hash },
        });
        return modifiedCount === 1;
      }),
  };
}

export function secondFactorRecords(
  db: Db,
  writeConcern: WriteConcernOptions,
): Collection<FactorRecord> {
  return db.collection<FactorRecord>('second_factors', writeConcern);
}
