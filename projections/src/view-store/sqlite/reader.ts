import { createYielder } from '@directory/domain/shared/concurrency';
import type { ReadableView } from '../../engine/view.ts';
import {
  notBuilt,
  type IdRange,
  type Matching,
  type PageRange,
  type ViewReader,
} from '../view-store.ts';
import { isMissingTable, type SqlDatabase, type SqlValue } from './database.ts';
import { readColumns, readLiveStates } from './generations.ts';
import { documentsTable, indexColumn, pageIndex } from './schema.ts';
import type { StoredViews } from './stored-views.ts';

type Query<Result> = (database: SqlDatabase, generation: string) => Result;

export function readerOf(views: StoredViews): ViewReader {
  /** Queries the live generation. @throws ViewStoreUnavailable before there is one */
  const query = <Result>({ name }: { readonly name: string }, queryIn: Query<Result>): Result =>
    views.read((database) => {
      const queryOnce = () => {
        const pointer = database
          .prepare<{ live: string }>(
            'SELECT CAST(live AS TEXT) AS live FROM pointers WHERE view = ?',
          )
          .get(name);
        if (!pointer) throw notBuilt(name);
        return queryIn(database, pointer.live);
      };
      try {
        return queryOnce();
      } catch (error) {
        // Two takeovers came between the pointer and the documents. The pointer leads elsewhere now.
        if (isMissingTable(error)) return queryOnce();
        throw error;
      }
    });
  const find = async <Doc extends object>(
    view: ReadableView<Doc>,
    queryIn: Query<readonly string[]>,
  ): Promise<readonly Doc[]> => {
    const pause = createYielder();
    const found: Doc[] = [];
    for (const text of query(view, queryIn)) {
      found.push(parseDocument(view, text));
      await pause();
    }
    return found;
  };
  return {
    async get(view, id) {
      const text = query(view, documentOf(id));
      return text === null ? null : parseDocument(view, text);
    },
    find: (view, where) => find(view, documentsWhere(where)),
    findLast: (view, where, range) => find(view, documentsWhere(where, range)),
    findPage: (view, matching, range) => find(view, pageOf(matching, range)),
    countBy: async (view, field, matching) => query(view, countsBy(field, matching)),
    changeToken: async ({ name }) =>
      views.read((database) => readLiveStates(database).get(name)?.token) ?? 'none',
    watch: (onChange) => views.watch(onChange),
    async findChanged(view, after, limit) {
      const pause = createYielder();
      const ids: string[] = [];
      for (let first = 0; ids.length <= limit; first += rowsAtOnce) {
        const found = query(view, changedRows(after, first));
        if (!found) return ids;
        ids.push(...found);
        await pause();
      }
      return null;
    },
  };
}

/** The one place where a document gets its type: what is stored under a view is what its `evolve` returned. */
function parseDocument<Doc extends object>(_view: ReadableView<Doc>, text: string): Doc {
  return JSON.parse(text) as Doc;
}

function documentOf(id: string): Query<string | null> {
  return (database, generation) => {
    const sql = `SELECT doc FROM ${documentsTable(generation)} WHERE id = ?`;
    return database.prepare<{ doc: string | null }>(sql).get(id)?.doc ?? null;
  };
}

type Equalities = Parameters<ViewReader['find']>[1];

/** The documents that `find` returns, or with a range `findLast`. */
function documentsWhere(where: Equalities, range?: IdRange): Query<readonly string[]> {
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
function fieldReader(database: SqlDatabase, generation: string): (field: string) => string {
  const columns = new Set(readColumns(database, generation));
  return (field) => (columns.has(field) ? indexColumn(field) : `doc ->> '$.${field}'`);
}

const rowsAtOnce = 2_000;

/** Looks at some rows, which are never deleted; null beyond the last one. */
function changedRows(after: string, first: number): Query<readonly string[] | null> {
  return (database, generation) => {
    const table = documentsTable(generation);
    const { last } = database
      .prepare<{ last: number | null }>(`SELECT max(rowid) AS last FROM ${table}`)
      .get() ?? { last: null };
    if (first >= (last ?? 0)) return null;
    return database
      .prepare<{ id: string }>(
        `SELECT id FROM ${table} WHERE rowid > ? AND rowid <= ?
         AND (pos > ? OR id IN (SELECT key FROM quarantine WHERE generation = ?))`,
      )
      .all(first, first + rowsAtOnce, after, generation)
      .map(({ id }) => id);
  };
}

/** The documents of a page, as text. */
function pageOf<Doc extends object>(
  matching: Matching<Doc>,
  { order, skip, limit }: PageRange<Doc>,
): Query<readonly string[]> {
  return (database, generation) => {
    const select = selection(database, generation, matching);
    const terms = order.flatMap(({ field, isDescending, ignoreCase }) => {
      const value = `coalesce(${select.valueOf(field)}, '')`;
      const sorted = ignoreCase ? `lower(${value})` : value;
      return [`${value} = ''`, isDescending ? `${sorted} DESC` : sorted];
    });
    const from = select.from(order.map(({ field }) => field));
    const sql = `SELECT id ${from} ORDER BY ${[...terms, 'id'].join(', ')} LIMIT ? OFFSET ?`;
    return database
      .prepare<{ id: string }>(sql)
      .all(...select.values, limit, skip)
      .flatMap(({ id }) => documentOf(id)(database, generation) ?? []);
  };
}

function countsBy<Doc extends object>(
  field: keyof Doc & string,
  matching: Matching<Doc>,
): Query<ReadonlyMap<string, number>> {
  return (database, generation) => {
    const select = selection(database, generation, matching);
    const value = select.valueOf(field);
    const sql = `SELECT ${value} AS value, count(*) AS documents ${select.from([field])} AND ${value} IS NOT NULL GROUP BY ${value}`;
    const found = database.prepare<{ value: string; documents: number }>(sql).all(...select.values);
    return new Map(found.map(({ value: key, documents }) => [key, documents]));
  };
}

function selection<Doc extends object>(
  database: SqlDatabase,
  generation: string,
  { where, contains }: Matching<Doc>,
) {
  const valueOf = fieldReader(database, generation);
  const wanted = Object.entries<readonly (string | boolean)[] | undefined>(where);
  const conditions = wanted.map(
    ([field, values = []]) => `${valueOf(field)} IN (${values.map(() => '?').join(', ')})`,
  );
  const values = wanted.flatMap(([, each = []]): SqlValue[] =>
    each.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
  );
  if (contains) {
    conditions.push(`instr(lower(${valueOf(contains.field)}), lower(?)) > 0`);
    values.push(contains.text);
  }
  // A removed document has no value in any column. Asking for the document itself would read each.
  if (conditions.length === 0) conditions.push('doc IS NOT NULL');
  const used = [...wanted.map(([field]) => field), ...(contains ? [contains.field] : [])];
  return {
    values,
    valueOf,
    /** `others` are the fields that the rest of the statement reads. */
    from(others: readonly string[]): string {
      // The columns of the index that pages are read from, with the id; none in a generation without it.
      const covered = database
        .prepare<{ name: string }>('SELECT name FROM pragma_index_info(?)')
        .all(pageIndex(generation))
        .map(({ name }) => name);
      const isCovered =
        covered.length > 0 &&
        [...used, ...others].every((field) => covered.includes(`by_${field}`));
      const index = isCovered ? ` INDEXED BY "${pageIndex(generation)}"` : '';
      return `FROM ${documentsTable(generation)}${index} WHERE ${conditions.join(' AND ')}`;
    },
  };
}
