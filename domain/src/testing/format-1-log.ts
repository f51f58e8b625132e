import { BetterSqlite3 } from '../event-store/sqlite-driver.ts';
import type { NewEvent } from '../event-store/event-store.ts';

/** Writes a log as release 1.0.0 did, with gaps in the positions. */
export function writeFormat1(
  file: string,
  streams: Readonly<Record<string, readonly NewEvent[]>>,
): void {
  const db = new BetterSqlite3(file);
  db.pragma('journal_mode = WAL');
  db.exec(`
    CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE events (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      stream_id INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      event_id BLOB NOT NULL,
      body TEXT NOT NULL,
      UNIQUE (stream_id, revision),
      UNIQUE (event_id, stream_id)
    ) STRICT;
    PRAGMA application_id = 0x6b626576;
    PRAGMA user_version = 1;`);
  const addStream = db.prepare('INSERT INTO streams (name) VALUES (?)');
  const addEvent = db.prepare(
    'INSERT INTO events (position, stream_id, revision, event_id, body) VALUES (?, ?, ?, ?, ?)',
  );
  let position = 5;
  db.transaction(() => {
    for (const [stream, events] of Object.entries(streams)) {
      const streamId = addStream.run(stream).lastInsertRowid;
      for (const [revision, { id, type, data, metadata }] of events.entries()) {
        position += 2;
        const body = JSON.stringify({ id, type, data, metadata });
        addEvent.run(
          position,
          streamId,
          revision,
          Buffer.from(id.replaceAll('-', ''), 'hex'),
          body,
        );
      }
    }
  })();
  db.exec(`UPDATE sqlite_sequence SET seq = 5000 WHERE name = 'events'`);
  db.close();
}
