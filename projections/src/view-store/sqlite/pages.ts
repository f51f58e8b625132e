import type { Matching, PageRange } from '../view-store.ts';
import type { SqlDatabase, SqlValue } from './database.ts';
import { documentOf, fieldReader, type Query } from './documents.ts';
import { readPageColumns } from './generations.ts';
import { documentsTable, pageIndex } from './schema.ts';

/** The documents of a page, as text. */
export function pageOf<Doc extends object>(
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

export function countsBy<Doc extends object>(
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
      const covered = readPageColumns(database, generation);
      const isCovered =
        covered.length > 0 &&
        [...used, ...others].every((field) => covered.includes(`by_${field}`));
      const index = isCovered ? ` INDEXED BY "${pageIndex(generation)}"` : '';
      return `FROM ${documentsTable(generation)}${index} WHERE ${conditions.join(' AND ')}`;
    },
  };
}
