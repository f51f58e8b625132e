import { accountText } from '@directory/domain';
import type { Cell, Column, Row, RunningReport } from '@directory/projections';
import type { SchemaElement } from 'hyparquet-writer';
import type { AccountStore } from '../accounts/account-store.ts';
import { byteOrderMark, csvLine, localTextIn } from '../read-models/csv.ts';
import { demonstrationReviewerId } from '../seed/seed-data.ts';

/** Adds the names of admins, which are in the accounts and not in events. Those of deleted accounts are unknown. */
export function withAdminNames(
  report: RunningReport,
  accounts: Pick<AccountStore, 'findNames'>,
): RunningReport {
  const place = report.columns.findIndex(({ name }) => name === 'adminId');
  if (place < 0) return report;
  const columns = report.columns.toSpliced(place + 1, 0, { name: 'adminName', type: 'text' });
  return { ...report, columns, rows: named(report.rows, place, accounts) };
}

async function* named(
  rows: RunningReport['rows'],
  place: number,
  accounts: Pick<AccountStore, 'findNames'>,
) {
  for await (const page of rows) {
    const ids = [...new Set(page.map((row) => String(row[place])))];
    const names = await accounts.findNames(ids);
    const nameOf = (id: string) => accountText(names.get(id), id === demonstrationReviewerId);
    yield page.map((row) => row.toSpliced(place + 1, 0, nameOf(String(row[place]))));
  }
}

/** The text formats, each of which yields pieces of text. */
export const textFormats = { table, csv, ndjson, json } as const satisfies Readonly<
  Record<string, (report: RunningReport) => AsyncGenerator<string, void, void>>
>;

/** A table for people, whose columns are as wide as the first page of rows needs. */
async function* table({ about, columns, rows }: RunningReport) {
  yield `${describeAbout({ about, columns })}\n`;
  let widths: readonly number[] | undefined;
  for await (const page of rows) {
    const lines = page.map((row) => row.map(textOf));
    if (!widths) {
      widths = columns.map(({ name }, index) =>
        lines.reduce((max, cells) => Math.max(max, cells[index]?.length ?? 0), name.length),
      );
      const names = columns.map(({ name }) => name);
      yield aligned(names, columns, widths);
      yield `${widths.map((width) => '-'.repeat(width)).join('  ')}\n`;
    }
    const known = widths;
    yield lines.map((cells) => aligned(cells, columns, known)).join('');
  }
}

/**
 * RFC 4180 after a first line with a `#`, which spreadsheets show and DuckDB and pandas can skip. A time is there twice: in UTC for
 * programs, and in the time zone of the report for spreadsheets.
 */
async function* csv({ about, columns, rows }: RunningReport) {
  const localText = localTextIn(about.timeZone);
  const names = columns.flatMap(({ name, type }) =>
    type === 'time' ? [name, `${name} (${about.timeZone})`] : [name],
  );
  const cellsOf = (row: Row) =>
    row.flatMap((cell, index): readonly (string | number)[] => {
      if (typeof cell === 'number') return [cell];
      const text = textOf(cell);
      if (columns[index]?.type !== 'time') return [text];
      return [text, localText(text)];
    });
  let head = `${byteOrderMark}# ${describeAbout({ about, columns })}\r\n${csvLine(names)}`;
  for await (const page of rows) {
    yield head + page.map((row) => csvLine(cellsOf(row))).join('');
    head = '';
  }
  if (head !== '') yield head;
}

/** The first line describes the report; each of the others is a row. */
async function* ndjson({ about, columns, rows }: RunningReport) {
  yield `${JSON.stringify({ about })}\n`;
  for await (const page of rows)
    yield page.map((row) => `${JSON.stringify(namedCells(row, columns))}\n`).join('');
}

async function* json({ about, columns, rows }: RunningReport) {
  yield `{"about":${JSON.stringify(about)},\n"columns":${JSON.stringify(columns)},\n"rows":[`;
  let separator = '\n';
  for await (const page of rows) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield ']}\n';
}

/** What a report covers, without commas, so that it is one cell of a CSV file. */
function describeAbout({ about, columns }: Pick<RunningReport, 'about' | 'columns'>): string {
  const { report, version, by, timeZone, from, to, asOf, demonstration } = about;
  const { firstPosition, lastPosition } = about;
  const period = `from ${from ?? 'the beginning'} to ${to ?? 'the end of the log'}`;
  return [
    `${report} (version ${version})`,
    ...(by.length > 0 ? [`by ${by.join(' and ')}`] : []),
    asOf === null ? period : `as of ${asOf}`,
    timeZone,
    ...(columns.some(({ name }) => name === 'waitMedian') ? ['waits in minutes'] : []),
    `demonstration ${demonstration ? 'included' : 'left out'}`,
    lastPosition === null
      ? 'no events'
      : `log positions ${Number(firstPosition)} to ${Number(lastPosition)}`,
  ].join('; ');
}

function aligned(
  cells: readonly string[],
  columns: readonly Column[],
  widths: readonly number[],
): string {
  const padded = cells.map((cell, index) => {
    const width = widths[index] ?? 0;
    const isNumber = columns[index]?.type === 'integer' || columns[index]?.type === 'number';
    return isNumber ? cell.padStart(width) : cell.padEnd(width);
  });
  return `${padded.join('  ').trimEnd()}\n`;
}

function textOf(cell: Cell): string {
  return cell === null ? '' : String(cell);
}

function namedCells(row: Row, columns: readonly Column[]): Readonly<Record<string, Cell>> {
  return Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null]));
}

/** Rows in a row group; it bounds the memory. */
const rowGroupSize = 20_000;

/** Writes the report to a file, which is made or replaced. What the report covers is in the metadata of the file. */
export async function writeParquet(file: string, report: RunningReport): Promise<void> {
  const { about, columns, rows } = report;
  // Loaded for the first file, as no other program needs it.
  const { fileWriter, ParquetWriter } = await import('hyparquet-writer');
  const writer = new ParquetWriter({
    writer: fileWriter(file),
    schema: schemaOf(columns),
    kvMetadata: Object.entries(about).map(([key, value]) => ({ key, value: String(value ?? '') })),
    createdBy: 'kampong-bharu-directory',
  });
  let pending: Row[] = [];
  const flush = async () => {
    await writer.write({
      columnData: columns.map((column, index) => columnData(pending, column, index)),
    });
    pending = [];
  };
  for await (const page of rows) {
    for (const row of page) {
      pending.push(row);
      if (pending.length >= rowGroupSize) await flush();
    }
  }
  if (pending.length > 0) await flush();
  await writer.finish();
}

function schemaOf(columns: readonly Column[]): SchemaElement[] {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }): SchemaElement => ({
      name,
      repetition_type: 'OPTIONAL',
      ...storedTypes[type],
    })),
  ];
}

const storedTypes: Readonly<Record<Column['type'], Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  day: { type: 'INT32', converted_type: 'DATE' },
};

function columnData(rows: readonly Row[], { name, type }: Column, index: number) {
  return { name, data: rows.map((row) => storedValue(row[index] ?? null, type)) };
}

function storedValue(cell: Cell, type: Column['type']) {
  if (cell === null) return null;
  if (type === 'integer') return BigInt(Number(cell));
  if (type === 'time' || type === 'day') return new Date(String(cell));
  return cell;
}
