import { once } from 'node:events';
import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { startingWith } from '@directory/domain/shared/concurrency';
import { hasCode, NamedError } from '@directory/domain/shared/unknown';

/** A row of a file and its number from 1: the line, the index in a JSON array, or the CSV record. */
export type Row = { readonly number: number } & (
  | { readonly value: unknown }
  | { readonly unreadable: string }
);

/** The file is missing, damaged, or in an unknown format. */
export class FileUnreadable extends NamedError {}

/**
 * Reads a JSON array, JSON lines or CSV with a header, plain or gzipped; the first bytes show which. A JSON array is read
 * whole, the others row by row.
 * @throws FileUnreadable
 */
export async function* readRows(file: string): AsyncGenerator<Row> {
  try {
    yield* rowsOf(await readText(file));
  } catch (error) {
    throw withName(file, error);
  }
}

/** @throws FileUnreadable if the file is missing, or is a folder. */
export async function checkReadable(file: string): Promise<void> {
  try {
    const found = await stat(file);
    // What comes from a pipe or a terminal can be read only once, so it is not opened here.
    if (found.isFIFO() || found.isCharacterDevice()) return;
    const bytes = createReadStream(file);
    await firstBytes(bytes);
    bytes.destroy();
  } catch (error) {
    throw withName(file, error);
  }
}

function withName(file: string, error: unknown): unknown {
  if (error instanceof RangeError)
    return new FileUnreadable(
      `${file} has more than 512 MB in one list or line: write each place on a line of its own.`,
    );
  const isReadError = error instanceof SyntaxError || (error instanceof Error && 'code' in error);
  if (error instanceof FileUnreadable || !isReadError) return error;
  return new FileUnreadable(`${file} cannot be read: ${error.message}`);
}

/** The text of the file in pieces, without a byte order mark. */
async function readText(file: string): Promise<AsyncGenerator<string>> {
  const bytes = createReadStream(file);
  const gzipped = (await firstBytes(bytes)).equals(Buffer.from([0x1f, 0x8b]));
  if (!gzipped) return decoded(bytes);
  const unzipped = createGunzip();
  bytes.on('error', (error) => unzipped.destroy(error));
  return decoded(bytes.pipe(unzipped));
}

/** Reads the first bytes and puts them back, as a pipe is read only once. */
async function firstBytes(bytes: ReadStream): Promise<Buffer> {
  await once(bytes, 'readable');
  const first = (bytes.read() ?? Buffer.alloc(0)) as Buffer;
  bytes.unshift(first);
  return first.subarray(0, 2);
}

/** Refuses other encodings, which spreadsheets still write: names would be published with lost characters. */
async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (cause) {
    if (!hasCode(cause, 'ERR_ENCODING_INVALID_ENCODED_DATA')) throw cause;
    throw new FileUnreadable(
      'The file is not valid UTF-8: save it as UTF-8 (in a spreadsheet as "CSV UTF-8").',
      { cause },
    );
  }
}

async function* rowsOf(chunks: AsyncGenerator<string>): AsyncGenerator<Row> {
  let start = '';
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    start += next.value;
    if (start.trim() !== '') break;
  }
  const whole = startingWith(start, chunks);
  const first = start.trimStart().charAt(0);
  if (first === '[') yield* rowsOfArray(whole);
  else if (first === '{') yield* rowsOfLines(whole);
  else yield* rowsOfCsv(whole);
}

async function* rowsOfArray(chunks: AsyncIterable<string>): AsyncGenerator<Row> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  const values: unknown = JSON.parse(text);
  if (!Array.isArray(values)) throw new FileUnreadable('The file is not a list of places.');
  for (const [index, value] of values.entries()) yield { number: index + 1, value };
}

async function* rowsOfLines(chunks: AsyncIterable<string>): AsyncGenerator<Row> {
  let number = 0;
  for await (const line of lines(chunks)) {
    number += 1;
    if (line.trim() !== '') yield parseLine(number, line);
  }
}

