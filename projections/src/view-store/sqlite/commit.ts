import { createYielder } from '../../pacer.ts';
import type { CommitOutcome, DocumentChange, GenerationChanges } from '../view-store.ts';
import type { SqlDatabase, SqlValue } from './database.ts';
import { readGeneration, readIndexes } from './generation-rows.ts';
import { writeQuarantine } from './quarantine-rows.ts';
import { documentsTable, indexColumn } from './schema.ts';

/** To be run in a transaction, which is to be undone when anything was lost: then nothing of the batch is written. */
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

/** Says of each document whether it was still as its writer had loaded it. */
function documentWriter(
  database: SqlDatabase,
  generation: string,
): (change: DocumentChange) => boolean {
  const table = documentsTable(generation);
  const indexes = readIndexes(database, generation);
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
    if (from === null) return insert.run(id, to, text, ...fields) === 1;
    if (update.run(to, text, id, from, ...fields) === 1) return true;
    return columns.length > 0 && updateAll.run(to, text, ...fields, id, from) === 1;
  };
}

function indexValue(doc: object | null, field: string): SqlValue {
  const value: unknown = doc && Reflect.get(doc, field);
  return typeof value === 'string' ? value : null;
}

/** How many events a view handled up to a position is the same for everybody, so it grows only with the position. */
function moveCheckpoint(database: SqlDatabase, changes: GenerationChanges): void {
  const { generation, position, handled, documents } = changes;
  const changed = documents.length > 0 ? 1 : 0;
  database
    .prepare(
      `UPDATE generations SET position = max(position, ?), handled = max(handled, ?),
       changes = changes + ?, updated_at = ? WHERE id = ?`,
    )
    .run(position, handled, changed, new Date().toISOString(), generation);
}
