import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Rejection, type HandleCommand, type OperationEventData } from '@directory/domain';
import { TooLarge, type EventsOf } from '@directory/domain/event-store';
import { forEachConcurrent } from '@directory/domain/shared/concurrency';
import { atMostEvery } from '@directory/domain/shared/timers';
import { v4 as uuid } from 'uuid';
import type { Clock } from '../clock.ts';
import { groupBy } from '@directory/domain/shared/collections';
import { parsePlace } from './parse-place.ts';
import { FileUnreadable, readRows, type Row } from './read-rows.ts';

type RunImportOptions = {
  readonly file: string;
  /** Stops the import, with its reason as the error; the rows so far are reported. */
  readonly signal?: AbortSignal;
  readonly handle: HandleCommand;
  readonly clock: Clock;
  /** Whether the places are published at once or wait for review. */
  readonly publish: boolean;
  /** Called at the end if any place was imported. */
  readonly record: (event: EventsOf<OperationEventData, 'PlacesImported'>) => Promise<void>;
  /** Gets a file with all rows where the printed report is shortened. */
  readonly reportFolder: string;
  /** Prints the progress every few seconds, then the report. */
  readonly print: (line: string) => void;
};

const progressEveryMs = 5_000;
const maxPrintedRanges = 10;

/**
 * Imports an operator's file and prints a report.
 * @returns the exit code: 1 if the file is unreadable or has no valid row, else 0
 * @throws Unavailable, Timeout when the log is unreachable; the reason of `signal`; an error of the file system when `reportFolder` cannot be written to
 */
export async function runImport(options: RunImportOptions): Promise<0 | 1> {
  const { file, signal, handle, clock, publish, record, print } = options;
  const reportProgress = progressReporter(clock, print);
  let soFar: Readonly<ImportReport> | undefined;
  const onRow = (report: Readonly<ImportReport>) => {
    soFar = report;
    reportProgress(report);
  };
  const finish = async (report: Readonly<ImportReport>) => {
    const { imported, existing, refused } = report;
    const printed = describeImport(report, maxPrintedRanges);
    print(printed);
    const counts = { imported, existing, refused: refused.length, published: publish };
    if (imported > 0) await record({ type: 'PlacesImported', data: counts });
    const whole = describeImport(report);
    if (whole !== printed) print(`All rows: ${await saveReport(whole, options)}`);
  };
  let report: ImportReport;
  try {
    const rows = untilAborted(readRows(file), signal);
    report = await importPlaces({ handle, rows, clock, publish, onRow });
  } catch (error) {
    if (soFar) await finish(soFar);
    if (!(error instanceof FileUnreadable)) throw error;
    print(error.message);
    return 1;
  }
  await finish(report);
  if (soFar === undefined) print(`${file} has no places.`);
  return report.imported + report.existing > 0 ? 0 : 1;
}

/** Also fails while no row comes, as from a pipe: Ctrl+C may end the program that writes it. */
async function* untilAborted(rows: AsyncGenerator<Row>, signal?: AbortSignal): AsyncGenerator<Row> {
  for (;;) {
    signal?.throwIfAborted();
    const next = await new Promise<IteratorResult<Row> | null>((resolve, reject) => {
      if (signal) signal.onabort = () => resolve(null);
      rows.next().then(resolve, reject);
    });
    if (next?.done) return;
    if (next) yield next.value;
  }
}

/** `row` is its number in the file, from 1. */
type Remark = { readonly row: number; readonly reason: string };

type ImportReport = {
  imported: number;
  /** Imported earlier, also if deleted since: importing again changes nothing. */
  existing: number;
  refused: Remark[];
  /** Values of imported rows that their listings do not contain. */
  ignored: Remark[];
};

type ImportOptions = Pick<RunImportOptions, 'handle' | 'clock' | 'publish'> & {
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
  /** Called after each row with the report so far. */
  readonly onRow?: (report: Readonly<ImportReport>) => void;
};

/** Enough rows for group commits of the log, and few enough for a huge file to take little memory. */
const maxConcurrentRows = 256;

/**
 * Creates listings from rows of open data. The id of a place is derived from its row, so that repeating an import, also one
 * that was interrupted, imports nothing twice.
 *
 * @throws Unavailable, Timeout when the log is unreachable; what `rows` throws. The rows before it are imported.
 */
