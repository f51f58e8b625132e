import type { HandleCommand } from '@directory/domain';
import type { Clock } from '../clock.ts';
import { importPlaces, type ImportReport } from './import-places.ts';
import { describeImport } from './import-report.ts';
import { FileUnreadable, readRows } from './read-rows.ts';

export type RunImportOptions = {
  readonly file: string;
  readonly handle: HandleCommand;
  readonly clock: Clock;
  readonly publish: boolean;
  /** Takes the lines of the report and, every few seconds before it, of the progress. */
  readonly print: (line: string) => void;
};

const progressEveryMs = 5_000;

/**
 * Imports an operator's own file and tells what came of it.
 * @returns the exit code: 1 when the file cannot be read or holds no valid row, else 0
 * @throws Unavailable, Timeout when the log cannot be reached
 */
export async function runImport(options: RunImportOptions): Promise<0 | 1> {
  const { file, handle, clock, publish, print } = options;
  const tell = progress(clock, print);
  let soFar: Readonly<ImportReport> | undefined;
  const onRow = (report: Readonly<ImportReport>) => {
    soFar = report;
    tell(report);
  };
  try {
    const report = await importPlaces({ handle, rows: readRows(file), clock, publish, onRow });
    print(describeImport(report));
    return report.imported + report.alreadyThere > 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    if (soFar) print(describeImport(soFar));
    print(error.message);
    return 1;
  }
}

function progress(clock: Clock, print: (line: string) => void) {
  const start = clock().getTime();
  let told = start;
  return ({ imported, alreadyThere, refused }: Readonly<ImportReport>): void => {
    const now = clock().getTime();
    if (now - told < progressEveryMs) return;
    told = now;
    const done = imported + alreadyThere + refused.length;
    const rate = Math.round((done * 1000) / (now - start));
    print(`${done} rows so far, ${imported} imported (${rate} rows a second)`);
  };
}
