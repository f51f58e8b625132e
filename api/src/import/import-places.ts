import { Rejection, type BusinessId, type HandleCommand } from '@directory/domain';
import { TooLarge } from '@directory/domain/event-store';
import { v4 as uuid } from 'uuid';
import type { Clock } from '../clock.ts';
import { forEachInFlight } from './in-flight.ts';
import { parsePlace, type Place } from './parse-place.ts';
import type { Row } from './read-rows.ts';

/** `row` is its place in the file, counted from 1. */
export type Remark = { readonly row: number; readonly reason: string };

export type ImportReport = {
  imported: number;
  /** Known from an earlier import, also when deleted since: importing again changes nothing. */
  alreadyThere: number;
  refused: Remark[];
  /** What rows that were imported say and their listings do not. */
  leftOut: Remark[];
};

export type ImportOptions = {
  readonly handle: HandleCommand;
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
  readonly clock: Clock;
  /** Whether the places are public at once or wait for review. */
  readonly publish: boolean;
  /** Called after each row with the report so far. */
  readonly onRow?: (report: Readonly<ImportReport>) => void;
};

/** Enough that the log's group commit has something to group, few enough that a huge file takes no memory. */
const rowsInFlight = 256;

/**
 * Makes listings of rows of open data. The id of a place follows from its row, so that a file imported twice, or once more
 * after it was cut off, imports nothing twice.
 *
 * @throws Unavailable, Timeout when the log cannot be reached; what `rows` throws. The rows before it are imported.
 */
export async function importPlaces(options: ImportOptions): Promise<ImportReport> {
  const report: ImportReport = { imported: 0, alreadyThere: 0, refused: [], leftOut: [] };
  const correlationId = uuid();
  await forEachInFlight(options.rows, rowsInFlight, async (row) => {
    const outcome = await importRow(row, options, correlationId);
    enter(outcome, row.number, report);
    options.onRow?.(report);
  });
  for (const remarks of [report.refused, report.leftOut]) remarks.sort((a, b) => a.row - b.row);
  return report;
}

type Outcome =
  'already-there' | { readonly leftOut: readonly string[] } | { readonly refusedFor: string };

function enter(outcome: Outcome, row: number, report: ImportReport): void {
  if (outcome === 'already-there') report.alreadyThere += 1;
  else if ('refusedFor' in outcome) report.refused.push({ row, reason: outcome.refusedFor });
  else {
    report.imported += 1;
    for (const reason of outcome.leftOut) report.leftOut.push({ row, reason });
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
    return { leftOut: parsed.leftOut };
  } catch (error) {
    if (error instanceof Rejection)
      return error.code === 'business-already-exists'
        ? 'already-there'
        : { refusedFor: error.message };
    if (error instanceof TooLarge) return { refusedFor: 'the place is larger than the log takes' };
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
