import { memoize } from '@directory/domain/shared/collections';
import { isDuplicateKey, mongoAccess, onDisk, upsert } from '@directory/projections/mongodb';
import type { Collection, Db, Filter } from 'mongodb';
import type * as z from 'zod';
import {
  AccountsUnavailable,
  adminLogin,
  normalizeForLookup,
  EmailTaken,
  IcNumberTaken,
  LastAdmin,
  ownerLogin,
  UsernameTaken,
  type AccountStore,
} from '../account-store.ts';
import {
  endSessions,
  mongoAccountStates,
  mongoFailures,
  mongoOutcomes,
  mongoSecondFactors,
  stateOf,
} from './account-records.ts';
import { changeContact, mongoMail, queueMail, removeLinksOf } from './mail-records.ts';
import { recordsOf, removeRecordsOf, withId, type Records, type UseRecords } from './records.ts';

/**
 * Accounts in a MongoDB database, which may be shared. Opening does not connect, so the server may start later.
 * @throws OperatorError
 */
export function openMongoAccounts({ url }: { readonly url: string }): AccountStore {
  const {
    use: useDatabase,
    ping,
    close,
  } = mongoAccess({
    url,
    what: 'The accounts',
    Unavailable: AccountsUnavailable,
    writes: onDisk,
    prepare,
  });
  const recordsIn = memoize(1, recordsOf);
  const use: UseRecords = (work) => useDatabase((db) => work(recordsIn(db)));
  return {
    async registerOwner({ id, email, encryptedIcNumber, icNumberHash, ...fields }) {
      const record = {
        _id: id,
        ...fields,
        email: normalizeForLookup(email),
        sealedIcNumber: encryptedIcNumber,
      };
      await use(async (records) => {
        const { owners, icNumbers } = records;
        await unlessTaken(() => owners.insertOne(record), EmailTaken);
        if (icNumberHash === null) return;
        // After the owner: a crash in between leaves no number that belongs to nobody. `hashIcNumbers` may be first.
        const number = { _id: icNumberHash, accounts: [id] };
        const claim = () => icNumbers.updateOne(number, { $set: number }, { upsert: true });
        const claimed = unlessTaken(claim, IcNumberTaken);
        await claimed.catch(async (error: unknown) => {
          await owners.deleteOne({ _id: id });
          await removeRecordsOf(records, id);
          throw error;
        });
      });
    },
    hashIcNumbers: (hashOf) =>
      use(async (records) => {
        const { owners, icNumbers } = records;
        const all = await owners.find().project<NumberedOwner>({ sealedIcNumber: 1 }).toArray();
        const hashed = new Set(await icNumbers.distinct('accounts'));
        for (const { _id: id, sealedIcNumber: encryptedIcNumber } of all) {
          const hash = hashed.has(id) ? null : hashOf({ id, encryptedIcNumber });
          if (hash === null) continue;
          await upsert(icNumbers, { _id: hash }, { $addToSet: { accounts: id } });
          // The owner may be erased meanwhile, or was not registered after all.
          if (!(await owners.findOne({ _id: id }))) await removeRecordsOf(records, id);
        }
      }),
    getOwner: (_id) =>
      use((records) => findWithState(records, records.owners, ownerLogin, { _id })),
    getOwnerByEmail(email) {
      const isOwner = { email: normalizeForLookup(email) };
      return use((records) => findWithState(records, records.owners, ownerLogin, isOwner));
    },
    async changeOwner(_id, { fullName, phone }) {
      const $set = { fullName, phone };
      return (await use(({ owners }) => owners.updateOne({ _id }, { $set }))).matchedCount > 0;
    },
    /**
     * What follows from another address is done before the change, so that a crash leaves none of it out; and after it, for a link that was
     * stored meanwhile, and for a notifier that dropped the notice, as the address was still the former one.
     */
    verifyOwnerEmail: (_id, { email: wanted, replaces, notice }) =>
      use(async (records) => {
        const email = normalizeForLookup(wanted);
        const follow = async () => {
          if (email !== replaces) await removeLinksOf(records, _id);
          if (notice) await queueMail(records, notice);
        };
        const isOwner = { _id, email: { $in: [email, replaces] } };
        if (!(await records.owners.findOne(isOwner))) return false;
        await follow();
        const change = () => records.owners.updateOne(isOwner, { $set: { email } });
        const isChanged = (await unlessTaken(change, EmailTaken)).matchedCount === 1;
        if (isChanged) await follow();
        // It may be changed again meanwhile, by a call that confirms another.
        for (let confirmed: string | null = null; ;) {
          const owner = await records.owners.findOne({ _id });
          if (owner && (!isChanged || owner.email === confirmed)) return isChanged;
          if (!owner) break;
          confirmed = owner.email;
          await changeContact(records, _id, { verifiedEmail: confirmed });
        }
        // The owner was erased meanwhile.
        await removeRecordsOf(records, _id);
        return false;
      }),
    async eraseOwner(id) {
      await use(async (records) => {
        await removeRecordsOf(records, id);
        await records.owners.deleteOne({ _id: id });
        // Again, for what was written meanwhile; now there is no owner any more to write it for.
        await removeRecordsOf(records, id);
      });
    },
    async createAdmin({ id, ...fields }) {
      const record = { _id: id, ...fields, username: normalizeForLookup(fields.username) };
      await use(({ admins }) => unlessTaken(() => admins.insertOne(record), UsernameTaken));
    },
    getAdminByUsername(username) {
      const isAdmin = { username: normalizeForLookup(username) };
      return use((records) => findWithState(records, records.admins, adminLogin, isAdmin));
    },
    /**
     * Ends the sessions before the change, so that none outlives a crash; and after it, for log-ins with the old password meanwhile. A
     * change that `replaces` a password keeps the duty to change it where the sessions were ended meanwhile, as by an operator's new
     * password.
     */
    setPassword: ({ role, name }, { passwordHash, mustChange, replaces }) =>
      use(async (records) => {
        const accounts = records.logins(role);
        const lookup = normalizeForLookup(name);
        const account = await accounts.findOne(
          role === 'owner' ? { email: lookup } : { username: lookup },
        );
        if (!account || (replaces !== undefined && account.passwordHash !== replaces)) return false;
        const { _id } = account;
        const isCurrent = replaces === undefined ? { _id } : { _id, passwordHash: replaces };
        await endSessions(records, _id);
        const { sessionVersion } = await stateOf(records, _id);
        const set = { $set: { passwordHash } };
        if ((await accounts.updateOne(isCurrent, set)).matchedCount === 0) return false;
        const changes = { mustChangePassword: mustChange };
        if (replaces === undefined) {
          await endSessions(records, _id, changes);
        } else {
          await endSessions(records, _id);
          const isUnchanged = { _id, sessionVersion: sessionVersion + 1 };
          await records.states.updateOne(isUnchanged, { $set: changes });
        }
        return true;
      }),
    disableAdmin: (username) =>
      use(async (records) => (await disableAdmin(records, normalizeForLookup(username))) !== null),
    removeAdmin: (username) =>
      use(async (records) => {
        // Nobody who is disabled counts as another admin.
        const id = await disableAdmin(records, normalizeForLookup(username));
        if (id === null) return false;
        // Before the admin, so that a crash leaves none of it; and after, for what was written meanwhile.
        await removeRecordsOf(records, id);
        const { deletedCount } = await records.admins.deleteOne({ _id: id });
        await removeRecordsOf(records, id);
        return deletedCount === 1;
      }),
    countOwners: () => use(({ owners }) => owners.countDocuments()),
    async findAdmins() {
      const found = await use(({ admins }) => admins.find().sort({ username: 1 }).toArray());
      return found.map(({ _id: id, username }) => ({ id, username }));
    },
    findNames: (ids) =>
      use(async ({ owners, admins }) => {
        const among = { _id: { $in: [...ids] } };
        const foundOwners = await owners.find(among).toArray();
        const foundAdmins = await admins.find(among).toArray();
        return new Map([
          ...foundOwners.map(({ _id, fullName }) => [_id, fullName] as const),
          ...foundAdmins.map(({ _id, username }) => [_id, username] as const),
        ]);
      }),
    registerKeyFingerprint: (fingerprint) =>
      use(async ({ fingerprints }) => {
        await upsert(fingerprints, { _id: 'seal' }, { $setOnInsert: { fingerprint } });
        return (await fingerprints.findOne({ _id: 'seal' }))?.fingerprint ?? fingerprint;
      }),
    ...mongoOutcomes(use),
    ...mongoAccountStates(use),
    ...mongoMail(use),
    ...mongoSecondFactors(use),
    ...mongoFailures(use),
    ping,
    close,
  };
}

