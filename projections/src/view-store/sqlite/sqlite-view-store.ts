import { startOfLog } from '@directory/domain/event-store';
import { createYielder } from '@directory/domain/shared/concurrency';
import {
  liveGeneration,
  maxLeaseMs,
  mayTakeOver,
  stateAfterTakeOver,
  storedObject,
  storedPosition,
  storedQuarantinedKey,
  unusedGenerations,
  type CommitOutcome,
  type DocumentChange,
  type GenerationChanges,
  type StoredDocument,
  type ViewState,
  type ViewStore,
} from '../view-store.ts';
import { isMissingTable, type SqlDatabase, type SqlValue } from './database.ts';
import { readColumns, readGeneration, readGenerations } from './generations.ts';
import { readerOf } from './reader.ts';
import { columnFields, createDocuments, documentsTable, indexColumn } from './schema.ts';
import { openStoredViews, type StoredViews } from './stored-views.ts';
import type { ReportFile } from './view-files.ts';

/**
 * Stores views in one SQLite file, a batch of all views in one transaction. A damaged file is renamed, reported and
 * replaced by a new one: the projector then rebuilds the views.
 */
export function openSqliteViewStore(options: {
  readonly file: string;
  readonly report: ReportFile;
}): ViewStore {
  const views = openStoredViews(options.file, options.report);
  return {
    ...readerOf(views),
    ...generationsIn(views),
    ...documentsIn(views),
    ...leasesIn(views),
    ping: async () => void views.read((db) => db.prepare('SELECT 1 FROM generations').get()),
    close: () => views.close(),
  };
}

function generationsIn(
  views: StoredViews,
): Pick<ViewStore, 'generations' | 'begin' | 'takeOver' | 'purge' | 'changeState'> {
  return {
    generations: async () => views.read(readGenerations),
    begin: (view) =>
      views.write((db) => {
        for (const other of readGenerations(db))
          if (other.view === view.name && !other.live) drop(db, other.id);
        const insert = db.prepare<{ id: number }>(
          `INSERT INTO generations (view, version, indexes, position, handled, changes, state, updated_at)
           VALUES (?, ?, ?, ?, 0, 0, 'rebuilding', ?) RETURNING id`,
        );
        const columns = JSON.stringify(columnFields(view));
        const now = new Date().toISOString();
        const id = String(insert.get(view.name, view.version, columns, startOfLog, now)?.id);
        db.exec(createDocuments(id, view));
        const made = readGeneration(db, id);
        if (!made) throw new Error(`generation ${id} is not there after it was made`);
        return made;
      }),
    takeOver(id) {
      const takeOver = (db: SqlDatabase) => {
        const next = readGeneration(db, id);
        const now = next && liveGeneration(readGenerations(db), next.view);
        if (!next || !mayTakeOver(next, now)) return false;
        pointAt(db, next.view, id);
        storeState(db, id, stateAfterTakeOver(now));
        return true;
      };
      return views.write(takeOver, { committed: () => views.reportChange(id, null) });
    },
    async purge() {
      await views.write((db) => {
        for (const { id } of unusedGenerations(readGenerations(db))) drop(db, id);
      });
      await views.compact();
    },
    changeState: (id, { from, to, error }) =>
      views.write((db) => {
        if (readGeneration(db, id)?.state !== from) return false;
        storeState(db, id, to, error);
        return true;
      }),
  };
}

function storeState(db: SqlDatabase, id: string, state: ViewState, error?: string): void {
  db.prepare('UPDATE generations SET state = ?, error = ?, updated_at = ? WHERE id = ?').run(
    state,
    error ?? null,
    new Date().toISOString(),
    id,
  );
}

function pointAt(db: SqlDatabase, view: string, id: string): void {
  db.prepare(
    'INSERT INTO pointers (view, live) VALUES (?, ?) ON CONFLICT (view) DO UPDATE SET live = excluded.live',
  ).run(view, id);
}

function drop(db: SqlDatabase, id: string): void {
  db.exec(`DROP TABLE IF EXISTS ${documentsTable(id)}`);
  db.prepare('DELETE FROM quarantine WHERE generation = ?').run(id);
  db.prepare('DELETE FROM generations WHERE id = ?').run(id);
}