function parseLine(number: number, line: string): Row {
  try {
    return { number, value: JSON.parse(line) };
  } catch {
    return { number, unreadable: 'the line is not valid JSON' };
  }
}

async function* lines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let line = '';
  for await (const chunk of chunks) {
    const [end = '', ...others] = chunk.split('\n');
    line += end;
    for (const next of others) {
      yield line;
      line = next;
    }
  }
  yield line;
}

/** Rows have the numbers that a spreadsheet shows. An empty cell is a missing value. */
async function* rowsOfCsv(chunks: AsyncIterable<string>): AsyncGenerator<Row> {
  let header: readonly string[] | undefined;
  let number = 0;
  for await (const cells of csvRecords(chunks)) {
    number += 1;
    if (cells?.every((cell) => cell === '')) continue;
    if (!header) header = headerOf(cells);
    else if (cells) yield rowOf(number, header, cells);
    else {
      yield { number, unreadable: 'a quotation mark is not closed' };
      throw new FileUnreadable(
        `The quotation mark that begins a cell of row ${number} is not closed: nothing after it was read.`,
      );
    }
  }
  if (!header) headerOf(null);
}

function headerOf(cells: readonly string[] | null): readonly string[] {
  const header = cells?.map((cell) => cell.trim()) ?? [];
  if (!header.includes('name'))
    throw new FileUnreadable(
      'The file is neither JSON nor CSV with a column "name" and commas between columns.',
    );
  const repeated = firstRepeated(header.filter((column) => column !== ''));
  if (repeated) throw new FileUnreadable(`The file has several columns "${repeated}": leave one.`);
  return header;
}

/** By a set, as a search in the list for each of a million columns would block the program for an hour. */
function firstRepeated(columns: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return columns.find((column) => seen.size === seen.add(column).size);
}

function rowOf(number: number, header: readonly string[], cells: readonly string[]): Row {
  if (cells.length !== header.length)
    return { number, unreadable: 'column count differs from the header' };
  const entries = header.map((column, index) => [column, cells[index] || null]);
  return { number, value: Object.fromEntries(entries) };
}

/**
 * Splits CSV (RFC 4180: commas, quotes doubled inside quotes; lines end as on any system) into records, as the text comes in. A
 * blank line is a record of one empty cell. The last record is null if it ends inside quotes.
 */
export async function* csvRecords(chunks: AsyncIterable<string>): AsyncGenerator<string[] | null> {
  let cells: string[] = [];
  let cell = '';
  let place: PlaceInCell = 'start';
  let previous = '';
  for await (const chunk of chunks)
    for (const character of chunk) {
      const isSecondOfTwo = character === '\n' && previous === '\r';
      previous = character;
      if (character === '"') {
        if (place === 'text' || place === 'closed') cell += '"';
        place = placeAfterQuote[place];
      } else if (place === 'quoted' || !separators.has(character)) {
        cell += character;
        if (place !== 'quoted') place = 'text';
      } else if (!isSecondOfTwo) {
        cells.push(cell);
        cell = '';
        place = 'start';
        if (character === ',') continue;
        yield cells;
        cells = [];
      }
    }
  if (place === 'quoted') yield null;
  else if (cell !== '' || cells.length > 0) yield [...cells, cell];
}

const separators: ReadonlySet<string> = new Set([',', '\n', '\r']);

/** `closed` is after a quote that ended a quoted text, or is the first of a doubled one. */
type PlaceInCell = 'start' | 'text' | 'quoted' | 'closed';

/** As in spreadsheets, a cell is quoted only if it begins with the quote; inside other cells it is text. */
const placeAfterQuote: Readonly<Record<PlaceInCell, PlaceInCell>> = {
  start: 'quoted',
  text: 'text',
  quoted: 'closed',
  closed: 'quoted',
};
