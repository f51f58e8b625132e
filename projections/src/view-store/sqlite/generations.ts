import * as z from 'zod';
import { storedAnchor, storedGeneration, type Generation, type LiveState } from '../view-store.ts';
import type { SqlDatabase } from './database.ts';

const row = storedGeneration.extend({
  id: z.int().transform(String),
  view: z.string(),
  live: z.int().transform((live) => live === 1),
  anchor: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .nullable()
    .pipe(storedAnchor.nullable()),
});

const select = `
  SELECT g.id, g.view, g.version, p.live IS NOT NULL AS live, g.position, g.anchor, g.handled, g.state, g.error,
    g.updated_at AS updatedAt
  FROM generations g LEFT JOIN pointers p ON p.live = g.id`;

export function readGenerations(database: SqlDatabase): readonly Generation[] {
  return database
    .prepare(`${select} ORDER BY g.id`)
    .all()
    .map((found) => row.parse(found));
}

export function readGeneration(database: SqlDatabase, id: string): Generation | undefined {
  const found = database.prepare(`${select} WHERE g.id = ?`).get(id);
  return found === undefined ? undefined : row.parse(found);
}

/** Each view that has a live generation, by name. */
export function readLiveStates(database: SqlDatabase): ReadonlyMap<string, LiveState> {
  const found = database
    .prepare<LiveState & { view: string }>(
      `SELECT p.view, CAST(g.id AS TEXT) AS live, g.id || '.' || g.changes AS token, g.position
       FROM pointers p JOIN generations g ON g.id = p.live`,
    )
    .all();
  return new Map(found.map(({ view, ...state }) => [view, state]));
}

/** The fields that have a column. */
export function readColumns(database: SqlDatabase, id: string): readonly string[] {
  return database
    .prepare<{ field: string }>(
      'SELECT j.value AS field FROM generations g, json_each(g.indexes) j WHERE g.id = ?',
    )
    .all(id)
    .map(({ field }) => field);
}
