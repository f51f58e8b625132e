import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import type { SecondFactor } from '../account-store.ts';

/** In the file of the accounts. */
export const secondFactorsSchema = `
  CREATE TABLE IF NOT EXISTS second_factors (
    account TEXT PRIMARY KEY,
    sealed_secret TEXT NOT NULL,
    last_step INTEGER NOT NULL,
    recovery_hashes TEXT NOT NULL
  ) STRICT;`;

const json = z.string().transform((text): unknown => JSON.parse(text));
const factorRow = z.object({
  encryptedSecret: z.string(),
  lastStep: z.int(),
  recoveryHashes: json.pipe(z.array(z.string())),
});
const accountRows = z.array(
  factorRow
    .extend({ account: z.string() })
    .transform(({ account, ...factor }) => [account, factor] as const),
);

export function sqliteSecondFactors(db: Database) {
  const columns =
    'sealed_secret AS encryptedSecret, last_step AS lastStep, recovery_hashes AS recoveryHashes';
  const select = db.prepare(`SELECT ${columns} FROM second_factors WHERE account = ?`);
  const selectAll = db.prepare(`SELECT account, ${columns} FROM second_factors`);
  const put = db.prepare('INSERT OR REPLACE INTO second_factors VALUES (?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM second_factors WHERE account = ?');
  const raise = db.prepare(
    'UPDATE second_factors SET last_step = :step WHERE account = :account AND last_step < :step',
  );
  const removeHash = db.prepare(
    `UPDATE second_factors SET recovery_hashes =
       (SELECT json_group_array(value) FROM json_each(recovery_hashes) WHERE value <> :hash)
     WHERE account = :account AND :hash IN (SELECT value FROM json_each(recovery_hashes))`,
  );
  return {
    get: (account: string): SecondFactor | null =>
      factorRow.nullable().parse(select.get(account) ?? null),
    set(account: string, factor: SecondFactor | null): void {
      if (factor === null) remove.run(account);
      else {
        const { encryptedSecret, lastStep, recoveryHashes } = factor;
        put.run(account, encryptedSecret, lastStep, JSON.stringify(recoveryHashes));
      }
    },
    useStep: (account: string, step: number) => raise.run({ account, step }).changes === 1,
    useRecoveryCode: (account: string, hash: string) =>
      removeHash.run({ account, hash }).changes === 1,
    all: (): ReadonlyMap<string, SecondFactor> => new Map(accountRows.parse(selectAll.all())),
  };
}
