import { isObject } from '../../shared/unknown.ts';
import type { EventFields } from '../event-store.ts';

export type FieldRow = readonly [
  place: number,
  type: number,
  stream: number,
  data: string,
  metadata: string,
];

/** Names of types and streams by their numbers, and the error for what is not JSON. */
export type RowContext = {
  readonly typeOf: (id: number) => string;
  readonly streamOf: (id: number) => string;
  readonly onDamage: (cause: unknown) => Error;
};

/** Finds a field in the JSON of a row, which is parsed only where that is not enough. */
export class StoredFields implements EventFields {
  readonly type: string;
  readonly #row: FieldRow;
  readonly #context: RowContext;
  #data: object | undefined;
  #metadata: object | undefined;

  constructor(row: FieldRow, context: RowContext) {
    this.type = context.typeOf(row[1]);
    this.#row = row;
    this.#context = context;
  }

  get stream(): string {
    return this.#context.streamOf(this.#row[2]);
  }

  data(name: string): unknown {
    const found = this.#data ?? findField(this.#row[3], name);
    if (!isObject(found)) return found;
    return Reflect.get((this.#data ??= this.#parse(this.#row[3])), name);
  }

  metadata(name: string): unknown {
    const found = this.#metadata ?? findField(this.#row[4], name);
    if (!isObject(found)) return found;
    return Reflect.get((this.#metadata ??= this.#parse(this.#row[4])), name);
  }

  #parse(json: string): object {
    try {
      const value: unknown = JSON.parse(json);
      if (isObject(value)) return value;
    } catch (error) {
      throw this.#context.onDamage(error);
    }
    throw this.#context.onDamage(new SyntaxError('not an event'));
  }
}

/** Has to be parsed. */
const notFound = {};
const quotationMark = 34;
const keys = new Map<string, string>();

function keyOf(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = `"${name}":`;
  keys.set(name, key);
  return key;
}

/**
 * The value of a field without parsing. In JSON as `JSON.stringify` writes it, a quoted name with a colon after it is a name and never part
 * of a text, where quotation marks are escaped. Where only the last brace closes after it, it is a field of the object itself.
 */
function findField(json: string, name: string): unknown {
  const key = keyOf(name);
  const place = json.indexOf(key);
  if (place < 0) return undefined;
  if (json.indexOf('}', place) < json.length - 1) return notFound;
  const from = place + key.length;
  if (json.startsWith('true', from)) return true;
  if (json.startsWith('false', from)) return false;
  if (json.charCodeAt(from) !== quotationMark) return notFound;
  const to = json.indexOf('"', from + 1);
  const text = json.slice(from + 1, to);
  return to < 0 || text.includes('\\') ? notFound : text;
}
