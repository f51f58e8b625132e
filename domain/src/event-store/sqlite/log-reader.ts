import {
  toPosition,
  Unavailable,
  UnusableLog,
  type Position,
  type RecordedEvent,
} from '../event-store.ts';
import { decodeEvent } from './event-body.ts';
import { isDamage, type Database } from './log-file.ts';

export type LogReader = ReturnType<typeof logReader>;

type Row = readonly [place: number, stream: string, revision: number, body: string];

/** Reads the log in the calling thread: WAL lets it while the writing thread commits. */
export function logReader(db: Database) {
  const { streamRows, allRows, newest } = prepareReads(db);
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
      reading(() => allRows.all(Number(after), limit).map(toEvent)),
    head,
    /** @throws Unavailable, and UnusableLog once any read met damage: most of it lies where a check would not look. */
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
      .prepare<[number, number], Row>(
        `SELECT ${columns} FROM events e JOIN streams s ON s.id = e.stream_id
         WHERE e.position > ? ORDER BY e.position LIMIT ?`,
      )
      .raw(),
    newest: db.prepare<[], number | null>('SELECT max(position) FROM events').pluck(),
  };
}

function toEvent([place, stream, revision, body]: Row): RecordedEvent {
  const { id, type, data, metadata } = decodeEvent(body);
  return { id, type, data, metadata, stream, revision, position: toPosition(place) };
}

/** Damage does not pass by waiting, so nobody must take it for an outage. */
function isUnreadable(error: unknown): boolean {
  return isDamage(error) || error instanceof SyntaxError;
}
