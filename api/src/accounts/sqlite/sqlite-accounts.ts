import { existsSync } from 'node:fs';
import {
  removeTraces,
  openAccountsFile,
  reachFile,
  UnusableAccountsFile,
} from '@directory/projections/accounts-file';
import { SqliteError, type Database } from '@directory/domain/sqlite-driver';
import * as z from 'zod';
import {
  AccountsUnavailable,
  adminLogin,
  EmailTaken,
  normalizeForLookup,
  ownerLogin,
  UsernameTaken,
  type AccountName,
  type AccountStore,
  type AdminLogin,
  type EmailChange,
  type NewOwner,
  type StoredOwner,
  type NewPassword,
  type AccountState,
  type SecondFactor,
  type HashIcNumber,
  IcNumberTaken,
  LastAdmin,
  memoryCounter,
} from '../account-store.ts';
import type { Contact, MailOrder } from '../mail-store.ts';
import {
  outcomesSchema,
  secondFactorsSchema,
  sqliteAccountStates,
  sqliteOutcomes,
  sqliteSecondFactors,
  stateColumns,
  stateRow,
  statesSchema,
} from './account-records.ts';
import { mailSchema, optionalText, sqliteMail } from './mail.ts';

/** Accounts that shared a number before numbers were checked have a row each. */
const icNumbersSchema = `
  CREATE TABLE IF NOT EXISTS ic_numbers (
    account TEXT PRIMARY KEY,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS ic_numbers_by_hash ON ic_numbers (hash);`;

const schema = `
  CREATE TABLE IF NOT EXISTS owners (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    full_name TEXT NOT NULL,
    phone TEXT NOT NULL,
    sealed_ic_number TEXT NOT NULL,
    password_hash TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS admins (
    id TEXT PRIMARY KEY,
    username TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS seal (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    fingerprint TEXT NOT NULL
  ) STRICT;
  ${outcomesSchema}
  ${statesSchema}
  ${mailSchema}
  ${secondFactorsSchema}
  ${icNumbersSchema}`;

const newOwnerRow = ownerLogin.extend({ encryptedIcNumber: z.string() });
const nameRows = z.array(z.tuple([z.string(), z.string()]));
const adminNames = z.array(adminLogin.pick({ id: true, username: true }));
const ownerWithState = ownerLogin.extend(stateRow.shape).nullable();
const adminWithState = adminLogin.extend(stateRow.shape).nullable();

const reach = reachFile('The accounts', AccountsUnavailable);

/**
 * Accounts in one SQLite file.
 * @throws AccountsUnavailable, with a sentence that names the file
 */
