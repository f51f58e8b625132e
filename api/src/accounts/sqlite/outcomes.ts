import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { expiryOf, rememberedOutcome, type OutcomeStore } from '../account-store.ts';
import type { Reach } from './mail.ts';

/** In the file of the accounts. */
export const outcomesSchema = `
  CREATE TABLE IF NOT EXISTS outcomes (
    command_id TEXT PRIMARY KEY,
    outcome TEXT NOT NULL,
    at INTEGER NOT NULL,
    account TEXT
  ) STRICT;`;

export function sqliteOutcomes(
  db: Database,
  reach: Reach,
): OutcomeStore & { readonly removeOf: (account: string) => void } {
  addAccounts(db);
  const select = db.prepare('SELECT outcome FROM outcomes WHERE command_id = ? AND at > ?').pluck();
  const removeExpired = db.prepare('DELETE FROM outcomes WHERE at <= ?');
  const insert = db.prepare(
    `INSERT INTO outcomes (command_id, outcome, at, account) VALUES (?, ?, ?, ?)
     ON CONFLICT (command_id) DO NOTHING`,
  );
  const removeOf = db.prepare('DELETE FROM outcomes WHERE account = ?');
  return {
    async findOutcome(commandId, now) {
      const json = reach(() => select.get(commandId, expiryOf(now)));
      return json === undefined
        ? null
        : rememberedOutcome.parse(JSON.parse(z.string().parse(json)));
    },
    async rememberOutcome(commandId, { account, ...outcome }, now) {
      reach(() => {
        removeExpired.run(expiryOf(now));
        insert.run(commandId, JSON.stringify(outcome), now.getTime(), account);
      });
    },
    removeOf(account) {
      removeOf.run(account);
    },
  };
}

/** Files of earlier releases lack them. */
function addAccounts(db: Database): void {
  db.transaction(() => {
    const columns = db.prepare(`SELECT name FROM pragma_table_info('outcomes')`).pluck().all();
    if (!columns.includes('account')) db.exec('ALTER TABLE outcomes ADD COLUMN account TEXT');
  }).immediate();
}
