/** Raised whenever the tables below change: a file of another layout is quarantined and its views are rebuilt. */
export const layout = 1;

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
    updated_at TEXT NOT NULL
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
    type TEXT NOT NULL,
    error TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    at TEXT NOT NULL,
    diverted INTEGER NOT NULL,
    up_to TEXT NOT NULL,
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
export const indexColumn = (field: string): string => `"by_${field}"`;

export function createDocuments(generation: string, indexes: readonly string[]): string {
  const table = documentsTable(generation);
  const columns = indexes.map((field) => `, ${indexColumn(field)} TEXT`).join('');
  const made = indexes.map(
    (field) => `CREATE INDEX "${table}_${field}" ON ${table} (${indexColumn(field)}, id);`,
  );
  return `CREATE TABLE ${table} (id TEXT PRIMARY KEY, pos TEXT NOT NULL, doc TEXT${columns});
    ${made.join('\n')}`;
}