export function openSqliteAccounts({ file }: { readonly file: string }): AccountStore {
  const db = openFile(file);
  const sql = prepareStatements(db);
  const { removeOf: removeOutcomesOf, ...outcomes } = sqliteOutcomes(db, reach);
  const states = sqliteAccountStates(db, reach);
  const mail = sqliteMail(db, reach);
  const factors = sqliteSecondFactors(db, reach);
  const icNumbers = sqliteIcNumbers(db);
  const registerOwner = db.transaction(({ icNumberHash, ...owner }: NewOwner) => {
    sql.insertOwner.run(owner);
    if (icNumberHash !== null) icNumbers.claim(owner.id, icNumberHash);
  });
  const verifyOwnerEmail = db.transaction((id: string, change: EmailChange) => {
    const { email, replaces } = change;
    if (sql.setOwnerEmail.run({ id, email, replaces }).changes === 0) return false;
    mail.verifyOwnerEmail(id, change);
    return true;
  });
  const eraseOwner = db.transaction((id: string) => {
    sql.deleteOwner.run(id);
    icNumbers.removeOf(id);
    removeOutcomesOf(id);
    mail.removeOf(id);
  });
  const setPassword = db.transaction(
    ({ role, name }: AccountName, { passwordHash, mustChange, replaces }: NewPassword) => {
      const change = { name: normalizeForLookup(name), passwordHash, replaces: replaces ?? null };
      const id = optionalText.parse(sql.setPassword[role].get(change));
      if (id !== undefined) states.endSessions(id, { mustChangePassword: mustChange });
      return id !== undefined;
    },
  );
  /** To be called within a transaction. Returns the id; undefined without such an admin. @throws LastAdmin */
  function disable(username: string): string | undefined {
    const id = optionalText.parse(sql.adminId.get(username));
    if (id === undefined) return undefined;
    if (sql.otherAdmin.get(username) === undefined) throw new LastAdmin();
    states.endSessions(id, { isDisabled: true });
    return id;
  }
  const disableAdmin = db.transaction((username: string) => disable(username) !== undefined);
  const removeAdmin = db.transaction((username: string) => {
    const id = disable(username);
    if (id === undefined) return false;
    sql.deleteAdmin.run(id);
    factors.removeOf(id);
    mail.removeOf(id);
    return true;
  });
  return {
    registerOwner: reach((owner) => {
      const row = { ...owner, email: normalizeForLookup(owner.email) };
      unlessTaken(() => registerOwner.immediate(row), EmailTaken);
    }),
    hashIcNumbers: reach((hashOf) => icNumbers.hashAll.immediate(hashOf)),
    getOwner: reach((id) => ownerWithState.parse(sql.ownerById.get(id) ?? null)),
    getOwnerByEmail: reach((email) =>
      ownerWithState.parse(sql.ownerByEmail.get(normalizeForLookup(email)) ?? null),
    ),
    changeOwner: reach((id, profile) => sql.changeOwner.run({ ...profile, id }).changes > 0),
    verifyOwnerEmail: reach((id, change) => {
      const stored = { ...change, email: normalizeForLookup(change.email) };
      return unlessTaken(() => verifyOwnerEmail.immediate(id, stored), EmailTaken);
    }),
    eraseOwner: reach((id) => {
      eraseOwner.immediate(id);
      if (!removeTraces(db)) throw new AccountsUnavailable('The accounts are in use.');
    }),
    createAdmin: reach((admin) => {
      const row = { ...admin, username: normalizeForLookup(admin.username) };
      unlessTaken(() => sql.insertAdmin.run(row), UsernameTaken);
    }),
    getAdminByUsername: reach((username) =>
      adminWithState.parse(sql.adminByUsername.get(normalizeForLookup(username)) ?? null),
    ),
    setPassword: reach((account, password) => setPassword.immediate(account, password)),
    disableAdmin: reach((username) => disableAdmin.immediate(normalizeForLookup(username))),
    removeAdmin: reach((username) => removeAdmin.immediate(normalizeForLookup(username))),
    countAdmins: reach(() => z.int().parse(sql.adminCount.get())),
    findAdmins: reach(() => adminNames.parse(sql.adminNames.all())),
    registerKeyFingerprint: reach((fingerprint) => {
      sql.insertFingerprint.run(fingerprint);
      return z.string().parse(sql.fingerprint.get());
    }),
    findNames: reach((ids) => {
      const among = JSON.stringify(ids);
      return new Map(nameRows.parse(sql.namesByIds.all({ among })));
    }),
    ...outcomes,
    ...states.store,
    ...mail.store,
    ...factors.store,
    failureCounter: memoryCounter,
    ping: reach(() => void sql.adminCount.get()),
    async close() {
      db.close();
    },
  };
}

/** All accounts of an installation, encrypted IC numbers included. */
export type StoredAccounts = {
  readonly owners: readonly StoredOwner[];
  readonly admins: readonly AdminLogin[];
  readonly states: ReadonlyMap<string, AccountState>;
  readonly contacts: ReadonlyMap<string, Contact>;
  /** The mails that wait to be sent. */
  readonly mails: readonly MailOrder[];
  readonly tokenSalt: string | null;
  readonly secondFactors: ReadonlyMap<string, SecondFactor>;
};

/** The latest date there is. */
const endOfTime = new Date(8.64e15);

/** Empty if there is no file. @throws AccountsUnavailable, with a sentence that names the file */
export async function readAccounts(file: string): Promise<StoredAccounts> {
  const none = {
    states: new Map(),
    contacts: new Map(),
    mails: [],
    secondFactors: new Map(),
    tokenSalt: null,
  };
  if (!existsSync(file)) return { owners: [], admins: [], ...none };
  const db = openFile(file);
  const states = sqliteAccountStates(db, reach);
  const mail = sqliteMail(db, reach);
  try {
    const owners = db.prepare(
      `SELECT id, full_name AS fullName, phone, email, password_hash AS passwordHash,
         sealed_ic_number AS encryptedIcNumber FROM owners ORDER BY id`,
    );
    const admins = db.prepare(
      'SELECT id, username, password_hash AS passwordHash FROM admins ORDER BY id',
    );
    const people = {
      owners: z.array(newOwnerRow).parse(owners.all()),
      admins: z.array(adminLogin).parse(admins.all()),
    };
    const ids = [...people.owners, ...people.admins].map(({ id }) => id);
    return {
      ...people,
      states: states.all(),
      contacts: await mail.store.findContacts(ids),
      mails: await mail.store.findDueMails(endOfTime, Number.MAX_SAFE_INTEGER),
      tokenSalt: await states.store.getTokenSalt(),
      secondFactors: sqliteSecondFactors(db, reach).all(),
    };
  } finally {
    db.close();
  }
}

