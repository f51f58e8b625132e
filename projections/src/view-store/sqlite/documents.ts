import { createYielder } from '@directory/domain/shared/concurrency';
import {
  notBuilt,
  storedObject,
  storedPosition,
  type CommitOutcome,
  type DocumentChange,
  type GenerationChanges,
  type IdRange,
  type LiveState,
  type StoredDocument,
  type ViewReader,
} from '../view-store.ts';
import { isMissingTable, type SqlDatabase, type SqlValue } from './database.ts';
import { readColumns, readGeneration, writeQuarantine } from './generations.ts';
import { documentsTable, indexColumn } from './schema.ts';

export type Query<Result> = (database: SqlDatabase, generation: string) => Result;

/** Queries the live generation. @throws ViewStoreUnavailable before there is one */
export function queryLive<Result>(
  database: SqlDatabase,
  view: string,
  query: Query<Result>,
): Result {
  const queryOnce = () => {
    const pointer = database
      .prepare<{ live: string }>('SELECT CAST(live AS TEXT) AS live FROM pointers WHERE view = ?')
      .get(view);
    if (!pointer) throw notBuilt(view);
    return query(database, pointer.live);
  };
  try {
    return queryOnce();
  } catch (error) {
    // Two takeovers came between the pointer and the documents. The pointer leads elsewhere now.
    if (isMissingTable(error)) return queryOnce();
    throw error;
  }
}

export function documentOf(id: string): Query<string | null> {
  return (database, generation) => {
    const sql = `SELECT doc FROM ${documentsTable(generation)} WHERE id = ?`;
    return database.prepare<{ doc: string | null }>(sql).get(id)?.doc ?? null;
  };
}

type Where = Parameters<ViewReader['find']>[1];

/** The documents that `find` returns, or with a range `findLast`. */
export function documentsWhere(where: Where, range?: IdRange): Query<readonly string[]> {
  const wanted = Object.entries<string>(where);
  return (database, generation) => {
    const valueOf = fieldReader(database, generation);
    const conditions = wanted.map(([field]) => ` AND ${valueOf(field)} = ?`);
    const values = wanted.map(([, value]) => value);
    const { before, from, limit } = range ?? {};
    if (before !== undefined) conditions.push(' AND id < ?');
    if (from !== undefined) conditions.push(' AND id >= ?');
    const order = limit === undefined ? 'ORDER BY id' : 'ORDER BY id DESC LIMIT ?';
    const bounds = [before, from, limit].filter((bound) => bound !== undefined);
    const sql = `SELECT doc FROM ${documentsTable(generation)} WHERE doc IS NOT NULL${conditions.join('')} ${order}`;
    return database
      .prepare<{ doc: string }>(sql)
      .all(...values, ...bounds)
      .map(({ doc }) => doc);
  };
}

/**
 * How a statement reads a field: an older generation may lack a column that today's definition has. Names of fields are those of the
 * code, and need no escaping.
 */
