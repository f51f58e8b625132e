import { Rejection, type BusinessId, type HandleCommand } from '@directory/domain';
import { TooLarge } from '@directory/domain/event-store';
import { v4 as uuid } from 'uuid';
import type { Clock } from '../clock.ts';
import { forEachInFlight } from './in-flight.ts';
import { parsePlace, type Place } from './parse-place.ts';
import type { Row } from './read-rows.ts';

export type ImportReport = {
  imported: number;
  /** Known from an earlier import, also when deleted since: importing again changes nothing. */
  alreadyThere: number;
  refused: { readonly row: number; readonly reason: string }[];
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
  const report: ImportReport = { imported: 0, alreadyThere: 0, refused: [] };
  const correlationId = uuid();
  await forEachInFlight(options.rows, rowsInFlight, async (row) => {
    const outcome = await importRow(row, options, correlationId);
    if (outcome === 'imported') report.imported += 1;
    else if (outcome === 'already-there') report.alreadyThere += 1;
    else report.refused.push({ row: row.number, reason: outcome.reason });
    options.onRow?.(report);
  });
  report.refused.sort((a, b) => a.row - b.row);
  return report;
}

type Outcome = 'imported' | 'already-there' | { readonly reason: string };

async function importRow(
  row: Row,
  options: ImportOptions,
  correlationId: string,
): Promise<Outcome> {
  if ('unreadable' in row) return { reason: row.unreadable };
  const parsed = parsePlace(row.value);
  if (!parsed.place) return { reason: parsed.reason };
  try {
    await importPlace(parsed.place, options, correlationId);
    return 'imported';
  } catch (error) {
    if (error instanceof Rejection)
      return error.code === 'business-already-exists' ? 'already-there' : { reason: error.message };
    if (error instanceof TooLarge) return { reason: 'the place is larger than the log takes' };
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
