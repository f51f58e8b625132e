import type { EventFields } from '../event-store.ts';
import { JsonLines } from './json-lines.ts';

/** A page of events, each column in one text with a row a line: that costs a third of a text for each row. */
export type FieldColumns = readonly [
  last: number,
  count: number,
  types: string,
  streams: string,
  data: string,
  metadata: string,
];

export const fieldColumns = `max(position), count(*), group_concat(type_id, char(10)), group_concat(stream_id, char(10)),
  group_concat(data, char(10)), group_concat(metadata, char(10))`;

/** Names of types and streams by their numbers, and the error for what is not JSON. */
export type RowContext = {
  readonly typeOf: (id: number) => string;
  readonly streamOf: (id: number) => string;
  readonly onDamage: (cause: unknown) => Error;
};

/** @throws SyntaxError when a text does not have a line for each row. */
export function storedFields(
  [, count, types, streams, data, metadata]: FieldColumns,
  context: RowContext,
): readonly EventFields[] {
  if (count === 0) return [];
  const page = {
    streamIds: streams.split('\n'),
    data: new JsonLines(data, count, context.onDamage),
    metadata: new JsonLines(metadata, count, context.onDamage),
    context,
  };
  return types
    .split('\n')
    .map((type, row) => new StoredFields(context.typeOf(Number(type)), row, page));
}

type Page = {
  readonly streamIds: readonly string[];
  readonly data: JsonLines;
  readonly metadata: JsonLines;
  readonly context: RowContext;
};

class StoredFields implements EventFields {
  readonly type: string;
  readonly #row: number;
  readonly #page: Page;

  constructor(type: string, row: number, page: Page) {
    this.type = type;
    this.#row = row;
    this.#page = page;
  }

  get stream(): string {
    return this.#page.context.streamOf(Number(this.#page.streamIds[this.#row]));
  }

  data(name: string): unknown {
    return this.#page.data.field(this.#row, name);
  }

  metadata(name: string): unknown {
    return this.#page.metadata.field(this.#row, name);
  }
}
