import { randomUUID } from 'node:crypto';
import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  progressLine,
  progressMeter,
  runReport,
  UnusableQuestion,
  type Output,
  type RunningReport,
} from '@directory/projections';
import { OperatorError, type Environment } from '@directory/projections/config';
import { closeAfter, discardOnExit, openExistingLog } from '@directory/projections/stores';
import { errorMessage, hasCode } from '@directory/domain/shared/unknown';
import { readCommandConfig } from '../config.ts';
import { openExistingAccounts } from '../stores.ts';
import { textFormats, withAdminNames, writeParquet } from './report-formats.ts';

export const reportFormats = ['table', 'csv', 'ndjson', 'json', 'parquet'] as const;

/** The options as they were entered. */
export type ReportOptions = {
  readonly from?: string;
  readonly to?: string;
  readonly zone?: string;
  readonly by?: string;
  readonly format: (typeof reportFormats)[number];
  readonly out?: string;
  readonly asOf?: string;
  readonly withDemonstration?: true;
};

export type ReportOutput = {
  /** Gets the report unless a file is named. */
  readonly stdout: Writable;
  readonly progress: Output;
};

const terminal: ReportOutput = {
  stdout: process.stdout,
  progress: {
    write: (text) => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY,
  },
};

/** Writes a report, also while the site runs. @throws UnusableQuestion, OperatorError where the file cannot be written, and what the stores throw */
export async function writeReport(
  environment: Environment,
  name: string,
  options: ReportOptions,
  { stdout, progress }: ReportOutput = terminal,
): Promise<void> {
  // As from a variable of a script that is not set.
  if (options.out === '') throw new UnusableQuestion('Name a file after --out.');
  const config = readCommandConfig(environment);
  const line = progressLine(progress);
  const meter = progressMeter();
  await closeAfter(openExistingLog(config), async (log) => {
    const { by, zone: timeZone = config.timeZone, format, out, ...asked } = options;
    const question = { ...asked, name, by: by?.split(/\s*,\s*/), timeZone };
    const report = await runReport(log, question, (reached) => {
      line.show(meter({ ...reached, id: name }));
    });
    const write = (named: RunningReport) =>
      out === undefined
        ? print(stdout, format, named)
        : writeFile(out, (file) => writeTo(file, format, named));
    if (!report.about.by.includes('admin')) {
      await write(report);
      return;
    }
    await closeAfter(openExistingAccounts(config), (accounts) =>
      write(withAdminNames(report, accounts)),
    );
  }).finally(line.done);
}

async function print(
  stdout: Writable,
  format: ReportOptions['format'],
  report: RunningReport,
): Promise<void> {
  if (format === 'parquet')
    throw new UnusableQuestion('Name a file for the format parquet, with --out FILE.');
  const lines = Readable.from(textFormats[format](report));
  await pipeline(lines, stdout, { end: false }).catch((error: unknown) => {
    // A failure to write is handled where the program handles errors of its output.
    if (!(error instanceof Error && 'syscall' in error && error.syscall === 'write')) throw error;
  });
}

/** Ignores that the reader of a pipe, such as `head`, left before the end. */
function unlessClosed(error: unknown): void {
  if (!hasCode(error, 'EPIPE')) throw error;
}

type Write = (file: string) => Promise<void>;

async function writeFile(file: string, write: Write): Promise<void> {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isDirectory())
      throw new OperatorError(`The file ${file} cannot be written: it is a folder.`);
    // A pipe or a device, such as /dev/stdout, is written to and not replaced.
    if (found && !found.isFile()) await write(file).catch(unlessClosed);
    else await replaceFile(found ? realpathSync(file) : file, found?.mode, write);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new OperatorError(`The file ${file} cannot be written: ${errorMessage(error)}.`, {
      cause: error,
    });
  }
}

/** Writes a draft beside the file first, so that no half-written file ever has its name. `mode` is that of the file it replaces. */
async function replaceFile(file: string, mode: number | undefined, write: Write): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  const discard = () => rmSync(draft, { force: true });
  const keepOnExit = discardOnExit(discard);
  try {
    // For nobody else while it is written, as the file may be.
    if (mode !== undefined) writeFileSync(draft, '', { mode: 0o600 });
    await write(draft);
    if (mode !== undefined) chmodSync(draft, mode & 0o777);
    renameSync(draft, file);
  } catch (error) {
    discard();
    throw error;
  } finally {
    keepOnExit();
  }
}

async function writeTo(
  file: string,
  format: ReportOptions['format'],
  report: RunningReport,
): Promise<void> {
  if (format === 'parquet') return writeParquet(file, report);
  // A stream that opens the file itself may do so after the draft was discarded.
  const handle = await open(file, 'w');
  await pipeline(Readable.from(textFormats[format](report)), handle.createWriteStream());
}
