import { existsSync } from 'node:fs';
import * as z from 'zod';
import type { AdminLogin, NewOwner } from '../account-store.ts';
import { openAccountsFile } from './accounts-file.ts';

/** All accounts of an installation, with what never leaves a store otherwise. */
export type StoredAccounts = {
  readonly owners: readonly NewOwner[];
  readonly admins: readonly AdminLogin[];
};

const ownerRow = z.object({
  id: z.string(),
  fullName: z.string(),
  phone: z.string(),
  email: z.string(),
  passwordHash: z.string(),
  sealedIcNumber: z.string(),
});
const adminRow = z.object({ id: z.string(), username: z.string(), passwordHash: z.string() });

/** None where there is no file. @throws AccountsUnavailable, with a sentence that names the file */
export function readAccounts(file: string): StoredAccounts {
  if (!existsSync(file)) return { owners: [], admins: [] };
  const db = openAccountsFile(file);
  try {
    const owners = db.prepare(
      `SELECT id, full_name AS fullName, phone, email, password_hash AS passwordHash,
         sealed_ic_number AS sealedIcNumber FROM owners ORDER BY id`,
    );
    const admins = db.prepare(
      'SELECT id, username, password_hash AS passwordHash FROM admins ORDER BY id',
    );
    return {
      owners: z.array(ownerRow).parse(owners.all()),
      admins: z.array(adminRow).parse(admins.all()),
    };
  } finally {
    db.close();
  }
}
