import { storedQuarantinedKey } from '../stored-shapes.ts';
import type { GenerationChanges, QuarantinedKey } from '../view-store.ts';
import type { SqlDatabase } from './database.ts';

export function readQuarantine(
  database: SqlDatabase,
  generation: string,
): readonly QuarantinedKey[] {
  return database
    .prepare(
      `SELECT key, position, event_id AS eventId, type, error, attempts, at, diverted, up_to AS upTo
       FROM quarantine WHERE generation = ? ORDER BY key`,
    )
    .all(generation)
    .map((found) => storedQuarantinedKey.parse(found));
}

export function writeQuarantine(
  database: SqlDatabase,
  { generation, quarantined }: GenerationChanges,
): void {
  const write = database.prepare(
    `INSERT INTO quarantine (generation, key, position, event_id, type, error, attempts, at, diverted, up_to)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (generation, key) DO UPDATE SET diverted = excluded.diverted, up_to = excluded.up_to
     WHERE excluded.up_to > up_to`,
  );
  for (const { key, position, eventId, type, error, attempts, at, diverted, upTo } of quarantined)
    write.run(generation, key, position, eventId, type, error, attempts, at, diverted, upTo);
}