/** @throws AccountsUnavailable, with a sentence that names the file */
function openFile(file: string): Database {
  try {
    return openAccountsFile(file, schema);
  } catch (error) {
    throw error instanceof UnusableAccountsFile
      ? new AccountsUnavailable(error.message, { cause: error })
      : error;
  }
}

function prepareStatements(db: Database) {
  const withState = (table: string) =>
    `${stateColumns} FROM ${table} LEFT JOIN account_states ON account = id`;
  const owner = `SELECT id, full_name AS fullName, phone, email, password_hash AS passwordHash,
    ${withState('owners')}`;
  const setPassword =
    'SET password_hash = :passwordHash WHERE password_hash = coalesce(:replaces, password_hash)';
  return {
    insertOwner: db.prepare(
      `INSERT INTO owners (id, email, full_name, phone, sealed_ic_number, password_hash)
       VALUES (:id, :email, :fullName, :phone, :encryptedIcNumber, :passwordHash)`,
    ),
    deleteOwner: db.prepare('DELETE FROM owners WHERE id = ?'),
    ownerById: db.prepare(`${owner} WHERE id = ?`),
    ownerByEmail: db.prepare(`${owner} WHERE email = ?`),
    insertAdmin: db.prepare(
      'INSERT INTO admins (id, username, password_hash) VALUES (:id, :username, :passwordHash)',
    ),
    adminByUsername: db.prepare(
      `SELECT id, username, password_hash AS passwordHash, ${withState('admins')} WHERE username = ?`,
    ),
    changeOwner: db.prepare(
      'UPDATE owners SET full_name = :fullName, phone = :phone WHERE id = :id',
    ),
    setOwnerEmail: db.prepare(
      'UPDATE owners SET email = :email WHERE id = :id AND email IN (:email, :replaces)',
    ),
    setPassword: {
      owner: db.prepare(`UPDATE owners ${setPassword} AND email = :name RETURNING id`).pluck(),
      admin: db.prepare(`UPDATE admins ${setPassword} AND username = :name RETURNING id`).pluck(),
    },
    adminId: db.prepare('SELECT id FROM admins WHERE username = ?').pluck(),
    deleteAdmin: db.prepare('DELETE FROM admins WHERE id = ?'),
    insertFingerprint: db.prepare(
      'INSERT INTO seal (id, fingerprint) VALUES (1, ?) ON CONFLICT (id) DO NOTHING',
    ),
    fingerprint: db.prepare('SELECT fingerprint FROM seal').pluck(),
    namesByIds: db
      .prepare(
        `WITH wanted AS (SELECT value FROM json_each(:among))
         SELECT id, full_name FROM owners WHERE id IN wanted
         UNION ALL SELECT id, username FROM admins WHERE id IN wanted`,
      )
      .raw(),
    adminNames: db.prepare('SELECT id, username FROM admins ORDER BY username'),
    adminCount: db.prepare('SELECT count(*) FROM admins').pluck(),
    otherAdmin: db.prepare(
      `SELECT ${withState('admins')} WHERE username <> ? AND coalesce(disabled, 0) = 0 LIMIT 1`,
    ),
  };
}

const unhashedRows = z.array(newOwnerRow.pick({ id: true, encryptedIcNumber: true }));

function sqliteIcNumbers(db: Database) {
  const find = db.prepare('SELECT 1 FROM ic_numbers WHERE hash = ?');
  const insert = db.prepare('INSERT OR IGNORE INTO ic_numbers (account, hash) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM ic_numbers WHERE account = ?');
  const unhashed = db.prepare(
    `SELECT id, sealed_ic_number AS encryptedIcNumber FROM owners
     WHERE id NOT IN (SELECT account FROM ic_numbers)`,
  );
  return {
    /** To be called within the transaction that stores the account. @throws IcNumberTaken */
    claim(account: string, hash: string): void {
      if (find.get(hash) !== undefined) throw new IcNumberTaken();
      insert.run(account, hash);
    },
    hashAll: db.transaction((hashOf: HashIcNumber) => {
      for (const owner of unhashedRows.parse(unhashed.all())) {
        const hash = hashOf(owner);
        if (hash !== null) insert.run(owner.id, hash);
      }
    }),
    removeOf: (account: string) => void remove.run(account),
  };
}

function unlessTaken<Result>(
  run: () => Result,
  Taken: typeof EmailTaken | typeof UsernameTaken,
): Result {
  try {
    return run();
  } catch (error) {
    const isTaken = error instanceof SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE';
    throw isTaken ? new Taken() : error;
  }
}
