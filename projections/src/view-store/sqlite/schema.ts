import type { AnyView } from '../../engine/view.ts';

/** Raised whenever the tables below change. */
export const layout = 2;

/** The steps from each older layout to the next. A file of an unknown layout is quarantined and its views are rebuilt. */
export const migrations: Readonly<Record<number, string>> = {
  1: `
    ALTER TABLE generations ADD COLUMN anchor TEXT;
    ALTER TABLE quarantine DROP COLUMN type;
    ALTER TABLE quarantine DROP COLUMN attempts;
    ALTER TABLE quarantine DROP COLUMN diverted;
    ALTER TABLE quarantine DROP COLUMN up_to;`,
};

/** Identifies our file among SQLite files: "kbvw" in ASCII. */
export const applicationId = 0x6b_62_76_77;

/** Ids of generations begin with the time, so that an id of a damaged file never occurs again in the next file. */
export const schema = `
  CREATE TABLE IF NOT EXISTS generations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    view TEXT NOT NULL,
    version TEXT NOT NULL,
    indexes TEXT NOT NULL,
    position TEXT NOT NULL,
    handled INTEGER NOT NULL,
    changes INTEGER NOT NULL,
    state TEXT NOT NULL,
    error TEXT,
    updated_at TEXT NOT NULL,
    anchor TEXT
  );
  INSERT INTO sqlite_sequence (name, seq)
    SELECT 'generations', 1000 * CAST(1000 * unixepoch('subsec') AS INTEGER)
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'generations');
  CREATE TABLE IF NOT EXISTS pointers (
    view TEXT PRIMARY KEY,
    live INTEGER NOT NULL REFERENCES generations (id)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS quarantine (
    generation INTEGER NOT NULL,
    key TEXT NOT NULL,
    position TEXT NOT NULL,
    event_id TEXT NOT NULL,
    error TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (generation, key)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${layout};
`;

export const documentsTable = (generation: string): string => `documents_${generation}`;
export const pageIndex = (generation: string): string => `${documentsTable(generation)} page`;
export const indexColumn = (field: string): string => `"by_${field}"`;

type IndexedFields = Pick<AnyView, 'indexes' | 'pageFields'>;

/** The fields that have a column of their own. */
export function columnFields({ indexes, pageFields = [] }: IndexedFields): readonly string[] {
  return [...new Set([...indexes, ...pageFields])];
}

/** One index holds all of the page fields, so that narrowing, ordering and counting read no document. */
export function createDocuments(generation: string, fields: IndexedFields): string {
  const { indexes, pageFields = [] } = fields;
  const table = documentsTable(generation);
  const columns = columnFields(fields).map((field) => `, ${indexColumn(field)}`);
  const made = indexes.map(
    (field) => `CREATE INDEX "${table}_${field}" ON ${table} (${indexColumn(field)}, id);`,
  );
  if (pageFields.length > 0) {
    const ofPages = pageFields.map((field) => `${indexColumn(field)}, `).join('');
    made.push(`CREATE INDEX "${pageIndex(generation)}" ON ${table} (${ofPages}id);`);
  }
  return `CREATE TABLE ${table} (id TEXT PRIMARY KEY, pos TEXT NOT NULL, doc TEXT${columns.join('')});
    ${made.join('\n')}`;
}
