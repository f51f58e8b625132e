import {
  removeTraces,
  openAccountsFile,
  reachFile,
  UnusableAccountsFile,
  type AccountsFile,
} from '@directory/projections/accounts-file';
import { SqliteError } from '@directory/domain/sqlite-driver';
import * as z from 'zod';
import {
  AccountsUnavailable,
  adminLogin,
  EmailTaken,
  normalizeForLookup,
  ownerLogin,
  UsernameTaken,
  type AccountStore,
  type StoredOwner,
  IcNumberTaken,
  LastAdmin,
  memoryCounter,
} from '../account-store.ts';
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
import { mailSchema, optionalText, sqliteMail } from './mail-records.ts';

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
  -- Accounts that shared a number before numbers were checked have a row each.
  CREATE TABLE IF NOT EXISTS ic_numbers (
    account TEXT PRIMARY KEY,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS ic_numbers_by_hash ON ic_numbers (hash);
  CREATE TABLE IF NOT EXISTS seal (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    fingerprint TEXT NOT NULL
  ) STRICT;
  ${outcomesSchema}
  ${statesSchema}
  ${mailSchema}
  ${secondFactorsSchema}`;

const ownerRow = ownerLogin.extend({ encryptedIcNumber: z.string() });
const ownerRows = z.array(ownerRow);
const nameRows = z.array(z.tuple([z.string(), z.string()]));
const unhashedRows = z.array(ownerRow.pick({ id: true, encryptedIcNumber: true }));
const adminNames = z.array(adminLogin.pick({ id: true, username: true }));
const ownerWithState = ownerLogin.extend(stateRow.shape).nullable();
const adminWithState = adminLogin.extend(stateRow.shape).nullable();

/**
 * Accounts in one SQLite file.
 * @throws AccountsUnavailable, with a sentence that names the file
 */
export function openSqliteAccounts({ file }: { readonly file: string }): AccountStore {
  const opened = openFile(file);
  const { db, prepare, run, reach, transact } = opened;
  const states = sqliteAccountStates(opened);
  const mail = sqliteMail(opened);
  const getOwner = (condition: 'id = ?' | 'email = ?', value: string) => {
    const owner = prepare(
      `SELECT id, full_name AS fullName, phone, email, password_hash AS passwordHash,
         ${withState('owners')} WHERE ${condition}`,
    );
    return ownerWithState.parse(owner.get(value) ?? null);
  };
  /** To be called within a transaction. Returns the id; undefined without such an admin. @throws LastAdmin */
  const disable = (username: string): string | undefined => {
    const admin = prepare('SELECT id FROM admins WHERE username = ?').pluck().get(username);
    const id = optionalText.parse(admin);
    if (id === undefined) return undefined;
    const other = prepare(
      `SELECT ${withState('admins')} WHERE username <> ? AND coalesce(disabled, 0) = 0 LIMIT 1`,
    );
    if (other.get(username) === undefined) throw new LastAdmin();
    states.endSessions(id, { isDisabled: true });
    return id;
  };
  const countOwners = () => z.int().parse(prepare('SELECT count(*) FROM owners').pluck().get());
  return {
    registerOwner: transact(({ icNumberHash, ...owner }) => {
      const add = () =>
        run(
          `INSERT INTO owners (id, email, full_name, phone, sealed_ic_number, password_hash)
           VALUES (:id, :email, :fullName, :phone, :encryptedIcNumber, :passwordHash)`,
          { ...owner, email: normalizeForLookup(owner.email) },
        );
      unlessTaken(add, EmailTaken);
      if (icNumberHash === null) return;
      if (prepare('SELECT 1 FROM ic_numbers WHERE hash = ?').get(icNumberHash))
        throw new IcNumberTaken();
      run(addIcNumber, owner.id, icNumberHash);
    }),
    hashIcNumbers: transact((hashOf) => {
      const unhashed = prepare(
        `SELECT id, sealed_ic_number AS encryptedIcNumber FROM owners
         WHERE id NOT IN (SELECT account FROM ic_numbers)`,
      );
      for (const owner of unhashedRows.parse(unhashed.all())) {
        const hash = hashOf(owner);
        if (hash !== null) run(addIcNumber, owner.id, hash);
      }
    }),
    getOwner: reach((id) => getOwner('id = ?', id)),
    getOwnerByEmail: reach((email) => getOwner('email = ?', normalizeForLookup(email))),
    changeOwner: reach((id, profile) => {
      const change = 'UPDATE owners SET full_name = :fullName, phone = :phone WHERE id = :id';
      return run(change, { ...profile, id }) > 0;
    }),
    verifyOwnerEmail: transact((id, change) => {
      const email = normalizeForLookup(change.email);
      const confirm = () =>
        run('UPDATE owners SET email = :email WHERE id = :id AND email IN (:email, :replaces)', {
          id,
          email,
          replaces: change.replaces,
        });
      if (unlessTaken(confirm, EmailTaken) === 0) return false;
      mail.verifyOwnerEmail(id, { ...change, email });
      return true;
    }),
    eraseOwner: reach((id) => {
      db.transaction(() => {
        // The account stays until no file holds what it was: by it, an erasure that ends before is repeated. Nobody can enter its email.
        run(
          `UPDATE owners SET email = ' ' || id, full_name = '', phone = '', sealed_ic_number = '', password_hash = ''
           WHERE id = ?`,
          id,
        );
        removeRecordsOf(opened, id);
      }).immediate();
      if (!removeTraces(db)) throw new AccountsUnavailable('The accounts are in use.');
      run('DELETE FROM owners WHERE id = ?', id);
    }),
    createAdmin: reach((admin) => {
      const add = () =>
        run(
          'INSERT INTO admins (id, username, password_hash) VALUES (:id, :username, :passwordHash)',
          { ...admin, username: normalizeForLookup(admin.username) },
        );
      unlessTaken(add, UsernameTaken);
    }),
    getAdminByUsername: reach((username) => {
      const admin = prepare(
        `SELECT id, username, password_hash AS passwordHash, ${withState('admins')} WHERE username = ?`,
      );
      return adminWithState.parse(admin.get(normalizeForLookup(username)) ?? null);
    }),
    setPassword: transact(({ role, name }, { passwordHash, mustChange, replaces = null }) => {
      const [table, column] = role === 'owner' ? ['owners', 'email'] : ['admins', 'username'];
      const set = prepare(
        `UPDATE ${table} SET password_hash = :passwordHash
         WHERE ${column} = :name AND password_hash = coalesce(:replaces, password_hash) RETURNING id`,
      );
      const found = set.pluck().get({ name: normalizeForLookup(name), passwordHash, replaces });
      const id = optionalText.parse(found);
      if (id !== undefined) states.endSessions(id, { mustChangePassword: mustChange });
      return id !== undefined;
    }),
    disableAdmin: transact((username) => disable(normalizeForLookup(username)) !== undefined),
    removeAdmin: transact((username) => {
      const id = disable(normalizeForLookup(username));
      if (id === undefined) return false;
      run('DELETE FROM admins WHERE id = ?', id);
      removeRecordsOf(opened, id);
      return true;
    }),
    countOwners: reach(countOwners),
    findAdmins: reach(() =>
      adminNames.parse(prepare('SELECT id, username FROM admins ORDER BY username').all()),
    ),
    registerKeyFingerprint: reach((fingerprint) => {
      run(
        'INSERT INTO seal (id, fingerprint) VALUES (1, ?) ON CONFLICT (id) DO NOTHING',
        fingerprint,
      );
      return z.string().parse(prepare('SELECT fingerprint FROM seal').pluck().get());
    }),
    findNames: reach((ids) => {
      const names = prepare(
        `WITH wanted AS (SELECT value FROM json_each(?))
         SELECT id, full_name FROM owners WHERE id IN wanted AND password_hash <> ''
         UNION ALL SELECT id, username FROM admins WHERE id IN wanted`,
      );
      return new Map(nameRows.parse(names.raw().all(JSON.stringify(ids))));
    }),
    ...sqliteOutcomes(opened),
    ...states.store,
    ...mail.store,
    ...sqliteSecondFactors(opened),
    failureCounter: memoryCounter,
    ping: reach(() => void countOwners()),
    async close() {
      db.close();
    },
  };
}

/**
 * All owners of an installation but those whose erasure is under way, with what the port does not show.
 * @throws AccountsUnavailable, with a sentence that names the file
 */
export function readOwners(file: string): readonly StoredOwner[] {
  const { db, prepare } = openFile(file);
  try {
    const owners = prepare(
      `SELECT id, full_name AS fullName, phone, email, password_hash AS passwordHash,
         sealed_ic_number AS encryptedIcNumber FROM owners WHERE password_hash <> '' ORDER BY id`,
    );
    return ownerRows.parse(owners.all());
  } finally {
    db.close();
  }
}

/** @throws AccountsUnavailable, with a sentence that names the file */
function openFile(file: string): AccountsFile {
  try {
    return reachFile(openAccountsFile(file, schema), 'The accounts', AccountsUnavailable);
  } catch (error) {
    throw error instanceof UnusableAccountsFile
      ? new AccountsUnavailable(error.message, { cause: error })
      : error;
  }
}

/** The end of a query that selects accounts with their states. */
const withState = (table: 'owners' | 'admins') =>
  `${stateColumns} FROM ${table} LEFT JOIN account_states ON account = id`;

/** Removes everything beside an account but its state, so that its sessions stay ended. */
function removeRecordsOf({ run }: AccountsFile, account: string): void {
  const besides = [
    'ic_numbers',
    'outcomes',
    'second_factors',
    'contacts',
    'password_resets',
    'mails',
  ];
  for (const table of besides) run(`DELETE FROM ${table} WHERE account = ?`, account);
}

const addIcNumber = 'INSERT OR IGNORE INTO ic_numbers (account, hash) VALUES (?, ?)';

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