async function prepare(db: Db): Promise<void> {
  const { owners, admins, states, resets, mails, failures } = recordsOf(db);
  await owners.createIndexes([{ key: { email: 1 }, unique: true }]);
  await admins.createIndexes([{ key: { username: 1 }, unique: true }]);
  await states.createIndexes([{ key: { endedAt: 1 } }]);
  await resets.createIndexes([{ key: { tokenHash: 1 } }]);
  await mails.createIndexes([{ key: { failure: 1, dueAt: 1 } }]);
  await failures.createIndexes([
    { key: { key: 1 }, unique: true },
    { key: { expire: 1 }, expireAfterSeconds: 0 },
  ]);
}

/** Reads the account again after its state, so that no token has a newer version than the password that it was issued for. */
async function findWithState<Account extends { _id: string }, Login>(
  records: Records,
  accounts: Collection<Account>,
  login: z.ZodType<Login>,
  filter: Filter<Account>,
) {
  const account = await accounts.findOne(filter);
  if (!account) return null;
  const state = await stateOf(records, account._id);
  const current = await accounts.findOne(filter);
  return current && { ...login.parse(withId(current)), ...state };
}

/**
 * Looks for another admin before the change, so that a refusal changes nothing; and after it, for one who was disabled meanwhile. As
 * there is no transaction, two calls at once may both be refused.
 */
async function disableAdmin(records: Records, username: string): Promise<string | null> {
  const admin = await records.admins.findOne({ username });
  if (!admin) return null;
  if (!(await hasOtherAdmin(records, username))) throw new LastAdmin();
  const { isDisabled } = await stateOf(records, admin._id);
  await endSessions(records, admin._id, { isDisabled: true });
  if (await hasOtherAdmin(records, username)) return admin._id;
  await endSessions(records, admin._id, { isDisabled });
  throw new LastAdmin();
}

async function hasOtherAdmin(records: Records, username: string): Promise<boolean> {
  const others = await records.admins.find({ username: { $ne: username } }).toArray();
  const states = await Promise.all(others.map(({ _id }) => stateOf(records, _id)));
  return states.some(({ isDisabled }) => !isDisabled);
}

async function unlessTaken<Result>(
  run: () => Promise<Result>,
  Taken: typeof EmailTaken | typeof IcNumberTaken | typeof UsernameTaken,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw isDuplicateKey(error) ? new Taken() : error;
  }
}

type NumberedOwner = { readonly _id: string; readonly sealedIcNumber: string };
