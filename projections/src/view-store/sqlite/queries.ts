import type { ViewReader } from '../view-reader.ts';
import { MissingTable, type SqlDatabase } from './database.ts';
import { readIndexes } from './generation-rows.ts';
import { documentsTable, indexColumn } from './schema.ts';

export type Query<Result> = (database: SqlDatabase, generation: string) => Result;

/** Asks the live generation; the answer is `none` before there is one. */
export function askLive<Result>(
  database: SqlDatabase,
  view: string,
  { query, none }: { readonly query: Query<Result>; readonly none: Result },
): Result {
  try {
    return askOnce(database, view, { query, none });
  } catch (error) {
    // Two takeovers came between the pointer and the documents. The pointer leads elsewhere now.
    if (error instanceof MissingTable) return askOnce(database, view, { query, none });
    throw error;
  }
}

function askOnce<Result>(
  database: SqlDatabase,
  view: string,
  { query, none }: { readonly query: Query<Result>; readonly none: Result },
): Result {
  const pointer = database
    .prepare<{ live: string }>('SELECT CAST(live AS TEXT) AS live FROM pointers WHERE view = ?')
    .get(view);
  return pointer ? query(database, pointer.live) : none;
}

export function documentOf(id: string): Query<string | null> {
  return (database, generation) => {
    const sql = `SELECT doc FROM ${documentsTable(generation)} WHERE id = ?`;
    return database.prepare<{ doc: string | null }>(sql).get(id)?.doc ?? null;
  };
}

type Where = Parameters<ViewReader['find']>[1];

/** An older generation may lack an index that today's definition has: then the field is read out of the documents. */
export function documentsWhere(where: Where): Query<readonly string[]> {
  const wanted = Object.entries<string>(where);
  return (database, generation) => {
    const indexed = new Set(readIndexes(database, generation));
    const conditions = wanted.map(([field]) =>
      indexed.has(field) ? ` AND ${indexColumn(field)} = ?` : ' AND doc ->> ? = ?',
    );
    const values = wanted.flatMap(([field, value]) =>
      indexed.has(field) ? [value] : [`$.${field}`, value],
    );
    const sql = `SELECT doc FROM ${documentsTable(generation)} WHERE doc IS NOT NULL${conditions.join('')} ORDER BY id`;
    return database
      .prepare<{ doc: string }>(sql)
      .all(...values)
      .map(({ doc }) => doc);
  };
}

export function readChangeToken(database: SqlDatabase, view: string): string {
  const found = database
    .prepare<{ token: string }>(
      `SELECT g.id || '.' || g.changes AS token FROM pointers p JOIN generations g ON g.id = p.live
       WHERE p.view = ?`,
    )
    .get(view);
  return found?.token ?? 'none';
}
