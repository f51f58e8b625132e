import type { Cell, Column, ReportAbout, Row, RunningReport } from '@directory/projections';
import { byteOrderMark, csvLine } from '../read-models/csv.ts';

/** Formats of text, each as pieces of it. */
export const textFormats = { table, csv, ndjson, json } as const satisfies Readonly<
  Record<string, (report: RunningReport) => AsyncGenerator<string, void, void>>
>;

/** For people: aligned by the first page of rows. */
async function* table({ about, columns, rows }: RunningReport) {
  yield `${describeAbout(about)}\n`;
  let widths: readonly number[] | undefined;
  for await (const page of rows) {
    const lines = page.map((row) => row.map(textOf));
    if (!widths) {
      widths = columns.map(({ name }, index) =>
        Math.max(name.length, ...lines.map((cells) => cells[index]?.length ?? 0)),
      );
      yield `${aligned(
        columns.map(({ name }) => name),
        columns,
        widths,
      )}${widths.map((width) => '-'.repeat(width)).join('  ')}\n`;
    }
    const known = widths;
    yield lines.map((cells) => aligned(cells, columns, known)).join('');
  }
}

/** RFC 4180 after a first line with a `#`, which spreadsheets show and DuckDB and pandas can skip. */
async function* csv({ about, columns, rows }: RunningReport) {
  yield `${byteOrderMark}# ${describeAbout(about)}\r\n${csvLine(columns.map(({ name }) => name))}`;
  for await (const page of rows)
    yield page
      .map((row) => csvLine(row.map((cell) => (typeof cell === 'number' ? cell : textOf(cell)))))
      .join('');
}

/** The first line is about the report, each other one a row. */
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

/** What a report covers, without a comma, as one cell of a table. */
function describeAbout(about: ReportAbout): string {
  const { report, version, by, timeZone, from, to, asOf, demonstration } = about;
  const { firstPosition, lastPosition } = about;
  const period = `from ${from ?? 'the beginning'} to ${to ?? 'the end of the log'}`;
  return [
    `${report} (version ${version})`,
    ...(by.length > 0 ? [`by ${by.join(' and ')}`] : []),
    asOf === null ? period : `as of ${asOf}`,
    timeZone,
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
