import { insertUnlessThere, upsert, type MongoAccess } from '@directory/projections/mongodb';
import type { Collection, Db } from 'mongodb';
import * as z from 'zod';
import {
  initialState,
  type AccountState,
  type AccountStateStore,
  type StateChanges,
  type SecondFactor,
  type SecondFactorStore,
} from '../account-store.ts';
import { removeLinksOf } from './mail.ts';

type StateRecord = StateChanges & {
  readonly _id: string;
  readonly sessionVersion: number;
  readonly endedAt: number;
};

const stateRecord = z.object({
  sessionVersion: z.int(),
  isDisabled: z.boolean().default(false),
  mustChangePassword: z.boolean().default(false),
});
const versionRecords = z.array(z.object({ _id: z.string(), sessionVersion: z.int() }));
const saltRecord = z.object({ salt: z.string() });

/** In the database of the accounts. */
export function mongoAccountStates(use: MongoAccess['use']): AccountStateStore {
  const saltsOf = (db: Db) =>
    db.collection<{ readonly _id: string; readonly salt: string }>('token_salts');
  return {
    endSessions: (account, changes) => use((db) => endSessions(db, account, changes)),
    async findSessionVersions(since) {
      const found = await use((db) =>
        stateRecords(db)
          .find({ endedAt: { $gte: since.getTime() } })
          .toArray(),
      );
      return new Map(versionRecords.parse(found).map((each) => [each._id, each.sessionVersion]));
    },
    async addState(_id, state) {
      const record = { ...state, endedAt: Date.now() };
      await use((db) =>
        stateRecords(db).updateOne({ _id }, { $setOnInsert: record }, { upsert: true }),
      );
    },
    async getTokenSalt() {
      const found = await use((db) => saltsOf(db).findOne({ _id: 'token-salt' }));
      return saltRecord.nullable().parse(found)?.salt ?? null;
    },
    async setTokenSalt(salt) {
      await use((db) =>
        saltsOf(db).updateOne({ _id: 'token-salt' }, { $set: { salt } }, { upsert: true }),
      );
    },
  };
}

export function stateRecords(db: Db): Collection<StateRecord> {
  return db.collection<StateRecord>('account_states');
}

export async function endSessions(db: Db, _id: string, changes: StateChanges = {}): Promise<void> {
  const update = { $inc: { sessionVersion: 1 }, $set: { endedAt: Date.now(), ...changes } };
  await upsert(() => stateRecords(db).updateOne({ _id }, update, { upsert: true }));
  await removeLinksOf(db, _id);
}

export async function stateOf(
  states: Collection<StateRecord>,
  account: string,
): Promise<AccountState> {
  return stateRecord.nullable().parse(await states.findOne({ _id: account })) ?? initialState;
}

type FactorRecord = SecondFactor & { readonly _id: string };

const factorRecord = z
  .object({
    encryptedSecret: z.string(),
    lastStep: z.int(),
    recoveryHashes: z.array(z.string()),
  })
  .nullable();

/** In the database of the accounts. */
export function mongoSecondFactors(use: MongoAccess['use']): SecondFactorStore {
  return {
    getSecondFactor: async (_id) =>
      factorRecord.parse(await use((db) => secondFactorRecords(db).findOne({ _id }))),
    addSecondFactor: (_id, factor) =>
      use((db) => insertUnlessThere(() => secondFactorRecords(db).insertOne({ _id, ...factor }))),
    async removeSecondFactor(_id) {
      await use((db) => secondFactorRecords(db).deleteOne({ _id }));
    },
    useStep: (_id, step) =>
      use(async (db) => {
        const isLater = { _id, lastStep: { $lt: step } };
        const { modifiedCount } = await secondFactorRecords(db).updateOne(isLater, {
          $set: { lastStep: step },
        });
        return modifiedCount === 1;
      }),
    async replaceRecoveryCodes(_id, recoveryHashes) {
      await use((db) => secondFactorRecords(db).updateOne({ _id }, { $set: { recoveryHashes } }));
    },
    useRecoveryCode: (_id, hash) =>
      use(async (db) => {
        const hasHash = { _id, recoveryHashes: hash };
        const { modifiedCount } = await secondFactorRecords(db).updateOne(hasHash, {
          $pull: { recoveryHashes: hash },
        });
        return modifiedCount === 1;
      }),
  };
}

export function secondFactorRecords(db: Db): Collection<FactorRecord> {
  return db.collection<FactorRecord>('second_factors');
}
