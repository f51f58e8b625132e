import { isPosition, type Position } from '@directory/domain/event-store';
import type { StoredDocument } from '../view-store.ts';
import { MissingTable, type SqlDatabase } from './database.ts';
import { documentsTable } from './schema.ts';

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

/** What is read of a generation that was dropped meanwhile is nothing. */
export function unlessDropped<Result>(read: () => Result, none: Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof MissingTable) return none;
    throw error;
  }
}

function stored({ pos, doc }: Row): StoredDocument {
  return { position: storedPosition(pos), doc: doc === null ? null : parseObject(doc) };
}

function storedPosition(text: string): Position {
  if (!isPosition(text)) throw new TypeError(`not a position: ${text}`);
  return text;
}

function parseObject(text: string): object {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new TypeError('a document is an object');
  return value;
}
