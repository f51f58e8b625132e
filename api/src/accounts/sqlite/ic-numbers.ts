import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { IcNumberTaken, type HashIcNumber } from '../account-store.ts';

/** In the file of the accounts. Accounts that shared a number before it was checked each have a row. */
export const icNumbersSchema = `
  CREATE TABLE IF NOT EXISTS ic_numbers (
    account TEXT PRIMARY KEY,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS ic_numbers_by_hash ON ic_numbers (hash);`;

const unhashedRows = z.array(z.object({ id: z.string(), encryptedIcNumber: z.string() }));

export function sqliteIcNumbers(db: Database) {
  const find = db.prepare('SELECT 1 FROM ic_numbers WHERE hash = ?');
  const insert = db.prepare('INSERT OR IGNORE INTO ic_numbers (account, hash) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM ic_numbers WHERE account = ?');
  const unhashed = db.prepare(
    `SELECT id, sealed_ic_number AS encryptedIcNumber FROM owners
     WHERE id NOT IN (SELECT account FROM ic_numbers)`,
  );
  return {
    /** Within the transaction that stores the account. @throws IcNumberTaken */
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
    removeOf(account: string): void {
      remove.run(account);
    },
  };
}
