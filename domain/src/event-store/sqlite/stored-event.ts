import {
  toPosition,
  type EventMetadata,
  type Position,
  type RecordedEvent,
  type EventFields,
} from '../event-store.ts';
import { JsonLines } from './json-lines.ts';

/**
 * What `EventFields` needs of a page of events, each column as one text, which costs half as much as a value for each row. SQLite
 * promises no order of the values, so that of the positions is checked: the other texts of the page were made in the same pass.
 */
export type FieldColumns = readonly [
  positions: string,
  types: string,
  streams: string,
  data: string,
  metadata: string,
];

export const fieldColumns = `'[' || group_concat(position) || ']', '[' || group_concat(type_id) || ']', '[' || group_concat(stream_id) || ']',
  group_concat(data, char(10)), group_concat(metadata, char(10))`;

/** The same for whole events. */
export type EventColumns = readonly [revisions: string, ids: string, ...FieldColumns];

export const eventColumns = `'[' || group_concat(revision) || ']', group_concat(lower(hex(event_id)), ''), ${fieldColumns}`;

/** @throws SyntaxError when a text does not have a line for each row, or the rows are not in order. */
export function storedEvents(columns: EventColumns, context: RowContext): readonly RecordedEvent[] {
  const [revisions, ids, ...others] = columns;
  const fields = pageOfFields(others, context);
  const { typeIds, streamIds } = fields;
  if (ids.length !== idLength * typeIds.length) throw new SyntaxError('not an id for each event');
  const page = { ...fields, revisions: numbersOf(revisions), ids };
  return typeIds.map((typeId, row) => {
    const stream = context.streamOf(streamIds[row] ?? 0);
    return new LazyEvent(context.typeOf(typeId), stream, row, page);
  });
}

const idLength = 32;

/** Trusts that it is a list of numbers, as SQLite made it of them. */
function numbersOf(text: string): readonly number[] {
  return JSON.parse(text) as number[];
}

function ascendingNumbersOf(text: string): readonly number[] {
  const numbers = numbersOf(text);
  let before = -Infinity;
  for (const number of numbers) {
    if (number <= before) throw new SyntaxError('not in the order of the log');
    before = number;
  }
  return numbers;
}

type Page = PageOfFields & {
  readonly revisions: readonly number[];
  /** The ids in hexadecimal, without hyphens, one after the other. */
  readonly ids: string;
};

/** An event that takes a field out of its page when it is asked for it. It keeps the page in memory. */
class LazyEvent implements RecordedEvent {
  readonly type: string;
  readonly stream: string;
  readonly #row: number;
  readonly #page: Page;
  #data: object | undefined;
  #metadata: object | undefined;

  constructor(type: string, stream: string, row: number, page: Page) {
    this.type = type;
    this.stream = stream;
    this.#row = row;
    this.#page = page;
  }

  get revision(): number {
    return this.#page.revisions[this.#row] ?? 0;
  }

  get position(): Position {
    return toPosition(this.#page.positions[this.#row] ?? 0);
  }

  get id(): string {
    const id = this.#page.ids.slice(idLength * this.#row, idLength * (this.#row + 1));
    return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  get data(): object {
    return (this.#data ??= this.#page.data.object(this.#row));
  }

  /** Looks at the outline only: shapes were checked when the event was made. */
  get metadata(): EventMetadata {
    return (this.#metadata ??= this.#page.metadata.object(this.#row)) as EventMetadata;
  }

  /** Makes JSON.stringify include the computed fields. */
  toJSON(): RecordedEvent {
    const { id, type, data, metadata, stream, revision, position } = this;
    return { id, type, data, metadata, stream, revision, position };
  }
}

/** Names of types and streams by their numbers, and the error for what is not JSON, with the position of the event. */
export type RowContext = {
  readonly typeOf: (id: number) => string;
  readonly streamOf: (id: number) => string;
  readonly onDamage: (cause: unknown, position?: number) => Error;
};

/** The events, and the position of the last. @throws SyntaxError as `storedEvents` does. */
export function storedFields(columns: FieldColumns, context: RowContext) {
  const page = pageOfFields(columns, context);
  const events = page.typeIds.map(
    (typeId, row): EventFields => new StoredFields(context.typeOf(typeId), row, page),
  );
  return { events, last: toPosition(page.positions.at(-1) ?? 0) };
}

type PageOfFields = ReturnType<typeof pageOfFields>;

function pageOfFields(
  [positions, types, streams, data, metadata]: FieldColumns,
  context: RowContext,
) {
  const typeIds = numbersOf(types);
  const places = ascendingNumbersOf(positions);
  const onDamage = (cause: unknown, row: number) => context.onDamage(cause, places[row]);
  return {
    positions: places,
    typeIds,
    streamIds: numbersOf(streams),
    data: new JsonLines(data, typeIds.length, onDamage),
    metadata: new JsonLines(metadata, typeIds.length, onDamage),
    context,
  };
}

class StoredFields implements EventFields {
  readonly type: string;
  readonly #row: number;
  readonly #page: PageOfFields;

  constructor(type: string, row: number, page: PageOfFields) {
    this.type = type;
    this.#row = row;
    this.#page = page;
  }

  get stream(): string {
    return this.#page.context.streamOf(this.#page.streamIds[this.#row] ?? 0);
  }

  data(name: string): unknown {
    return this.#page.data.field(this.#row, name);
  }

  metadata(name: string): unknown {
    return this.#page.metadata.field(this.#row, name);
  }
}
