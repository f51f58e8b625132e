import { isDuplicateKey, mongoAccess, onDisk, upsert } from '@directory/projections/mongodb';
import type { Collection, Db, Filter } from 'mongodb';
import * as z from 'zod';
import {
  AccountsUnavailable,
  normalizeForLookup,
  EmailTaken,
  IcNumberTaken,
  LastAdmin,
  type HashIcNumber,
  UsernameTaken,
  type AccountStore,
  type AdminName,
  type EmailChange,
  type StoredOwner,
  type NewPassword,
  initialState,
} from '../account-store.ts';
import {
  endSessions,
  mongoAccountStates,
  mongoFailures,
  mongoOutcomes,
  mongoSecondFactors,
  outcomeRecords,
  prepareFailures,
  secondFactorRecords,
  stateOf,
  stateRecords,
} from './account-records.ts';
import {
  changeContact,
  mongoMail,
  prepareMail,
  queueMail,
  removeLinksOf,
  removeMailOf,
} from './mail.ts';

const ownerRecord = z
  .object({
    _id: z.string(),
    fullName: z.string(),
    phone: z.string(),
    email: z.string(),
    passwordHash: z.string(),
  })
  .transform(withId);
const encryptedIcNumbers = z.array(
  z
    .object({ _id: z.string(), sealedIcNumber: z.string() })
    .transform(({ _id: id, sealedIcNumber: encryptedIcNumber }) => ({ id, encryptedIcNumber })),
);
const adminRecord = z
  .object({ _id: z.string(), username: z.string(), passwordHash: z.string() })
  .transform(withId);

/**
 * Accounts in a MongoDB database, which may be shared. Opening does not connect, so the server may start later.
 * @throws UnusableMongoUrl
 */
export function openMongoAccounts({ url }: { readonly url: string }): AccountStore {
  const { use, ping, close } = mongoAccess({
    url,
    what: 'The accounts',
    Unavailable: AccountsUnavailable,
    writes: onDisk,
    prepare,
  });
  return {
    async registerOwner({ id, email, encryptedIcNumber, icNumberHash, ...fields }) {
      const record = {
        _id: id,
        ...fields,
        email: normalizeForLookup(email),
        sealedIcNumber: encryptedIcNumber,
      };
      await use(async (db) => {
        await unlessTaken(() => ownersOf(db).insertOne(record), EmailTaken);
        if (icNumberHash === null) return;
        // After the owner: a crash in between leaves no number that belongs to nobody.
        const number = { _id: icNumberHash, accounts: [id] };
        const claimed = unlessTaken(() => icNumbersOf(db).insertOne(number), IcNumberTaken);
        await claimed.catch(async (error: unknown) => {
          await ownersOf(db).deleteOne({ _id: id });
          await removeIcNumberOf(db, id);
          throw error;
        });
      });
    },
    async hashIcNumbers(hashOf) {
      await use(async (db) => {
        const owners = await ownersOf(db).find().project({ sealedIcNumber: 1 }).toArray();
        await hashIcNumbers(db, encryptedIcNumbers.parse(owners), hashOf);
      });
    },
    getOwner: (id) => use((db) => findOwner(db, { _id: id })),
    getOwnerByEmail: (email) => use((db) => findOwner(db, { email: normalizeForLookup(email) })),
    changeOwner: (_id, { fullName, phone }) =>
      use(async (db) => {
        const $set = { fullName, phone };
        return (await ownersOf(db).updateOne({ _id }, { $set })).matchedCount > 0;
      }),
    verifyOwnerEmail: (id, change) =>
      use((db) => verifyOwnerEmail(db, id, { ...change, email: normalizeForLookup(change.email) })),
    async eraseOwner(id) {
      await use(async (db) => {
        await outcomeRecords(db).deleteMany({ account: id });
        await removeIcNumberOf(db, id);
        await removeMailOf(db, id);
        await ownersOf(db).deleteOne({ _id: id });
      });
    },
    async setOwnerPassword(email, password) {
      const isOwner = { email: normalizeForLookup(email) };
      return use(async (db) =>
        setPassword(db, 'owners', await ownersOf(db).findOne(isOwner), password),
      );
    },
    async createAdmin({ id, ...fields }) {
      const record = { _id: id, ...fields, username: normalizeForLookup(fields.username) };
      await use((db) => unlessTaken(() => adminsOf(db).insertOne(record), UsernameTaken));
    },
    async getAdminByUsername(username) {
      const isAdmin = { username: normalizeForLookup(username) };
      const [found, state] = await use((db) => findWithState(db, adminsOf(db), isAdmin));
      return found && { ...adminRecord.parse(found), ...state };
    },
    async setAdminPassword(username, password) {
      const isAdmin = { username: normalizeForLookup(username) };
      return use(async (db) =>
        setPassword(db, 'admins', await adminsOf(db).findOne(isAdmin), password),
      );
    },
    disableAdmin: (username) =>
      use(async (db) => (await disableAdmin(db, normalizeForLookup(username))) !== null),
    removeAdmin: (username) => use((db) => removeAdmin(db, normalizeForLookup(username))),
    countAdmins: () => use((db) => adminsOf(db).countDocuments()),
    findAdmins: () => use(findAdmins),
    findNames: (ids) => use((db) => findNames(db, [...ids])),
    registerKeyFingerprint: (fingerprint) => use((db) => registerKeyFingerprint(db, fingerprint)),
    ...mongoOutcomes(use),
    ...mongoAccountStates(use),
    ...mongoMail(use),
    ...mongoSecondFactors(use),
    ...mongoFailures(use),
    ping,
    close,
  };
}

