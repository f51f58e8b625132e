import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { BetterSqlite3, sqliteCode, type Database } from '../sqlite-driver.ts';
import { isObject } from '../../shared/unknown.ts';
import {
  encodeEvent,
  Outage,
  startOfLog,
  toPosition,
  UnusableLog,
  type EventMetadata,
  type NewEvent,
  type Position,
  type RecordedEvent,
} from '../event-store.ts';
import { eventHash } from '../hash-chain.ts';
import { idBytes } from './group-commit.ts';
import { openLogFile, readFormat, unusable } from './log-file.ts';
import { logReader } from './log-reader.ts';

export type Conversion = {
  /** Returns what is stored in place of each event. The hashes of the chain are computed again. */
  readonly encrypt?: (events: readonly NewEvent[]) => Promise<readonly NewEvent[]>;
  /** Returns what readers get of stored events, by which both logs are compared. */
  readonly read?: (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>;
  readonly onProgress?: (progress: ConversionProgress) => void;
};

export type ConversionProgress = {
  readonly step: 'copying' | 'comparing';
  readonly events: number;
  readonly total: number;
};

/**
 * Converts a log of format 1. The new log is made beside it, compared with it event by event, and only then takes its name; the old
 * one stays beside it (`oldName`). A conversion that was interrupted continues. Does nothing where there is no log of format 1.
 *
 * @throws UnusableLog when the log is damaged, another program has it open, or it cannot be written; and what `encrypt` and `read` throw.
 */
export async function convertLog(file: string, conversion: Conversion): Promise<void> {
  giveName(file);
  if (!existsSync(file)) return;
  let source: Database | undefined;
  try {
    source = new BetterSqlite3(file, { fileMustExist: true, timeout: 1_000 });
    if (readFormat(source, file) !== 1) return;
    lock(source);
    await convert(source, nextName(file), conversion);
    rename(file, oldName(file));
    giveName(file);
  } catch (error) {
    throw sqliteCode(error) === '' && !(error instanceof SyntaxError)
      ? error
      : unusable(file, error);
  } finally {
    source?.close();
  }
}

/** Whether there is a log for `convertLog`. What cannot be read is none: opening it tells why. */
export function isOldLog(file: string): boolean {
  if (lacksName(file)) return true;
  let db: Database | undefined;
  try {
    db = new BetterSqlite3(file, { fileMustExist: true, timeout: 1_000 });
    return readFormat(db, file) === 1;
  } catch {
    return false;
  } finally {
    db?.close();
  }
}

/** Gives a converted log its name, unless another program that opened the log meanwhile did so. */
function giveName(file: string): void {
  if (lacksName(file)) rename(nextName(file), file);
}

/** Whether the conversion was interrupted between its two renames, or is between them. */
function lacksName(file: string): boolean {
  return !existsSync(file) && existsSync(oldName(file)) && existsSync(nextName(file));
}

function nextName(file: string): string {
  return `${file}.format-2`;
}

/** Where a log of format 1 lies after its conversion. */
function oldName(file: string): string {
  return `${file.replace(/\.db$/, '')}.format-1.db`;
}

/** Locks out other programs until the database is closed. */
function lock(db: Database): void {
  db.pragma('locking_mode = EXCLUSIVE');
  db.exec('BEGIN IMMEDIATE; COMMIT');
}

async function convert(source: Database, file: string, conversion: Conversion): Promise<void> {
  const target = openLogFile(file);
  try {
    await copy(source, target, conversion);
    await compare(source, target, conversion);
  } catch (error) {
    // The next start copies again from the beginning.
    if (error instanceof WrongCopy) target.exec('DELETE FROM events; DELETE FROM streams');
    throw error;
  } finally {
    target.close();
  }
  // Leaves nothing in a WAL, which has the name of the file.
  source.pragma('journal_mode = DELETE');
}

/** Renames a file so that the name survives a power failure. Windows syncs file names by itself and cannot open a folder. */
function rename(from: string, to: string): void {
  renameSync(from, to);
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(to), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** An event of format 1. */
type OldEvent = RecordedEvent & { readonly streamId: number };

const pageSize = 1_000;

async function copy(
  source: Database,
  target: Database,
  { encrypt = unchanged, onProgress }: Conversion,
): Promise<void> {
  const total = countEvents(source);
  const read = format1Reader(source);
  const insert = inserter(target, read);
  copyStreams(source, target);
  let events = countEvents(target);
  for (let after = logReader(target).head(); ;) {
    const page = read.page(after);
    const last = page.at(-1);
    if (!last) break;
    insert(page, await encrypt(page));
    after = last.position;
    events += page.length;
    onProgress?.({ step: 'copying', events, total });
    await nextTurn();
  }
  // A position is never assigned twice, also not that of an event that was removed.
  const newest = source.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'events'`).pluck();
  target
    .prepare(`UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'events'`)
    .run(newest.get() ?? 0);
}

function unchanged<Event>(events: readonly Event[]): Promise<readonly Event[]> {
  return Promise.resolve(events);
}

function copyStreams(source: Database, target: Database): void {
  const streams = source.prepare<[], [number, string]>('SELECT id, name FROM streams').raw();
  const insert = target.prepare('INSERT OR IGNORE INTO streams (id, name) VALUES (?, ?)');
  const nameOf = target.prepare('SELECT name FROM streams WHERE id = ?').pluck();
  target.transaction(() => {
    for (const [id, name] of streams.all()) {
      insert.run(id, name);
      // An interrupted conversion may have copied those of another log.
      if (nameOf.get(id) !== name)
        throw new WrongCopy(target.name, `stream ${name} was not copied right`);
    }
  })();
}

/** Writes a page with one commit. */
function inserter(target: Database, old: Format1Reader) {
  const stored = logReader(target);
  const addType = target.prepare('INSERT OR IGNORE INTO types (name) VALUES (?)');
  const insert = target.prepare(
    `INSERT INTO events (position, stream_id, revision, type_id, event_id, data, metadata)
     VALUES (?, ?, ?, (SELECT id FROM types WHERE name = ?), ?, ?, ?)`,
  );
  const rechained = (event: OldEvent, metadata: EventMetadata): EventMetadata => {
    const { stream, revision } = event;
    if (!isChained(event, old.event(stream, revision - 1))) return metadata;
    const [before] = stored.stream(stream, revision - 1, 1);
    return before ? { ...metadata, previous: eventHash(before) } : metadata;
  };
  return target.transaction((page: readonly OldEvent[], encrypted: readonly NewEvent[]) => {
    for (const [index, event] of page.entries()) {
      const { id, type, data, metadata } = encrypted[index] ?? event;
      const encoded = encodeEvent({ id, type, data, metadata: rechained(event, metadata) });
      const { position, streamId, revision } = event;
      addType.run(type);
      insert.run(
        Number(position),
        streamId,
        revision,
        type,
        idBytes(id),
        encoded.data,
        encoded.metadata,
      );
    }
  });
}

/** Whether an event carries the hash of the one before it. A chain that was broken is not repaired. */
function isChained({ metadata }: NewEvent, before: NewEvent | undefined): boolean {
  const { previous } = metadata;
  return previous !== undefined && before !== undefined && previous === eventHash(before);
}

async function compare(
  source: Database,
  target: Database,
  { read = unchanged, onProgress }: Conversion,
): Promise<void> {
  const old = format1Reader(source);
  const stored = logReader(target);
  const total = countEvents(source);
  let events = 0;
  for (let after = startOfLog; events < total;) {
    const page = old.page(after);
    const recorded = stored.all(after, pageSize);
    const contents = {
      old: await read(page),
      stored: await read(recorded).catch((error: unknown) => {
        // An interrupted conversion may have encrypted under keys of another database.
        if (!(error instanceof Outage)) throw error;
        throw new WrongCopy(target.name, `what was copied cannot be read: ${error.message}`);
      }),
    };
    for (const [index, event] of page.entries()) {
      const { stream, revision } = event;
      const now = recorded[index];
      const isLinked =
        now &&
        isChained(event, old.event(stream, revision - 1)) ===
          isChained(now, stored.stream(stream, revision - 1, 1)[0]);
      if (!isLinked || !isConverted(contents.old[index], contents.stored[index]))
        throw new WrongCopy(target.name, `event ${revision} of ${stream} was not copied right`);
    }
    after = page.at(-1)?.position ?? after;
    events += page.length;
    onProgress?.({ step: 'comparing', events, total });
    await nextTurn();
  }
  if (countEvents(target) !== total) throw new WrongCopy(target.name, 'it has too many events');
}

class WrongCopy extends UnusableLog {}

/** Compares all but the hash and the schema, which a conversion may change. */
function isConverted(old: RecordedEvent | undefined, now: RecordedEvent | undefined): boolean {
  return old && now ? isDeepStrictEqual(comparable(old), comparable(now)) : false;
}

function comparable({ id, type, data, metadata, stream, revision, position }: RecordedEvent) {
  const rest = { ...metadata, previous: undefined, schema: undefined };
  return [id, type, data, rest, stream, revision, position];
}

function countEvents(db: Database): number {
  return db.prepare<[], number>('SELECT count(*) FROM events').pluck().get() ?? 0;
}

type Format1Reader = ReturnType<typeof format1Reader>;
type OldRow = readonly [
  place: number,
  streamId: number,
  stream: string,
  revision: number,
  body: string,
];

/** Reads format 1, in which `body` holds all of an event but its place. */
function format1Reader(db: Database) {
  const select = `SELECT e.position, s.id, s.name, e.revision, e.body
    FROM events e JOIN streams s ON s.id = e.stream_id`;
  const page = db
    .prepare<[number], OldRow>(
      `${select} WHERE e.position > ? ORDER BY e.position LIMIT ${pageSize}`,
    )
    .raw();
  const event = db
    .prepare<[string, number], OldRow>(`${select} WHERE s.name = ? AND e.revision = ?`)
    .raw();
  return {
    page: (after: Position): readonly OldEvent[] => page.all(Number(after)).map(decodeFormat1),
    event: (stream: string, revision: number): OldEvent | undefined => {
      const found = event.get(stream, revision);
      return found && decodeFormat1(found);
    },
  };
}

function decodeFormat1([place, streamId, stream, revision, body]: OldRow): OldEvent {
  const value: unknown = JSON.parse(body);
  if (!isEvent(value)) throw new SyntaxError('not an event');
  return { ...value, streamId, stream, revision, position: toPosition(place) };
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
