import { statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { isObject } from '../../shared/unknown.ts';
import {
  toPosition,
  Unavailable,
  UnusableLog,
  type NewEvent,
  type Position,
  type RecordedEvent,
} from '../event-store.ts';
import type { ReadableLog } from '../read-pages.ts';
import { isDamage, reasonOf, requireOurs, sqliteCode, type Database } from './log-file.ts';

export type LogReader = ReturnType<typeof logReader>;

type Row = readonly [place: number, stream: string, revision: number, body: string];

/** Reads the log in the calling thread: WAL lets it while the writing thread commits. */
export function logReader(db: Database) {
  const { streamRows, allRows, streamName, newest } = prepareReads(db);
  const nameOf = rememberedNames((id) => streamName.get(id));
  let damage: UnusableLog | undefined;
  const reading = <Result>(read: () => Result): Result => {
    try {
      return read();
    } catch (error) {
      if (!isUnreadable(error)) throw new Unavailable('the log cannot be read', { cause: error });
      throw (damage = new UnusableLog(db.name, 'it is damaged', { cause: error }));
    }
  };
  const head = () => reading(() => toPosition(newest.get() ?? 0));
  return {
    stream: (name: string, from: number): readonly RecordedEvent[] =>
      reading(() => streamRows.all(name, from).map(toEvent)),
    all: (after: Position, limit: number): readonly RecordedEvent[] =>
      reading(() =>
        allRows
          .all(Number(after), limit)
          .map(([place, stream, revision, body]) =>
            toEvent([place, nameOf(stream), revision, body]),
          ),
      ),
    head,
    /** @throws Unavailable, and UnusableLog once any read found damage: a check alone would miss most of it. */
    check: (): void => {
      if (damage) throw damage;
      head();
    },
  };
}

function prepareReads(db: Database) {
  const columns = 'e.position, s.name, e.revision, e.body';
  return {
    streamRows: db
      .prepare<[string, number], Row>(
        `SELECT ${columns} FROM streams s JOIN events e ON e.stream_id = s.id
         WHERE s.name = ? AND e.revision >= ? ORDER BY e.revision`,
      )
      .raw(),
    allRows: db
      .prepare<[number, number], readonly [number, number, number, string]>(
        `SELECT position, stream_id, revision, body FROM events
         WHERE position > ? ORDER BY position LIMIT ?`,
      )
      .raw(),
    streamName: db.prepare<[number], string>('SELECT name FROM streams WHERE id = ?').pluck(),
    newest: db.prepare<[], number | null>('SELECT max(position) FROM events').pluck(),
  };
}

const maxNames = 100_000;

/** A look-up for each event costs less than a join, as neighbouring events share streams. */
function rememberedNames(read: (id: number) => string | undefined): (id: number) => string {
  const names = new Map<number, string>();
  return (id) => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const name = read(id);
    if (name === undefined) throw new SyntaxError(`there is no stream ${id}`);
    if (names.size >= maxNames) names.clear();
    names.set(id, name);
    return name;
  };
}

function toEvent([place, stream, revision, body]: Row): RecordedEvent {
  const { id, type, data, metadata } = decodeEvent(body);
  return { id, type, data, metadata, stream, revision, position: toPosition(place) };
}

/** Damage is no outage: retrying does not help. */
function isUnreadable(error: unknown): boolean {
  return isDamage(error) || error instanceof SyntaxError;
}

/**
 * Opens an existing log for reading and locks out every other program until it is closed.
 *
 * @throws UnusableLog when there is none, another program has it open, or it cannot be read.
 */
export function openLogExclusively({ file }: { readonly file: string }): ExclusiveLog {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new UnusableLog(file, 'there is no such file');
  if (stats.size === 0) throw new UnusableLog(file, 'it is empty');
  let db: Database | undefined;
  try {
    db = new BetterSqlite3(file, { fileMustExist: true, timeout: 1_000 });
    // A program that has a log in WAL mode open, even if it does nothing, holds a lock that this excludes.
    db.pragma('locking_mode = EXCLUSIVE');
    requireOurs(db, file);
    const reader = logReader(db);
    reader.head();
    return readable(db, reader);
  } catch (error) {
    db?.close();
    if (error instanceof UnusableLog) throw error;
    throw new UnusableLog(file, isInUse(error) ? inUse : reasonOf(error), { cause: error });
  }
}

export type ExclusiveLog = ReadableLog & { readonly close: () => void };

const inUse = 'a program that is running has it open; stop it first';

function readable(db: Database, reader: ReturnType<typeof logReader>): ExclusiveLog {
  return {
    readAll: async ({ after, limit }) => reader.all(after, limit),
    head: async () => reader.head(),
    close: () => {
      db.close();
    },
  };
}

function isInUse(error: unknown): boolean {
  return sqliteCode(error).startsWith('SQLITE_BUSY');
}

export function encodeEvent({ id, type, data, metadata }: NewEvent): string {
  return JSON.stringify({ id, type, data, metadata });
}

/** The one place where stored JSON becomes an event. Looks at the outline only: shapes were checked when it was made. */
export function decodeEvent(body: string): NewEvent {
  const value: unknown = JSON.parse(body);
  if (isEvent(value)) return value;
  throw new SyntaxError('not an event');
}

function isEvent(value: unknown): value is NewEvent {
  return (
    isObject(value) &&
    typeof value['id'] === 'string' &&
    typeof value['type'] === 'string' &&
    isObject(value['data']) &&
    isObject(value['metadata'])
  );
}