type OwnerRecord = Omit<StoredOwner, 'id' | 'encryptedIcNumber'> & {
  readonly _id: string;
  readonly sealedIcNumber: string;
};
type AdminRecord = {
  readonly _id: string;
  readonly username: string;
  readonly passwordHash: string;
};
type FingerprintRecord = { readonly _id: 'seal'; readonly fingerprint: string };

function ownersOf(db: Db): Collection<OwnerRecord> {
  return db.collection<OwnerRecord>('owners');
}

function adminsOf(db: Db): Collection<AdminRecord> {
  return db.collection<AdminRecord>('admins');
}

function withId<Fields extends { readonly _id: string }>({ _id: id, ...fields }: Fields) {
  return { id, ...fields };
}

async function prepare(db: Db): Promise<void> {
  await ownersOf(db).createIndexes([{ key: { email: 1 }, unique: true }]);
  await adminsOf(db).createIndexes([{ key: { username: 1 }, unique: true }]);
  await stateRecords(db).createIndexes([{ key: { endedAt: 1 } }]);
  await prepareMail(db);
  await prepareFailures(db);
}

async function findOwner(db: Db, filter: Filter<OwnerRecord>) {
  const [found, state] = await findWithState(db, ownersOf(db), filter);
  return found && { ...ownerRecord.parse(found), ...state };
}

/**
 * What comes with another address is done before, so that a crash in between leaves none of it out, and after: for a link that was
 * stored meanwhile, and for a notifier that dropped the notice, as the address was still the former one.
 */
async function verifyOwnerEmail(
  db: Db,
  _id: string,
  { email, replaces, notice }: EmailChange,
): Promise<boolean> {
  const follow = async () => {
    if (email !== replaces) await removeLinksOf(db, _id);
    if (notice) await queueMail(db, notice);
  };
  await follow();
  const isOwner = { _id, email: { $in: [email, replaces] } };
  const change = () => ownersOf(db).updateOne(isOwner, { $set: { email } });
  if ((await unlessTaken(change, EmailTaken)).matchedCount === 0) return false;
  await follow();
  await changeContact(db, _id, { verifiedEmail: email });
  return true;
}

/** The account is read after its state: a token never gets a newer version than that of the password it was issued for. */
async function findWithState<Account extends { _id: string }>(
  db: Db,
  accounts: Collection<Account>,
  filter: Filter<Account>,
) {
  const account = await accounts.findOne(filter);
  if (!account) return [null, initialState] as const;
  const state = await stateOf(stateRecords(db), account._id);
  return [await accounts.findOne(filter), state] as const;
}

