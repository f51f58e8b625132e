import { insertUnlessThere, upsert } from '@directory/projections/mongodb';
import type { Document } from 'mongodb';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import {
  accountState,
  expiryOf,
  memoryCounter,
  rememberedOutcome,
  secondFactor,
  type AccountState,
  type AccountStateStore,
  type FailureStore,
  type OutcomeStore,
  type StateChanges,
  type SecondFactorStore,
} from '../account-store.ts';
import { removeLinksOf } from './mail-records.ts';
import type { Records, UseRecords } from './records.ts';

export function mongoAccountStates(use: UseRecords): AccountStateStore {
  return {
    endSessions: (account, changes) => use((records) => endSessions(records, account, changes)),
    async findSessionVersions(since) {
      const endedSince = { endedAt: { $gte: since.getTime() } };
      const found = await use(({ states }) => states.find(endedSince).toArray());
      return new Map(found.map((state) => [state._id, accountState.parse(state).sessionVersion]));
    },
    addState(_id, state) {
      const $setOnInsert = { ...state, endedAt: Date.now() };
      return use(({ states }) => upsert(states, { _id }, { $setOnInsert }));
    },
    getTokenSalt: async () =>
      (await use(({ tokenSalts }) => tokenSalts.findOne({ _id: 'token-salt' })))?.salt ?? null,
    setTokenSalt: (salt) =>
      use(({ tokenSalts }) => upsert(tokenSalts, { _id: 'token-salt' }, { $set: { salt } })),
  };
}

export async function endSessions(
  records: Records,
  _id: string,
  changes: StateChanges = {},
): Promise<void> {
  const update = { $inc: { sessionVersion: 1 }, $set: { endedAt: Date.now(), ...changes } };
  await upsert(records.states, { _id }, update);
  await removeLinksOf(records, _id);
}

export async function stateOf({ states }: Records, _id: string): Promise<AccountState> {
  return accountState.parse((await states.findOne({ _id })) ?? {});
}

export function mongoSecondFactors(use: UseRecords): SecondFactorStore {
  return {
    getSecondFactor: async (_id) =>
      secondFactor
        .nullable()
        .parse(await use(({ secondFactors }) => secondFactors.findOne({ _id }))),
    addSecondFactor: (_id, factor) =>
      use(({ secondFactors }) =>
        insertUnlessThere(() => secondFactors.insertOne({ _id, ...factor })),
      ),
    async removeSecondFactor(_id) {
      await use(({ secondFactors }) => secondFactors.deleteOne({ _id }));
    },
    async useStep(_id, step) {
      const isLater = { _id, lastStep: { $lt: step } };
      const $set = { lastStep: step };
      const used = await use(({ secondFactors }) => secondFactors.updateOne(isLater, { $set }));
      return used.modifiedCount === 1;
    },
    async replaceRecoveryCodes(_id, recoveryHashes) {
      const $set = { recoveryHashes };
      await use(({ secondFactors }) => secondFactors.updateOne({ _id }, { $set }));
    },
    async useRecoveryCode(_id, hash) {
      const hasHash = { _id, recoveryHashes: hash };
      const $pull = { recoveryHashes: hash };
      const used = await use(({ secondFactors }) => secondFactors.updateOne(hasHash, { $pull }));
      return used.modifiedCount === 1;
    },
  };
}

export function mongoOutcomes(use: UseRecords): OutcomeStore {
  return {
    async findOutcome(_id, now) {
      const isCurrent = { at: { $gt: expiryOf(now) } };
      const found = await use(({ outcomes }) => outcomes.findOne({ _id, ...isCurrent }));
      return found && rememberedOutcome.parse(JSON.parse(found.outcome));
    },
    async rememberOutcome(_id, { account, ...outcome }, now) {
      const record = { _id, outcome: JSON.stringify(outcome), at: now.getTime(), account };
      await use(async ({ outcomes }) => {
        await outcomes.deleteMany({ at: { $lte: expiryOf(now) } });
        await insertUnlessThere(() => outcomes.insertOne(record));
      });
    },
  };
}

/** Counts in memory while the database is unreachable. */
export function mongoFailures(use: UseRecords): FailureStore {
  // The methods of a collection that the limiter calls, through the connection of the moment.
  const collection = (seconds: number) => {
    /** A count that lasts twice as long as any is from a clock that was ahead. */
    const reach = <Result>(
      { key }: Document,
      work: (failures: Records['failures']) => Promise<Result>,
    ) =>
      use(async ({ failures }) => {
        await failures.deleteOne({ key, expire: { $gt: new Date(Date.now() + 2_000 * seconds) } });
        return work(failures);
      });
    return {
      findOne: (filter: Document) => reach(filter, (failures) => failures.findOne(filter)),
      findOneAndUpdate: (filter: Document, update: Document, options: Document) =>
        reach(filter, (failures) => failures.findOneAndUpdate(filter, update, options)),
      deleteOne: (filter: Document) => use(({ failures }) => failures.deleteOne(filter)),
    };
  };
  return {
    failureCounter: (name, seconds) =>
      new RateLimiterMongo({
        storeClient: { collection: () => collection(seconds) },
        tableName: 'login_failures',
        keyPrefix: name,
        points: 1,
        duration: seconds,
        disableIndexesCreation: true,
        insuranceLimiter: memoryCounter(name, seconds),
      }),
  };
}
