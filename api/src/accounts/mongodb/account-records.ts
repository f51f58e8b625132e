import { insertUnlessThere, upsert, type MongoAccess } from '@directory/projections/mongodb';
import type { Collection, Db, Document } from 'mongodb';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import * as z from 'zod';
import {
  expiryOf,
  initialState,
  memoryCounter,
  rememberedOutcome,
  type AccountState,
  type AccountStateStore,
  type FailureStore,
  type OutcomeStore,
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