/** The sessions are ended before, so that none outlives a crash in between, and after, for log-ins with the old password meanwhile. */
async function setPassword(
  db: Db,
  collection: 'owners' | 'admins',
  account: PasswordRecord | null,
  { passwordHash, mustChange, replaces }: NewPassword,
): Promise<boolean> {
  if (!account || (replaces !== undefined && account.passwordHash !== replaces)) return false;
  const { _id } = account;
  const isCurrent = replaces === undefined ? { _id } : { _id, passwordHash: replaces };
  await endSessions(db, _id);
  const set = { $set: { passwordHash } };
  const { matchedCount } = await db
    .collection<PasswordRecord>(collection)
    .updateOne(isCurrent, set);
  if (matchedCount === 0) return false;
  await endSessions(db, _id, { mustChangePassword: mustChange });
  return true;
}

type PasswordRecord = { readonly _id: string; readonly passwordHash: string };

/**
 * Looks for another admin before, so that a refusal changes nothing, and after, for one who was disabled meanwhile: without
 * transactions two at once may both be refused.
 */
async function disableAdmin(db: Db, username: string): Promise<string | null> {
  const admin = await adminsOf(db).findOne({ username });
  if (!admin) return null;
  if (!(await hasOtherAdmin(db, username))) throw new LastAdmin();
  const { isDisabled } = await stateOf(stateRecords(db), admin._id);
  await endSessions(db, admin._id, { isDisabled: true });
  if (await hasOtherAdmin(db, username)) return admin._id;
  await endSessions(db, admin._id, { isDisabled });
  throw new LastAdmin();
}

/** Disables first, as nobody who is disabled counts as another admin. */
async function removeAdmin(db: Db, username: string): Promise<boolean> {
  const id = await disableAdmin(db, username);
  if (id === null) return false;
  await adminsOf(db).deleteOne({ _id: id });
  await secondFactorRecords(db).deleteOne({ _id: id });
  await removeMailOf(db, id);
  return true;
}

async function hasOtherAdmin(db: Db, username: string): Promise<boolean> {
  const others = await adminsOf(db)
    .find({ username: { $ne: username } })
    .toArray();
  const states = await Promise.all(others.map(({ _id }) => stateOf(stateRecords(db), _id)));
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

async function findAdmins(db: Db): Promise<readonly AdminName[]> {
  const admins = await adminsOf(db).find().sort({ username: 1 }).toArray();
  return admins.map(({ _id: id, username }) => ({ id, username }));
}

async function findNames(db: Db, ids: string[]): Promise<ReadonlyMap<string, string>> {
  const among = { _id: { $in: ids } };
  const owners = await ownersOf(db).find(among).toArray();
  const admins = await adminsOf(db).find(among).toArray();
  return new Map([
    ...owners.map(({ _id, fullName }) => [_id, fullName] as const),
    ...admins.map(({ _id, username }) => [_id, username] as const),
  ]);
}

async function registerKeyFingerprint(db: Db, fingerprint: string): Promise<string> {
  const fingerprints = db.collection<FingerprintRecord>('seals');
  const $setOnInsert = { fingerprint };
  await upsert(() => fingerprints.updateOne({ _id: 'seal' }, { $setOnInsert }, { upsert: true }));
  return (await fingerprints.findOne({ _id: 'seal' }))?.fingerprint ?? fingerprint;
}

/** By hash. Accounts that shared a number before it was checked are all in its record. */
type IcNumberRecord = { readonly _id: string; readonly accounts: readonly string[] };

/** Of those of the owners that have none. */
async function hashIcNumbers(
  db: Db,
  owners: readonly Parameters<HashIcNumber>[0][],
  hashOf: HashIcNumber,
): Promise<void> {
  const hashed = new Set(await icNumbersOf(db).distinct('accounts'));
  for (const owner of owners.filter(({ id }) => !hashed.has(id))) {
    const _id = hashOf(owner);
    if (_id === null) continue;
    const $addToSet = { accounts: owner.id };
    await upsert(() => icNumbersOf(db).updateOne({ _id }, { $addToSet }, { upsert: true }));
  }
}

async function removeIcNumberOf(db: Db, account: string): Promise<void> {
  await icNumbersOf(db).updateMany({ accounts: account }, { $pull: { accounts: account } });
  await icNumbersOf(db).deleteMany({ accounts: { $size: 0 } });
}

function icNumbersOf(db: Db) {
  return db.collection<IcNumberRecord>('ic_numbers');
}
