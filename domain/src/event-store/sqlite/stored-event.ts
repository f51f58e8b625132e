import { isObject } from '../../shared/unknown.ts';
import {
  toPosition,
  type EventMetadata,
  type NewEvent,
  type RecordedEvent,
} from '../event-store.ts';
import type { EncodedEvent } from './group-commit.ts';

export function encodeEvent({ id, type, data, metadata }: NewEvent): EncodedEvent {
  return { id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
}

/** A row of the log. The id is in hexadecimal without hyphens; data and metadata are JSON. */
export type Row = {
  readonly place: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly id: string;
  readonly data: string;
  readonly metadata: string;
};

/** An event whose data and metadata are parsed when they are asked for. `onDamage` makes the error for what is not JSON. */
export class LazyEvent implements RecordedEvent {
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: RecordedEvent['position'];
  readonly #row: Row;
  readonly #onDamage: (cause: unknown) => Error;
  #data: object | undefined;
  #metadata: EventMetadata | undefined;

  constructor(row: Row, onDamage: (cause: unknown) => Error) {
    this.type = row.type;
    this.stream = row.stream;
    this.revision = row.revision;
    this.position = toPosition(row.place);
    this.#row = row;
    this.#onDamage = onDamage;
  }

  get id(): string {
    return this.#row.id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  get data(): object {
    return (this.#data ??= this.#parse(this.#row.data, isObject));
  }

  get metadata(): EventMetadata {
    return (this.#metadata ??= this.#parse(this.#row.metadata, isMetadata));
  }

  /** For JSON.stringify, which leaves out what is computed. */
  toJSON(): RecordedEvent {
    const { id, type, data, metadata, stream, revision, position } = this;
    return { id, type, data, metadata, stream, revision, position };
  }

  /** Looks at the outline only: shapes were checked when the event was made. */
  #parse<Value>(json: string, isValid: (value: unknown) => value is Value): Value {
    try {
      const value: unknown = JSON.parse(json);
      if (isValid(value)) return value;
    } catch (error) {
      throw this.#onDamage(error);
    }
    throw this.#onDamage(new SyntaxError('not an event'));
  }
}

function isMetadata(value: unknown): value is EventMetadata {
  return isObject(value);
}