export async function importPlaces(options: ImportOptions): Promise<ImportReport> {
  const { handle, clock, publish, rows, onRow } = options;
  const report: ImportReport = { imported: 0, existing: 0, refused: [], ignored: [] };
  const correlationId = uuid();

  async function importRow(row: Row): Promise<void> {
    const remark = (reason: string): Remark => ({ row: row.number, reason });
    const refuse = (reason: string) => void report.refused.push(remark(reason));
    const parsed =
      'unreadable' in row ? { place: null, reason: row.unreadable } : parsePlace(row.value);
    if (!parsed.place) {
      refuse(parsed.reason);
      return;
    }
    const { id: businessId, ...place } = parsed.place;
    const time = clock().toISOString();
    try {
      await handle(
        { type: 'ImportBusiness', businessId, ownerId: null, ...place, publish },
        { commandId: uuid(), correlationId, actor: { id: null, role: 'system' }, time },
      );
      report.imported += 1;
      for (const reason of parsed.ignored) report.ignored.push(remark(reason));
    } catch (error) {
      if (error instanceof TooLarge) refuse('the place is too large for the log');
      else if (!(error instanceof Rejection)) throw error;
      else if (error.code === 'business-already-exists') report.existing += 1;
      else refuse(error.message);
    }
  }

  try {
    await forEachConcurrent(rows, maxConcurrentRows, async (row) => {
      await importRow(row);
      onRow?.(report);
    });
    return report;
  } finally {
    // Also when the file turns out to be damaged, as its rows so far are reported.
    for (const remarks of [report.refused, report.ignored]) remarks.sort((a, b) => a.row - b.row);
  }
}

/** Resolves to the path of the file. */
async function saveReport(
  report: string,
  { reportFolder, clock }: RunImportOptions,
): Promise<string> {
  const moment = clock().toISOString().replaceAll(':', '-');
  const file = join(reportFolder, `import-report-${moment}.txt`);
  await writeFile(file, `${report}\n`, { mode: 0o600 });
  return file;
}

function progressReporter(clock: Clock, print: (line: string) => void) {
  const now = () => clock().getTime();
  const start = now();
  const report = ({ imported, existing, refused }: Readonly<ImportReport>) => {
    const done = imported + existing + refused.length;
    const rate = Math.round((done * 1000) / (now() - start));
    print(`${done} rows so far, ${imported} imported (${rate} rows/s)`);
  };
  return atMostEvery(progressEveryMs, report, now);
}

/** The report for the operator: the counts, and the row numbers for each reason, in at most `maxRanges` ranges. */
function describeImport(report: Readonly<ImportReport>, maxRanges = Infinity): string {
  const { imported, existing, refused, ignored } = report;
  const lines = [
    `Imported: ${imported}`,
    `Already imported: ${existing}`,
    `Refused: ${refused.length}`,
    ...describeRemarks(refused, maxRanges),
  ];
  if (ignored.length === 0) return lines.join('\n');
  const ignoredLines = describeRemarks(ignored, maxRanges);
  return [...lines, `Ignored values: ${ignored.length}`, ...ignoredLines].join('\n');
}

function describeRemarks(remarks: readonly Remark[], maxRanges: number): string[] {
  const byReason = [...groupBy(remarks, ({ reason }) => reason)];
  return byReason
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, found]) => {
      const rows = found.map(({ row }) => row);
      return `  ${reason} (${rows.length}): ${rows.length === 1 ? 'row' : 'rows'} ${describeRows(rows, maxRanges)}`;
    });
}

/** Row numbers in ascending order as `3, 7-12, 40`, then how many rows are left out. */
function describeRows(rows: readonly number[], maxRanges: number): string {
  const runs: { first: number; last: number }[] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run && row === run.last + 1) run.last = row;
    else runs.push({ first: row, last: row });
  }
  const shown = runs
    .slice(0, maxRanges)
    .map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`))
    .join(', ');
  const firstLeftOut = runs[maxRanges];
  if (!firstLeftOut) return shown;
  return `${shown} and ${rows.length - rows.indexOf(firstLeftOut.first)} more`;
}