export function fieldReader(database: SqlDatabase, generation: string): (field: string) => string {
  const columns = new Set(readColumns(database, generation));
  return (field) => (columns.has(field) ? indexColumn(field) : `doc ->> '$.${field}'`);
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

export const rowsAtOnce = 2_000;

/** Looks at some rows, which are never deleted; null beyond the last one. */
export function changedRows(after: string, first: number): Query<readonly string[] | null> {
  return (database, generation) => {
    const table = documentsTable(generation);
    const { last } = database
      .prepare<{ last: number | null }>(`SELECT max(rowid) AS last FROM ${table}`)
      .get() ?? { last: null };
    if (first >= (last ?? 0)) return null;
    return database
      .prepare<{ id: string }>(`SELECT id FROM ${table} WHERE rowid > ? AND rowid <= ? AND pos > ?`)
      .all(first, first + rowsAtOnce, after)
      .map(({ id }) => id);
  };
}

type Row = { readonly id: string; readonly pos: string; readonly doc: string | null };

export function readDocument(
  database: SqlDatabase,
  generation: string,
  id: string,
): StoredDocument | undefined {
  const found = database
    .prepare<Row>(`SELECT id, pos, doc FROM ${documentsTable(generation)} WHERE id = ?`)
    .get(id);
  return found && stored(found);
}

export function countDocuments(database: SqlDatabase, generation: string): number {
  const sql = `SELECT count(*) AS documents FROM ${documentsTable(generation)}`;
  return database.prepare<{ documents: number }>(sql).get()?.documents ?? 0;
}

export function scanDocuments(
  database: SqlDatabase,
  generation: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): readonly (StoredDocument & { readonly id: string })[] {
  return database
    .prepare<Row>(
      `SELECT id, pos, doc FROM ${documentsTable(generation)} WHERE id > ? ORDER BY id LIMIT ?`,
    )
    .all(after, limit)
    .map((row) => ({ id: row.id, ...stored(row) }));
}

/** Returns `none` for a generation that was dropped meanwhile. */
export function unlessDropped<Result>(read: () => Result, none: Result): Result {
  try {
    return read();
  } catch (error) {
    if (isMissingTable(error)) return none;
    throw error;
  }
}

function stored({ pos, doc }: Row): StoredDocument {
  return {
    position: storedPosition.parse(pos),
    doc: doc === null ? null : storedObject.parse(JSON.parse(doc)),
  };
}

/** To be run in a transaction that is rolled back when anything was lost: then nothing of the batch is written. */
export async function writeBatch(
  database: SqlDatabase,
  batch: readonly GenerationChanges[],
): Promise<CommitOutcome> {
  const refused = batch
    .map(({ generation }) => generation)
    .filter((generation) => !mayBeWritten(database, generation));
  const lost: { generation: string; id: string }[] = [];
  for (const changes of batch) {
    const { generation } = changes;
    if (refused.includes(generation)) continue;
    for (const id of await writeDocuments(database, changes)) lost.push({ generation, id });
    writeQuarantine(database, changes);
    moveCheckpoint(database, changes);
  }
  return { lost, refused };
}

function mayBeWritten(database: SqlDatabase, id: string): boolean {
  const generation = readGeneration(database, id);
  if (!generation) return false;
  const { state, live } = generation;
  return state === 'rebuilding' || (state === 'running' && live);
}

async function writeDocuments(
  database: SqlDatabase,
  { generation, documents }: GenerationChanges,
): Promise<readonly string[]> {
  const write = documentWriter(database, generation);
  const pause = createYielder();
  const lost: string[] = [];
  for (const change of documents) {
    if (!write(change)) lost.push(change.id);
    await pause();
  }
  return lost;
}

/** Returns for each document whether it was unchanged since it was loaded. */
function documentWriter(
  database: SqlDatabase,
  generation: string,
): (change: DocumentChange) => boolean {
  const table = documentsTable(generation);
  const indexes = readColumns(database, generation);
  const columns = indexes.map(indexColumn);
  const insert = database.prepare(
    `INSERT INTO ${table} (${['id', 'pos', 'doc', ...columns].join(', ')})
     VALUES (?, ?, ?${', ?'.repeat(columns.length)}) ON CONFLICT (id) DO NOTHING`,
  );
  // Indexed fields seldom change, and leaving them out of the update spares their indexes.
  const same = columns.map((column) => ` AND ${column} IS ?`).join('');
  const update = database.prepare(
    `UPDATE ${table} SET pos = ?, doc = ? WHERE id = ? AND pos = ?${same}`,
  );
  const set = columns.map((column) => `, ${column} = ?`).join('');
  const updateAll = database.prepare(
    `UPDATE ${table} SET pos = ?, doc = ?${set} WHERE id = ? AND pos = ?`,
  );
  return ({ id, from, to, doc }) => {
    const text = doc && JSON.stringify(doc);
    const fields = indexes.map((field) => indexValue(doc, field));
    if (from === null) return insert.run(id, to, text, ...fields).changes === 1;
    if (update.run(to, text, id, from, ...fields).changes === 1) return true;
    return columns.length > 0 && updateAll.run(to, text, ...fields, id, from).changes === 1;
  };
}

function indexValue(doc: object | null, field: string): SqlValue {
  const value: unknown = doc && Reflect.get(doc, field);
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** How many events a view handled up to a position is the same for everybody, so it grows only with the position. */
function moveCheckpoint(database: SqlDatabase, changes: GenerationChanges): void {
  const { generation, position, anchor, handled, documents } = changes;
  const changed = documents.length > 0 ? 1 : 0;
  database
    .prepare(
      `UPDATE generations SET position = max(position, ?), handled = max(handled, ?),
       anchor = coalesce(?, anchor), changes = changes + ?, updated_at = ? WHERE id = ?`,
    )
    .run(
      position,
      handled,
      anchor && JSON.stringify(anchor),
      changed,
      new Date().toISOString(),
      generation,
    );
}
