import { startOfLog } from '@directory/domain/event-store';
import * as z from 'zod';
import type { AnyView } from '../../engine/view.ts';
import {
  liveGeneration,
  maxLeaseMs,
  mayTakeOver,
  storedAnchor,
  storedPosition,
  storedQuarantinedKey,
  storedState,
  type Generation,
  type GenerationChanges,
  type HeldLease,
  type QuarantinedKey,
  type StateChange,
  type ViewState,
  type ViewStore,
} from '../view-store.ts';
import type { SqlDatabase } from './database.ts';
import { columnFields, createDocuments, documentsTable, pageIndex } from './schema.ts';

const row = z.object({
  id: z.int().transform(String),
  view: z.string(),
  version: z.string(),
  live: z.int().transform((live) => live === 1),
  position: storedPosition,
  anchor: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .nullable()
    .pipe(storedAnchor.nullable()),
  handled: z.int(),
  state: storedState,
  error: z.string().nullable(),
  updatedAt: z.string(),
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

/** The fields that have a column. */
export function readColumns(database: SqlDatabase, id: string): readonly string[] {
  return database
    .prepare<{ field: string }>(
      'SELECT j.value AS field FROM generations g, json_each(g.indexes) j WHERE g.id = ?',
    )
    .all(id)
    .map(({ field }) => field);
}

/** The columns of the index that pages are read from, with the id; none in a generation without it. */
export function readPageColumns(database: SqlDatabase, id: string): readonly string[] {
  return database
    .prepare<{ name: string }>('SELECT name FROM pragma_index_info(?)')
    .all(pageIndex(id))
    .map(({ name }) => name);
}

export function beginGeneration(database: SqlDatabase, view: AnyView, live: boolean): Generation {
  const others = readGenerations(database).filter((other) => other.view === view.name);
  for (const other of others) if (!other.live) drop(database, other.id);
  const id = insert(database, view);
  database.exec(createDocuments(id, view));
  if (live) pointAt(database, view.name, id);
  const made = readGeneration(database, id);
  if (!made) throw new Error(`generation ${id} is not there after it was made`);
  return made;
}

export function dropUnused(database: SqlDatabase): void {
  for (const { id, live, state } of readGenerations(database))
    if (!live && state !== 'rebuilding') drop(database, id);
}

export function takeOver(database: SqlDatabase, id: string): boolean {
  const next = readGeneration(database, id);
  const now = next && liveGeneration(readGenerations(database), next.view);
  if (!next || !mayTakeOver(next, now)) return false;
  pointAt(database, next.view, id);
  setState(database, id, { state: now?.state === 'paused' ? 'paused' : 'running', error: null });
  return true;
}

export function setState(
  database: SqlDatabase,
  id: string,
  { state, error }: { readonly state: ViewState; readonly error: string | null },
): void {
  database
    .prepare('UPDATE generations SET state = ?, error = ?, updated_at = ? WHERE id = ?')
    .run(state, error, new Date().toISOString(), id);
}

export function changeState(
  database: SqlDatabase,
  id: string,
  { from, to, error }: StateChange,
): boolean {
  if (readGeneration(database, id)?.state !== from) return false;
  setState(database, id, { state: to, error: error ?? null });
  return true;
}

function insert(database: SqlDatabase, view: AnyView): string {
  const made = database
    .prepare<{ id: number }>(
      `INSERT INTO generations (view, version, indexes, position, handled, changes, state, updated_at)
       VALUES (?, ?, ?, ?, 0, 0, 'rebuilding', ?) RETURNING id`,
    )
    .get(
      view.name,
      view.version,
      JSON.stringify(columnFields(view)),
      startOfLog,
      new Date().toISOString(),
    );
  return String(made?.id);
}

function pointAt(database: SqlDatabase, view: string, id: string): void {
  database
    .prepare(
      'INSERT INTO pointers (view, live) VALUES (?, ?) ON CONFLICT (view) DO UPDATE SET live = excluded.live',
    )
    .run(view, id);
}

function drop(database: SqlDatabase, id: string): void {
  database.exec(`DROP TABLE IF EXISTS ${documentsTable(id)}`);
  database.prepare('DELETE FROM quarantine WHERE generation = ?').run(id);
  database.prepare('DELETE FROM generations WHERE id = ?').run(id);
}

type Lease = Parameters<ViewStore['lease']>[0];

export function takeLease(database: SqlDatabase, lease: Lease): boolean {
  const { name, holder, ttlMs, force = false } = lease;
  const now = Date.now();
  const { changes } = database
    .prepare(
      `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
       WHERE holder = excluded.holder OR expires_at NOT BETWEEN ? AND ? OR ?`,
    )
    .run(name, holder, now + ttlMs, now + 1, now + maxLeaseMs, force ? 1 : 0);
  return changes === 1;
}

export function releaseLease(database: SqlDatabase, name: string, holder: string): void {
  database.prepare('DELETE FROM leases WHERE name = ? AND holder = ?').run(name, holder);
}

export function readLease(database: SqlDatabase, name: string): HeldLease | null {
  const now = Date.now();
  const found = database
    .prepare<{ holder: string; expiresAt: number }>(
      'SELECT holder, expires_at AS expiresAt FROM leases WHERE name = ? AND expires_at BETWEEN ? AND ?',
    )
    .get(name, now + 1, now + maxLeaseMs);
  if (!found) return null;
  return { holder: found.holder, expiresAt: new Date(found.expiresAt).toISOString() };
}

export function readQuarantine(
  database: SqlDatabase,
  generation: string,
): readonly QuarantinedKey[] {
  return database
    .prepare(
      `SELECT key, position, event_id AS eventId, error, at
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
    `INSERT INTO quarantine (generation, key, position, event_id, error, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (generation, key) DO NOTHING`,
  );
  for (const { key, position, eventId, error, at } of quarantined)
    write.run(generation, key, position, eventId, error, at);
}
