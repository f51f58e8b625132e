import { memoize } from '../../shared/collections.ts';
import { isObject } from '../../shared/unknown.ts';

const quotationMark = 34;

/**
 * Objects as `JSON.stringify` writes them, one a line, in which fields are found without parsing where they are texts or booleans: a quoted
 * name with a colon after it is a name and never part of a text, where quotation marks are escaped, as line ends are. `onDamage` makes the
 * error for a line that is no object.
 */
export class JsonLines {
  readonly #text: string;
  readonly #ends: Uint32Array;
  readonly #onDamage: (cause: unknown, line: number) => Error;
  readonly #searchFor = memoize(Infinity, (name: string) => new Search(name));
  #parsed: { readonly line: number; readonly value: object } | undefined;

  /** @throws SyntaxError unless there are so many lines. */
  constructor(text: string, count: number, onDamage: (cause: unknown, line: number) => Error) {
    this.#text = text;
    this.#ends = lineEnds(text, count);
    this.#onDamage = onDamage;
  }

  /** Parsing copies the texts, so that the object does not keep the other lines in memory. */
  object(line: number): object {
    try {
      const value: unknown = JSON.parse(this.#text.slice(this.#startOf(line), this.#endOf(line)));
      if (isObject(value)) return value;
    } catch (error) {
      throw this.#onDamage(error, line);
    }
    throw this.#onDamage(new SyntaxError('not an object'), line);
  }

  /** Undefined where the object of the line has no such field. */
  field(line: number, name: string): unknown {
    if (this.#parsed?.line === line) return Reflect.get(this.#parsed.value, name);
    const text = this.#text;
    const end = this.#endOf(line);
    const search = this.#searchFor(name);
    const place = search.next(text, this.#startOf(line), end);
    if (place >= end) return undefined;
    // More braces than the last close after it: it may be a field of an inner object.
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

  #parse(line: number, name: string): unknown {
    const value = this.object(line);
    this.#parsed = { line, value };
    return Reflect.get(value, name);
  }

  #startOf(line: number): number {
    return line === 0 ? 0 : this.#endOf(line - 1) + 1;
  }

  #endOf(line: number): number {
    return this.#ends[line] ?? 0;
  }
}

/** @throws SyntaxError unless there are so many lines. */
function lineEnds(text: string, count: number): Uint32Array {
  const ends = new Uint32Array(count);
  let end = -1;
  for (let line = 0; line < count; line += 1) {
    const from = end + 1;
    end = text.indexOf('\n', from);
    const isLast = line === count - 1;
    if (end < 0 !== isLast) throw new SyntaxError('not one event a line');
    ends[line] = isLast ? text.length : end;
  }
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

  /** An occurrence in the line from `from` to `end`, if it has one; else a place after the line. */
  next(text: string, from: number, end: number): number {
    if (from >= this.#from && from <= this.#place) return this.#place;
    this.#from = from;
    const likely = from + this.#offset;
    if (likely < end && text.startsWith(this.key, likely)) {
      this.#place = likely;
    } else {
      const place = text.indexOf(this.key, from);
      this.#place = place < 0 ? text.length : place;
      this.#offset = place < 0 ? 0 : place - from;
    }
    return this.#place;
  }
}
