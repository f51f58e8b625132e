import { isObject } from '../../shared/unknown.ts';
import type { EventFields } from '../event-store.ts';

/** A page of events, each column in one text with a row a line: that costs a third of a text for each row. Null where there are no rows. */
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

const quotationMark = 34;

/**
 * Objects as `JSON.stringify` writes them, one a line, in which fields are found without parsing where they are texts or booleans: a quoted
 * name with a colon after it is a name and never part of a text, where quotation marks are escaped, as line ends are.
 */
class JsonLines {
  readonly #text: string;
  readonly #ends: Uint32Array;
  readonly #onDamage: (cause: unknown) => Error;
  readonly #searches = new Map<string, Search>();
  #parsed: { readonly line: number; readonly value: object } | undefined;

  constructor(text: string, count: number, onDamage: (cause: unknown) => Error) {
    this.#text = text;
    this.#ends = lineEnds(text, count);
    this.#onDamage = onDamage;
    if (this.#ends.at(-1) !== text.length) throw new SyntaxError('not one event a line');
  }

  /** Undefined where the object of the line has no such field. */
  field(line: number, name: string): unknown {
    if (this.#parsed?.line === line) return Reflect.get(this.#parsed.value, name);
    const text = this.#text;
    const end = this.#endOf(line);
    const search = this.#searchFor(name);
    const place = search.next(text, line === 0 ? 0 : this.#endOf(line - 1) + 1);
    if (place >= end) return undefined;
    // A field of an inner object, if braces close after it besides the last.
    if (text.indexOf('}', place) < end - 1) return this.#parse(line, name);
    const from = place + search.key.length;
    if (text.charCodeAt(from) !== quotationMark) {
      if (text.startsWith('true', from)) return true;
      if (text.startsWith('false', from)) return false;
      return this.#parse(line, name);
    }
    const value = text.slice(from, text.indexOf('"', from + 1) + 1);
    // Parsing also makes a text of its own, which does not keep the whole page in memory.
    return value.includes('\\') ? this.#parse(line, name) : JSON.parse(value);
  }

  #endOf(line: number): number {
    return this.#ends[line] ?? 0;
  }

  #searchFor(name: string): Search {
    const known = this.#searches.get(name);
    if (known) return known;
    const search = new Search(name);
    this.#searches.set(name, search);
    return search;
  }

  #parse(line: number, name: string): unknown {
    const from = line === 0 ? 0 : this.#endOf(line - 1) + 1;
    try {
      const value: unknown = JSON.parse(this.#text.slice(from, this.#endOf(line)));
      if (!isObject(value)) throw new SyntaxError('not an event');
      this.#parsed = { line, value };
      return Reflect.get(value, name);
    } catch (error) {
      throw this.#onDamage(error);
    }
  }
}

/** Where the lines end; the last entry is less than the length of the text where there are more lines, and 0 where there are fewer. */
function lineEnds(text: string, count: number): Uint32Array {
  const ends = new Uint32Array(count);
  let from = 0;
  for (let line = 0; line < count - 1; line += 1) {
    const end = text.indexOf('\n', from);
    if (end < 0) return ends;
    ends[line] = end;
    from = end + 1;
  }
  ends[count - 1] = text.includes('\n', from) ? 0 : text.length;
  return ends;
}

/**
 * Finds where a name occurs next, first where the last line had it. As lines are read in order, a name that no line has is looked for once.
 */
class Search {
  readonly key: string;
  #from = 0;
  #place = -1;
  #offset = 0;

  constructor(name: string) {
    this.key = `"${name}":`;
  }

  /** An occurrence at or after `from`, if there is one in this line there; the length of the text where there is none. */
  next(text: string, from: number): number {
    if (from >= this.#from && from <= this.#place) return this.#place;
    this.#from = from;
    if (text.startsWith(this.key, from + this.#offset)) {
      this.#place = from + this.#offset;
    } else {
      const place = text.indexOf(this.key, from);
      this.#place = place < 0 ? text.length : place;
      this.#offset = place < 0 ? 0 : place - from;
    }
    return this.#place;
  }
}
