import { statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import {
  toPosition,
  Unavailable,
  UnusableLog,
  type EventStore,
  type FieldPage,
  type Position,
  type RecordedEvent,
} from '../event-store.ts';
import type { ReadableLog } from '../read-pages.ts';
import { fieldColumns, storedFields, type FieldColumns } from './event-fields.ts';
import { isDamage, requireFormat, unusable, type Database } from './log-file.ts';
import { LazyEvent } from './stored-event.ts';

export type LogReader = ReturnType<typeof logReader>;

type StreamRow = readonly [
  place: number,
  revision: number,
  type: number,
  id: string,
  data: string,
  metadata: string,
];
type LogRow = readonly [...StreamRow, stream: number];

/** Reads the log in the calling thread: WAL lets it while the writing thread commits. */
export function logReader(db: Database) {
  const { streamRows, allRows, typeRows, fieldPage, lastRows, streamName, typeName, newest } =
    prepareReads(db);
  const streamOf = rememberedNames('stream', (id) => streamName.get(id));
  const typeOf = rememberedNames('type', (id) => typeName.get(id));
  let damage: UnusableLog | undefined;
  const onDamage = (cause: unknown) =>
    (damage = new UnusableLog(db.name, 'it is damaged', { cause }));
  const reading = <Result>(read: () => Result): Result => {
    try {
      return read();
    } catch (error) {
      if (isUnreadable(error)) throw onDamage(error);
      throw new Unavailable('the log cannot be read', { cause: error });
    }
  };
  const toEvent = (
    [place, revision, type, id, data, metadata]: StreamRow | LogRow,
    stream: string,
  ) => new LazyEvent({ place, stream, revision, type: typeOf(type), id, data, metadata }, onDamage);
  const head = () => reading(() => toPosition(newest.get() ?? 0));
  return {
    stream: (name: string, from: number): readonly RecordedEvent[] =>
      reading(() => streamRows.all(name, from).map((row) => toEvent(row, name))),
    all: (after: Position, limit: number): readonly RecordedEvent[] =>
      reading(() => allRows.all(Number(after), limit).map((row) => toEvent(row, streamOf(row[6])))),
    ofTypes: (types: readonly string[], after: Position, limit: number): readonly RecordedEvent[] =>
      reading(() =>
        typeRows(types)
          .all({ after: Number(after), limit })
          .map((row) => toEvent(row, streamOf(row[6]))),
      ),
    fields: ({ after, until, limit, types }: Parameters<EventStore['readFields']>[0]): FieldPage =>
      reading(() => {
        const page = fieldPage(types).get({ after: Number(after), until: Number(until), limit });
        const events = page ? storedFields(page, { typeOf, streamOf, onDamage }) : [];
        return { events, upTo: page && events.length === limit ? toPosition(page[0]) : until };
      }),
    last: (limit: number): readonly RecordedEvent[] =>
      reading(() =>
        lastRows
          .all(limit)
          .map((row) => toEvent(row, streamOf(row[6])))
          .reverse(),
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
  const typeId = db.prepare<[string], number>('SELECT id FROM types WHERE name = ?').pluck();
  const columns = 'position, revision, type_id, lower(hex(event_id)), data, metadata';
  /** The index of each type gives its next positions, of which the first are read. */
  const nextOfTypes = (types: readonly string[]) => {
    const ids = types.flatMap((name) => typeId.get(name) ?? []);
    const positions = [0, ...ids].map(
      (id) =>
        `SELECT * FROM (SELECT position FROM events
         WHERE type_id = ${id} AND position > @after ORDER BY position LIMIT @limit)`,
    );
    return `${positions.join(' UNION ALL ')} ORDER BY position LIMIT @limit`;
  };
  const fieldsWhere = (condition: string) =>
    db
      .prepare<[{ after: number; until: number; limit: number }], FieldColumns>(
        `SELECT ${fieldColumns} FROM (
           SELECT position, type_id, stream_id, data, metadata FROM events
           WHERE ${condition} AND position <= @until ORDER BY position LIMIT @limit
         )`,
      )
      .raw();
  const allFields = fieldsWhere('position > @after');
  return {
    streamRows: db
      .prepare<[string, number], StreamRow>(
        `SELECT ${columns} FROM events
         WHERE stream_id = (SELECT id FROM streams WHERE name = ?) AND revision >= ?
         ORDER BY revision`,
      )
      .raw(),
    allRows: db
      .prepare<[number, number], LogRow>(
        `SELECT ${columns}, stream_id FROM events WHERE position > ? ORDER BY position LIMIT ?`,
      )
      .raw(),
    lastRows: db
      .prepare<[number], LogRow>(
        `SELECT ${columns}, stream_id FROM events ORDER BY position DESC LIMIT ?`,
      )
      .raw(),
    typeRows: (types: readonly string[]) =>
      db
        .prepare<[{ after: number; limit: number }], LogRow>(
          `SELECT ${columns}, stream_id FROM events
           WHERE position IN (${nextOfTypes(types)}) ORDER BY position`,
        )
        .raw(),
    fieldPage: (types: readonly string[] | undefined) =>
      types ? fieldsWhere(`position IN (${nextOfTypes(types)})`) : allFields,
    streamName: db.prepare<[number], string>('SELECT name FROM streams WHERE id = ?').pluck(),
    typeName: db.prepare<[number], string>('SELECT name FROM types WHERE id = ?').pluck(),
    newest: db.prepare<[], number | null>('SELECT max(position) FROM events').pluck(),
  };
}

const maxNames = 100_000;

/** A look-up for each event costs less than a join, as neighbouring events share streams. */
function rememberedNames(
  kind: string,
  read: (id: number) => string | undefined,
): (id: number) => string {
  const names = new Map<number, string>();
  return (id) => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const name = read(id);
    if (name === undefined) throw new SyntaxError(`there is no ${kind} ${id}`);
    if (names.size >= maxNames) names.clear();
    names.set(id, name);
    return name;
  };
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
    requireFormat(db, file);
    const reader = logReader(db);
    reader.head();
    return readable(db, reader);
  } catch (error) {
    db?.close();
    throw unusable(file, error);
  }
}

export type ExclusiveLog = ReadableLog & { readonly close: () => void };

function readable(db: Database, reader: ReturnType<typeof logReader>): ExclusiveLog {
  return {
    readAll: async ({ after, limit, types }) =>
      types ? reader.ofTypes(types, after, limit) : reader.all(after, limit),
    readLast: async (limit) => reader.last(limit),
    head: async () => reader.head(),
    close: () => {
      db.close();
    },
  };
}
