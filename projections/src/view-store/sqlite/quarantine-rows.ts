import { isPosition } from '@directory/domain/event-store';
import * as z from 'zod';
import type { GenerationChanges, QuarantinedKey } from '../view-store.ts';
import type { SqlDatabase } from './database.ts';

const position = z.custom<QuarantinedKey['position']>(
  (text) => typeof text === 'string' && isPosition(text),
);

const row = z.object({
  key: z.string(),
  position,
  eventId: z.string(),
  type: z.string(),
  error: z.string(),
  attempts: z.int(),
  at: z.string(),
  diverted: z.int(),
  upTo: position,
});

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
    .map((found) => row.parse(found));
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
