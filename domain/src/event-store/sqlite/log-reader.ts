import { statSync } from 'node:fs';
import { memoize } from '../../shared/collections.ts';
import { BetterSqlite3, isDamage, restoreIt, type Database } from '../sqlite-driver.ts';
import {
  toPosition,
  Unavailable,
  UnusableLog,
  type EventStore,
  type FieldPage,
  type Position,
  type RecordedEvent,
  type EventBatch,
} from '../event-store.ts';
import type { ReadableLog } from '../read-pages.ts';
import { requireCurrentFormat, unusable } from './log-file.ts';
import {
  eventColumns,
  storedEvents,
  type EventColumns,
  fieldColumns,
  storedFields,
  type FieldColumns,
  type RowContext,
} from './stored-event.ts';

/** How many events are read as one text: with more it might become too long, if each were as long as it may be. */
const maxRowsInText = 500;
/** Small enough not to hold up the event loop, large enough that reading costs little beside parsing. */
const batchSize = 500;

type ReadPage = (rows: number, last: RecordedEvent | undefined) => EventColumns | undefined;

/** Reads the log in the calling thread: WAL lets it while the writing thread commits. */
export function logReader(db: Database) {
  const { streamPage, allPage, pageOfTypes, fieldPage, beforeLast, newest } = prepareReads(db);
  let damage: UnusableLog | undefined;
  const context: RowContext = {
    streamOf: namesIn(db, 'streams'),
    typeOf: namesIn(db, 'types'),
    onDamage: (cause, position) => {
      const place = position === undefined ? '' : ` at position ${position}`;
      return (damage = new UnusableLog(db.name, `it is damaged${place}; ${restoreIt}`, { cause }));
    },
  };
  const reading = <Result>(read: () => Result): Result => {
    try {
      return read();
    } catch (error) {
      // Damage is no outage: retrying does not help.
      if (isDamage(error) || error instanceof SyntaxError) throw context.onDamage(error);
      throw new Unavailable('the log cannot be read', { cause: error });
    }
  };
  const events = (limit: number, readPage: ReadPage): readonly RecordedEvent[] =>
    reading(() => {
      const found: RecordedEvent[] = [];
      for (let rows = Math.min(limit, maxRowsInText); rows > 0;) {
        const columns = readPage(rows, found.at(-1));
        const next = columns ? storedEvents(columns, context) : [];
        found.push(...next);
        rows = next.length < rows ? 0 : Math.min(limit - found.length, maxRowsInText);
      }
      return found;
    });
  const all = (after: Position, limit: number, types?: readonly string[]) => {
    const page = types ? reading(() => pageOfTypes(types)) : allPage;
    return events(limit, (rows, last) =>
      page.get({ after: Number(last?.position ?? after), rows }),
    );
  };
  const head = () => reading(() => toPosition(newest.get() ?? 0));
  return {
    batch: (after: Position): EventBatch => {
      const events = all(after, batchSize);
      const upTo = events.at(-1)?.position ?? after;
      return { events, upTo, isAtHead: events.length < batchSize || head() === upTo };
    },
    stream: (name: string, from: number, limit = Infinity): readonly RecordedEvent[] =>
      events(limit, (rows, last) =>
        streamPage.get({ name, from: last ? last.revision + 1 : from, rows }),
      ),
    all,
    fields: (wanted: Parameters<EventStore['readFields']>[0]): FieldPage =>
      reading(() => {
        const { after, until, limit: rows, types } = wanted;
        const page = fieldPage(types).get({ after: Number(after), until: Number(until), rows });
        if (!page) return { events: [], upTo: until };
        const { events: found, last } = storedFields(page, context);
        return { events: found, upTo: found.length === rows ? last : until };
      }),
    last: (limit: number): readonly RecordedEvent[] =>
      all(toPosition(reading(() => beforeLast.get(limit)) ?? 0), limit),
    head,
    /** @throws Unavailable, and UnusableLog once any read found damage: a check alone would miss most of it. */
    check: (): void => {
      if (damage) throw damage;
      head();
    },
  };
}

/** What the names in a statement stand for. */
type Bound = Readonly<Record<string, string | number>>;

function prepareReads(db: Database) {
  const typeId = db.prepare<[string], number>('SELECT id FROM types WHERE name = ?').pluck();
  /** The index by type gives the next positions of each type, of which the first are read. */
  const ofTypes = (types: readonly string[]) => {
    const ids = types.flatMap((name) => typeId.get(name) ?? []);
    const positions = [0, ...ids].map(
      (id) =>
        `SELECT * FROM (SELECT position FROM events
         WHERE type_id = ${id} AND position > @after ORDER BY position LIMIT @rows)`,
    );
    return `position IN (${positions.join(' UNION ALL ')} ORDER BY position LIMIT @rows)`;
  };
  const preparePage = <Columns>(columns: string, condition: string, order = 'position') =>
    db
      .prepare<[Bound], Columns>(
        `SELECT ${columns} FROM (SELECT * FROM events WHERE ${condition} ORDER BY ${order} LIMIT @rows)
         HAVING count(*) > 0`,
      )
      .raw();
  const ofStream = 'stream_id = (SELECT id FROM streams WHERE name = @name) AND revision >= @from';
  const fields = (condition: string) =>
    preparePage<FieldColumns>(fieldColumns, `${condition} AND position <= @until`);
  const allFields = fields('position > @after');
  return {
    streamPage: preparePage<EventColumns>(eventColumns, ofStream, 'revision'),
    allPage: preparePage<EventColumns>(eventColumns, 'position > @after'),
    pageOfTypes: (types: readonly string[]) =>
      preparePage<EventColumns>(eventColumns, ofTypes(types)),
    fieldPage: (types: readonly string[] | undefined) =>
      types ? fields(ofTypes(types)) : allFields,
    /** The position after which a number of newest events begins. */
    beforeLast: db
      .prepare<[number], number>(
        'SELECT position FROM events ORDER BY position DESC LIMIT 1 OFFSET ?',
      )
      .pluck(),
    newest: db.prepare<[], number | null>('SELECT max(position) FROM events').pluck(),
  };
}

const maxNames = 100_000;

/** A look-up for each event costs less than a join, as neighbouring events share streams. */
function namesIn(db: Database, table: 'streams' | 'types'): (id: number) => string {
  const read = db.prepare<[number], string>(`SELECT name FROM ${table} WHERE id = ?`).pluck();
  return memoize(maxNames, (id) => {
    const name = read.get(id);
    if (name === undefined) throw new SyntaxError(`there is no ${id} in ${table}`);
    return name;
  });
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
    requireCurrentFormat(db, file);
    const { all, last, head } = logReader(db);
    head();

    return {
      readAll: async ({ after, limit, types }) => all(after, limit, types),
      readLast: async (limit) => last(limit),
      head: async () => head(),
      close: () => void db?.close(),
    };
  } catch (error) {
    db?.close();
    throw unusable(file, error);
  }
}

export type ExclusiveLog = ReadableLog & { readonly close: () => void };
