import { SqliteError } from 'better-sqlite3';
import * as z from 'zod';
import {
  AccountsUnavailable,
  normalizeForLookup,
  EmailTaken,
  UsernameTaken,
  type AccountStore,
} from '../account-store.ts';
import { openAccountsFile, type Database } from './accounts-file.ts';

const ownerRow = z.object({
  id: z.string(),
  fullName: z.string(),
  phone: z.string(),
  email: z.string(),
});
const ownerLoginRow = ownerRow.extend({ passwordHash: z.string() });
const nameRows = z.array(z.tuple([z.string(), z.string()]));
const adminRow = z.object({ id: z.string(), username: z.string(), passwordHash: z.string() });

/**
 * Accounts in one SQLite file.
 * @throws AccountsUnavailable, with a sentence that names the file
 */
export function openSqliteAccounts({ file }: { readonly file: string }): AccountStore {
  const db = openAccountsFile(file);
  const sql = prepareStatements(db);
  return {
    async registerOwner(owner) {
      const row = { ...owner, email: normalizeForLookup(owner.email) };
      insert(() => sql.insertOwner.run(row), EmailTaken);
    },
    async getOwner(id) {
      return reach(() => ownerRow.nullable().parse(sql.ownerById.get(id) ?? null));
    },
    async getOwnerByEmail(email) {
      const key = normalizeForLookup(email);
      return reach(() => ownerLoginRow.nullable().parse(sql.ownerByEmail.get(key) ?? null));
    },
    async setOwnerPassword(email, passwordHash) {
      return reach(
        () => sql.setOwnerPassword.run(passwordHash, normalizeForLookup(email)).changes === 1,
      );
    },
    async createAdmin(admin) {
      const row = { ...admin, username: normalizeForLookup(admin.username) };
      insert(() => sql.insertAdmin.run(row), UsernameTaken);
    },
    async getAdminByUsername(username) {
      const key = normalizeForLookup(username);
      return reach(() => adminRow.nullable().parse(sql.adminByUsername.get(key) ?? null));
    },
    async setAdminPassword(username, passwordHash) {
      return reach(
        () => sql.setAdminPassword.run(passwordHash, normalizeForLookup(username)).changes === 1,
      );
    },
    async countAdmins() {
      return reach(() => z.int().parse(sql.adminCount.get()));
    },
    async rememberSeal(fingerprint) {
      return reach(() => {
        sql.insertSeal.run(fingerprint);
        return z.string().parse(sql.seal.get());
      });
    },
    async findNames(ids) {
      const among = JSON.stringify(ids);
      return reach(() => new Map(nameRows.parse(sql.namesByIds.all({ among }))));
    },
    async ping() {
      reach(() => sql.adminCount.get());
    },
    async close() {
      db.close();
    },
  };
}

function prepareStatements(db: Database) {
  const owner = 'SELECT id, full_name AS fullName, phone, email';
  const admin = 'SELECT id, username, password_hash AS passwordHash FROM admins';
  return {
    insertOwner: db.prepare(
      `INSERT INTO owners (id, email, full_name, phone, sealed_ic_number, password_hash)
       VALUES (:id, :email, :fullName, :phone, :sealedIcNumber, :passwordHash)`,
    ),
    ownerById: db.prepare(`${owner} FROM owners WHERE id = ?`),
    ownerByEmail: db.prepare(`${owner}, password_hash AS passwordHash FROM owners WHERE email = ?`),
    insertAdmin: db.prepare(
      'INSERT INTO admins (id, username, password_hash) VALUES (:id, :username, :passwordHash)',
    ),
    adminByUsername: db.prepare(`${admin} WHERE username = ?`),
    setOwnerPassword: db.prepare('UPDATE owners SET password_hash = ? WHERE email = ?'),
    setAdminPassword: db.prepare('UPDATE admins SET password_hash = ? WHERE username = ?'),
    insertSeal: db.prepare(
      'INSERT INTO seal (id, fingerprint) VALUES (1, ?) ON CONFLICT (id) DO NOTHING',
    ),
    seal: db.prepare('SELECT fingerprint FROM seal').pluck(),
    namesByIds: db
      .prepare(
        `WITH wanted AS (SELECT value FROM json_each(:among))
         SELECT id, full_name FROM owners WHERE id IN wanted
         UNION ALL SELECT id, username FROM admins WHERE id IN wanted`,
      )
      .raw(),
    adminCount: db.prepare('SELECT count(*) FROM admins').pluck(),
  };
}

function insert(run: () => void, Taken: typeof EmailTaken | typeof UsernameTaken): void {
  reach(() => {
    try {
      run();
    } catch (error) {
      throw isUniqueViolation(error) ? new Taken() : error;
    }
  });
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE';
}

/** Gives what the driver and a closed database throw the one name that the port has for it. */
function reach<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isOutage(error)) throw error;
    throw new AccountsUnavailable(`The accounts cannot be reached: ${error.message}`, {
      cause: error,
    });
  }
}

function isOutage(error: unknown): error is Error {
  if (error instanceof SqliteError) return !error.code.startsWith('SQLITE_CONSTRAINT');
  return error instanceof TypeError && error.message.includes('connection is not open');
}