function leasesIn(views: StoredViews): Pick<ViewStore, 'lease' | 'release' | 'heldLease'> {
  return {
    lease: ({ name, holder, ttlMs, force = false }) =>
      views.write((db) => {
        const now = Date.now();
        const take = db.prepare(
          `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?)
           ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
           WHERE holder = excluded.holder OR expires_at NOT BETWEEN ? AND ? OR ?`,
        );
        const valid = [now + 1, now + maxLeaseMs];
        return take.run(name, holder, now + ttlMs, ...valid, force ? 1 : 0).changes === 1;
      }),
    release: (name, holder) =>
      views.write((db) => {
        db.prepare('DELETE FROM leases WHERE name = ? AND holder = ?').run(name, holder);
      }),
    heldLease: async (name) =>
      views.read((db) => {
        const now = Date.now();
        const found = db
          .prepare<{ holder: string; expiresAt: number }>(
            'SELECT holder, expires_at AS expiresAt FROM leases WHERE name = ? AND expires_at BETWEEN ? AND ?',
          )
          .get(name, now + 1, now + maxLeaseMs);
        if (!found) return null;
        return { holder: found.holder, expiresAt: new Date(found.expiresAt).toISOString() };
      }),
  };
}

type Row = { readonly id: string; readonly pos: string; readonly doc: string | null };

function documentsIn(
  views: StoredViews,
): Pick<ViewStore, 'load' | 'commit' | 'quarantined' | 'count' | 'scan'> {
  /** Returns `none` for a generation that was dropped meanwhile. */
  const readUnlessDropped = <Result>(query: (db: SqlDatabase) => Result, none: Result): Result =>
    views.read((db) => {
      try {
        return query(db);
      } catch (error) {
        if (isMissingTable(error)) return none;
        throw error;
      }
    });
  return {
    async load(generation, ids) {
      const sql = `SELECT id, pos, doc FROM ${documentsTable(generation)} WHERE id = ?`;
      const found = new Map<string, StoredDocument>();
      const pause = createYielder();
      for (const id of ids) {
        const row = readUnlessDropped((db) => db.prepare<Row>(sql).get(id), undefined);
        if (row) found.set(id, stored(row));
        await pause();
      }
      return found;
    },
    async commit(changes) {
      const outcome = await views.write((db) => writeBatch(db, changes), {
        keep: (written) => written !== 'lost',
        committed: () => {
          for (const { generation, documents } of changes)
            if (documents.length > 0)
              views.reportChange(
                generation,
                documents.map(({ id }) => id),
              );
        },
      });
      views.wrote(changes.reduce((rows, { documents }) => rows + documents.length + 1, 0));
      return outcome;
    },
    quarantined: async (generation) =>
      views.read((db) =>
        db
          .prepare(
            `SELECT key, position, event_id AS eventId, error, at
             FROM quarantine WHERE generation = ? ORDER BY key`,
          )
          .all(generation)
          .map((found) => storedQuarantinedKey.parse(found)),
      ),
    async count(generation) {
      const sql = `SELECT count(*) AS documents FROM ${documentsTable(generation)}`;
      const counted = (db: SqlDatabase) => db.prepare<{ documents: number }>(sql).get();
      return readUnlessDropped(counted, undefined)?.documents ?? 0;
    },
    async scan(generation, { after, limit }) {
      const sql = `SELECT id, pos, doc FROM ${documentsTable(generation)} WHERE id > ? ORDER BY id LIMIT ?`;
      const rows = readUnlessDropped((db) => db.prepare<Row>(sql).all(after, limit), []);
      return rows.map((row) => ({ id: row.id, ...stored(row) }));
    },
  };
}

function stored({ pos, doc }: Row): StoredDocument {
  return {
    position: storedPosition.parse(pos),
    doc: doc === null ? null : storedObject.parse(JSON.parse(doc)),
  };
}

/** To be run in a transaction that is rolled back when anything was lost: then nothing of the batch is written. */
async function writeBatch(
  database: SqlDatabase,
  batch: readonly GenerationChanges[],
): Promise<CommitOutcome> {
  let outcome: CommitOutcome = 'stored';
  for (const changes of batch) {
    if (!mayBeWritten(database, changes.generation)) {
      outcome = 'refused';
      continue;
    }
    if (!(await writeDocuments(database, changes))) return 'lost';
    writeQuarantine(database, changes);
    moveCheckpoint(database, changes);
  }
  return outcome;
}

function mayBeWritten(database: SqlDatabase, id: string): boolean {
  const generation = readGeneration(database, id);
  if (!generation) return false;
  const { state, live } = generation;
  return state === 'rebuilding' || (state === 'running' && live);
}

/** False where another writer changed a document first. */
async function writeDocuments(
  database: SqlDatabase,
  { generation, documents }: GenerationChanges,
): Promise<boolean> {
  const write = documentWriter(database, generation);
  const pause = createYielder();
  for (const change of documents) {
    if (!write(change)) return false;
    await pause();
  }
  return true;
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

function writeQuarantine(
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
