import { errorMessage } from '../../shared/unknown.ts';
import type { encodeAppend, ExpectedRevision } from '../event-store.ts';
import { isBusy, untilFree, type Database } from '../sqlite-driver.ts';

/** How long an append waits while other processes write. */
const lockTimeoutMs = 5_000;

/**
 * Writes many appends with one transaction and one sync. Each is judged by itself, as if those before it were on disk: one that
 * is refused leaves the others alone. The outcomes hold once this returns.
 */
export function groupCommit(
  db: Database,
  timeoutMs = lockTimeoutMs,
): (requests: readonly AppendRequest[]) => readonly AppendOutcome[] {
  db.pragma('busy_timeout = 0');
  const log = prepareLog(db);
  return (requests) => {
    try {
      untilFree(() => log.begin.run(), timeoutMs);
      const outcomes = requests.map((request) => appendOne(log, request));
      log.commit.run();
      return outcomes;
    } catch (error) {
      if (db.inTransaction) log.rollback.run();
      const kind = isBusy(error) ? 'locked' : 'failed';
      return requests.map(() => ({ kind, reason: errorMessage(error) }));
    }
  };
}

type Log = ReturnType<typeof prepareLog>;
type LogPosition = { readonly revision: number; readonly position: number };

function prepareLog(db: Database) {
  return {
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    rollback: db.prepare('ROLLBACK'),
    streamId: db.prepare<[string], number>('SELECT id FROM streams WHERE name = ?').pluck(),
    addStream: db.prepare<[string]>('INSERT INTO streams (name) VALUES (?)'),
    lastRevision: db
      .prepare<[number], number | null>('SELECT max(revision) FROM events WHERE stream_id = ?')
      .pluck(),
    find: db.prepare<[Buffer, number], LogPosition>(
      'SELECT revision, position FROM events WHERE event_id = ? AND stream_id = ?',
    ),
    typeId: db.prepare<[string], number>('SELECT id FROM types WHERE name = ?').pluck(),
    addType: db.prepare<[string]>('INSERT INTO types (name) VALUES (?)'),
    insert: db.prepare<[number, number, number, Buffer, string, string]>(
      `INSERT INTO events (stream_id, revision, type_id, event_id, data, metadata)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ),
  };
}

function appendOne(log: Log, { stream, expected, events }: AppendRequest): AppendOutcome {
  const rows = events.map((event) => ({ ...event, id: idBytes(event.id) }));
  const known = log.streamId.get(stream);
  const actual = known === undefined ? 'none' : (log.lastRevision.get(known) ?? 'none');
  const found = known === undefined ? [] : rows.map(({ id }) => log.find.get(id, known));

  const isRepeat = found.some((place) => place !== undefined);
  if (isRepeat) return firstOutcome(found, expected) ?? { kind: 'wrong-revision', actual };
  if (expected !== 'any' && expected !== actual) return { kind: 'wrong-revision', actual };

  const streamId = known ?? Number(log.addStream.run(stream).lastInsertRowid);
  let revision = nextRevision(actual);
  let place = 0;
  for (const { id, type, data, metadata } of rows) {
    const typeId = log.typeId.get(type) ?? Number(log.addType.run(type).lastInsertRowid);
    place = Number(log.insert.run(streamId, revision, typeId, id, data, metadata).lastInsertRowid);
    revision += 1;
  }
  return { kind: 'appended', revision: revision - 1, place };
}

/** The outcome of the first call, if all its events are there, in order and after the same revision. */
function firstOutcome(
  found: readonly (LogPosition | undefined)[],
  expected: ExpectedRevision,
): AppendOutcome | undefined {
  const [first] = found;
  const last = found.at(-1);
  if (!first || !last) return undefined;
  if (expected !== 'any' && first.revision !== nextRevision(expected)) return undefined;
  if (found.some((place, index) => place?.revision !== first.revision + index)) return undefined;
  return { kind: 'appended', revision: last.revision, place: last.position };
}

function nextRevision(revision: number | 'none'): number {
  return revision === 'none' ? 0 : revision + 1;
}

export function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

/** An append on its way to the thread that writes. */
export type AppendRequest = ReturnType<typeof encodeAppend>;

export type AppendOutcome =
  | { readonly kind: 'appended'; readonly revision: number; readonly place: number }
  | { readonly kind: 'wrong-revision'; readonly actual: number | 'none' }
  | { readonly kind: 'locked'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Messages to the writing thread; after `close` it finishes and ends. */
export type ToWriter = readonly AppendRequest[] | 'close';

/** The outcomes of the oldest requests, in their order. */
export type FromWriter = readonly AppendOutcome[];
