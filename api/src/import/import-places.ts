import { Rejection, type BusinessId, type HandleCommand } from '@directory/domain';
import { TooLarge } from '@directory/domain/event-store';
import { forEachConcurrent } from '@directory/domain/shared/concurrency';
import { v4 as uuid } from 'uuid';
import type { Clock } from '../clock.ts';
import { parsePlace, type Place } from './parse-place.ts';
import type { Row } from './read-rows.ts';

/** `row` is its number in the file, from 1. */
export type Remark = { readonly row: number; readonly reason: string };

export type ImportReport = {
  imported: number;
  /** Imported earlier, also if deleted since: importing again changes nothing. */
  existing: number;
  refused: Remark[];
  /** Values of imported rows that their listings do not contain. */
  ignored: Remark[];
};

export type ImportOptions = {
  readonly handle: HandleCommand;
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
  readonly clock: Clock;
  /** Whether the places are published at once or wait for review. */
  readonly publish: boolean;
  /** Called after each row with the report so far. */
  readonly onRow?: (report: Readonly<ImportReport>) => void;
};

/** Enough for group commits of the log, few enough for a huge file to take little memory. */
const maxConcurrentRows = 256;

/**
 * Creates listings from rows of open data. The id of a place is derived from its row, so that repeating an import, also one
 * that was interrupted, imports nothing twice.
 *
 * @throws Unavailable, Timeout when the log is unreachable; what `rows` throws. The rows before it are imported.
 */
export async function importPlaces(options: ImportOptions): Promise<ImportReport> {
  const report: ImportReport = { imported: 0, existing: 0, refused: [], ignored: [] };
  const correlationId = uuid();
  await forEachConcurrent(options.rows, maxConcurrentRows, async (row) => {
    const outcome = await importRow(row, options, correlationId);
    addToReport(outcome, row.number, report);
    options.onRow?.(report);
  });
  for (const remarks of [report.refused, report.ignored]) remarks.sort((a, b) => a.row - b.row);
  return report;
}

type Outcome =
  | 'existing'
  | { readonly ignored: readonly string[] }
  | { readonly refusedFor: string };

function addToReport(outcome: Outcome, row: number, report: ImportReport): void {
  if (outcome === 'existing') report.existing += 1;
  else if ('refusedFor' in outcome) report.refused.push({ row, reason: outcome.refusedFor });
  else {
    report.imported += 1;
    for (const reason of outcome.ignored) report.ignored.push({ row, reason });
  }
}

async function importRow(
  row: Row,
  options: ImportOptions,
  correlationId: string,
): Promise<Outcome> {
  if ('unreadable' in row) return { refusedFor: row.unreadable };
  const parsed = parsePlace(row.value);
  if (!parsed.place) return { refusedFor: parsed.reason };
  try {
    await importPlace(parsed.place, options, correlationId);
    return { ignored: parsed.ignored };
  } catch (error) {
    if (error instanceof Rejection)
      return error.code === 'business-already-exists' ? 'existing' : { refusedFor: error.message };
    if (error instanceof TooLarge) return { refusedFor: 'the place is too large for the log' };
    throw error;
  }
}

async function importPlace(
  { id, details, source, licence }: Place,
  { handle, clock, publish }: ImportOptions,
  correlationId: string,
): Promise<BusinessId> {
  await handle(
    { type: 'ImportBusiness', businessId: id, ownerId: null, details, source, licence, publish },
    {
      commandId: uuid(),
      correlationId,
      actor: { id: null, role: 'system' },
      time: clock().toISOString(),
    },
  );
  return id;
}
