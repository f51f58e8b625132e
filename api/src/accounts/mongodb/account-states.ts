import { isDuplicateKey, type MongoAccess } from '@directory/projections/mongodb';
import type { Collection, Db, WriteConcernOptions } from 'mongodb';
import * as z from 'zod';
import {
  initialState,
  type AccountState,
  type AccountStateStore,
  type StateChanges,
} from '../account-store.ts';

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
export function mongoAccountStates(
  use: MongoAccess['use'],
  writeConcern: WriteConcernOptions,
): AccountStateStore {
  const statesOf = (db: Db) => stateRecords(db, writeConcern);
  const saltsOf = (db: Db) =>
    db.collection<{ readonly _id: string; readonly salt: string }>('token_salts', writeConcern);
  return {
    endSessions: (account, changes) => use((db) => endSessions(statesOf(db), account, changes)),
    async findSessionVersions(since) {
      const found = await use((db) =>
        statesOf(db)
          .find({ endedAt: { $gte: since.getTime() } })
          .toArray(),
      );
      return new Map(versionRecords.parse(found).map((each) => [each._id, each.sessionVersion]));
    },
    async addState(_id, state) {
      const record = { ...state, endedAt: Date.now() };
      await use((db) =>
        statesOf(db).updateOne({ _id }, { $setOnInsert: record }, { upsert: true }),
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

export function stateRecords(db: Db, writeConcern: WriteConcernOptions): Collection<StateRecord> {
  return db.collection<StateRecord>('account_states', writeConcern);
}

export async function endSessions(
  states: Collection<StateRecord>,
  _id: string,
  changes: StateChanges = {},
): Promise<void> {
  const raise = async () => {
    const update = { $inc: { sessionVersion: 1 }, $set: { endedAt: Date.now(), ...changes } };
    await states.updateOne({ _id }, update, { upsert: true });
  };
  await raise().catch((error: unknown) => {
    // Another process made the record meanwhile.
    if (!isDuplicateKey(error)) throw error;
    return raise();
  });
}

export async function stateOf(
  states: Collection<StateRecord>,
  account: string,
): Promise<AccountState> {
  return stateRecord.nullable().parse(await states.findOne({ _id: account })) ?? initialState;
}
