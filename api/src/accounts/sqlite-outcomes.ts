import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { expiryOf, rememberedOutcome, type RememberedOutcome } from './outcome-store.ts';

/** In the file of the accounts. */
export const outcomesSchema = `
  CREATE TABLE IF NOT EXISTS outcomes (
    command_id TEXT PRIMARY KEY,
    outcome TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;`;

export function sqliteOutcomes(db: Database) {
  const select = db.prepare('SELECT outcome FROM outcomes WHERE command_id = ? AND at > ?').pluck();
  const removeExpired = db.prepare('DELETE FROM outcomes WHERE at <= ?');
  const insert = db.prepare(
    `INSERT INTO outcomes (command_id, outcome, at) VALUES (?, ?, ?)
     ON CONFLICT (command_id) DO NOTHING`,
  );
  return {
    find(commandId: string, now: Date): RememberedOutcome | null {
      const json = z
        .string()
        .nullable()
        .parse(select.get(commandId, expiryOf(now)) ?? null);
      return json === null ? null : rememberedOutcome.parse(JSON.parse(json));
    },
    remember(commandId: string, outcome: RememberedOutcome, now: Date): void {
      removeExpired.run(expiryOf(now));
      insert.run(commandId, JSON.stringify(outcome), now.getTime());
    },
  };
}
