import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandLine, recordOperation, type DirectoryLog } from '@directory/domain';
import type { EventStore } from '@directory/domain/event-store';
import { compareLogs } from '@directory/domain/event-store/log-copy';
import { errorMessage } from '@directory/domain/shared/unknown';
import { Command } from 'commander';
import { z } from 'zod';
import {
  OperatorError,
  parseProjectionsConfig,
  parseWorkerConfig,
  type Environment,
  type ProjectionsConfig,
} from './config.ts';
import type { LogAnchor } from './engine/check-log.ts';
import { progressLine, type Output } from './engine/progress-meter.ts';
import { rebuildViews } from './engine/rebuild.ts';
import {
  describeCopy,
  describeFaults,
  describeFindings,
  isConsistent,
  verifyViews,
} from './engine/verify.ts';
import type { AnyView } from './engine/view.ts';
import {
  checkAccounts,
  closeAfter,
  openExistingLog,
  openOriginalLog,
  openScratchViewStore,
  openViewStore,
  requireOwnerKeys,
} from './stores.ts';
import { directoryViews } from './views/directory-views.ts';
import { runProjector, type RunningProjector } from './worker.ts';

/**
 * The operators' commands. Errors are thrown; the caller prints them and exits with code 1. `onStarted` gets the running projector,
 * so that the caller can stop it.
 */
export function createProgram(
  environment: Environment,
  output: Output,
  onStarted: (running: RunningProjector) => void = () => undefined,
): Command {
  const program = new Command('projections')
    .description('Work on the views of the directory')
    .configureOutput({ writeOut: output.write });
  program
    .command('rebuild')
    .description('rebuild views from the log; the directory may keep running')
    .argument('[views...]', 'the names of views; without any, all of them')
    .action((names: readonly string[]) =>
      rebuild(parseProjectionsConfig(environment), names, output),
    );
  program
    .command('verify')
    .description('compare the views with the log, and check the histories')
    .option(
      '--from <folder>',
      'also compare the log, event by event, with that of the data folder it was copied from',
    )
    .option(
      '--anchor <file>',
      'also compare the log with the anchors in a file, and add a new one; keep a copy of the file elsewhere',
    )
    .action(({ from, anchor }: { from?: string; anchor?: string }) =>
      verify(parseProjectionsConfig(environment), { from, anchor }, output),
    );
  program
    .command('projector')
    .description(
      'keep the views up to date with the log in a process of its own; further ones stand by',
    )
    .action(async () => {
      await runProjector(parseWorkerConfig(environment), output.write, onStarted);
    });
  return program;
}

async function rebuild(
  config: ProjectionsConfig,
  names: readonly string[],
  output: Output,
): Promise<void> {
  const views = chooseViews(config, names);
  const line = progressLine(output);
  await closeAfter(openExistingLog(config), async (log) => {
    await requireOwnerKeys(log, config);
    await closeAfter(openViewStore(config, reportTo(output)), async (store) => {
      for (const { name } of views) await recordRebuild(log, name, output);
      // A projector continues it if this program is interrupted.
      await rebuildViews({ log, store, views, onProgress: line.show });
    });
  }).finally(line.done);
  output.write(`Rebuilt: ${views.map(({ name }) => name).join(', ')}.\n`);
}

async function recordRebuild(log: DirectoryLog, view: string, { write }: Output): Promise<void> {
  const event = { type: 'ViewRebuildRequested', data: { view } } as const;
  const time = new Date().toISOString();
  const error = await recordOperation(log, event, {
    actor: commandLine,
    correlationId: randomUUID(),
    time,
  });
  if (error) write(`The rebuild of ${view} was not recorded in the log: ${error.message}\n`);
}

async function verify(
  config: ProjectionsConfig,
  { from, anchor }: { readonly from: string | undefined; readonly anchor: string | undefined },
  output: Output,
): Promise<void> {
  requireOther(config, from);
  // It is opened again after the comparison of the views, which may take minutes.
  if (from !== undefined) (await openOriginalLog(from)).close();
  const anchors = anchor === undefined ? [] : readAnchors(anchor);
  const views = chooseViews(config, []);
  await closeAfter(openExistingLog(config), async (log) => {
    checkAccounts(config);
    const findings = await closeAfter(openViewStore(config, reportTo(output)), (store) =>
      closeAfter(openScratchViewStore(), (scratch) =>
        verifyViews({ log, store, scratch, views, anchors }),
      ),
    );
    output.write(`${describeFindings(findings).join('\n')}\n`);
    const isCopy = from === undefined || (await verifyCopy(from, log.stored, output));
    if (!isConsistent(findings)) throw new OperatorError(describeFaults(findings));
    if (!isCopy) throw new OperatorError('The two logs do not agree.');
    if (anchor !== undefined) {
      const { events, digest } = findings.log;
      const line = JSON.stringify({ time: new Date().toISOString(), events, digest });
      withAnchorFile(anchor, () => addLine(anchor, line));
      output.write(`${describeComparison(anchor, anchors)}\n`);
      output.write(`anchor: ${events} events, added to ${anchor}.\n`);
    }
  });
}

function requireOther(
  { eventstoreUrl, dataDir }: ProjectionsConfig,
  original: string | undefined,
): void {
  if (eventstoreUrl === null && original !== undefined && resolve(original) === dataDir)
    throw new OperatorError(
      `The log in ${dataDir} is the one in use: set EVENTSTORE_URL to compare it with its copy.`,
    );
}

async function verifyCopy(original: string, log: EventStore, output: Output): Promise<boolean> {
  const source = await openOriginalLog(original);
  try {
    const comparison = await compareLogs(source, log);
    output.write(`${describeCopy(comparison, original)}\n`);
    return comparison.next.first === null;
  } finally {
    source.close();
  }
}

function chooseViews(
  { timeZone }: ProjectionsConfig,
  names: readonly string[],
): readonly AnyView[] {
  const all: readonly AnyView[] = Object.values(directoryViews(timeZone));
  const known = all.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new OperatorError(`There is no view "${unknown}": choose from ${known.join(', ')}.`);
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

function reportTo({ write }: Output): Parameters<typeof openViewStore>[1] {
  return (event) => {
    if (event.type === 'view-store-migrated') return;
    const { file, movedTo, reason } = event;
    write(`The views in ${file} cannot be used (${reason}); they were moved to ${movedTo}.\n`);
  };
}

const anchorLine = z.object({
  time: z.iso.datetime(),
  events: z.number().int().nonnegative(),
  digest: z.string().regex(/^([\da-f]{64})?$/),
});

/** The anchors of a file, one JSON object a line; a missing one is created. @throws OperatorError */
function readAnchors(file: string): readonly LogAnchor[] {
  return withAnchorFile(file, () => {
    // Whether it can be written to is known before the comparison, which may take minutes.
    appendFileSync(file, '');
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, index)]));
  });
}

/** A file that is misspelt has none, and a log that agrees with nothing must not look proved. */
function describeComparison(file: string, anchors: readonly LogAnchor[]): string {
  if (anchors.length === 0) return `anchor: compared with none, as ${file} was empty or missing.`;
  const events = anchors.reduce((most, each) => Math.max(most, each.events), 0);
  return `anchor: compared with ${anchors.length} in ${file}: the first ${events} events are the same.`;
}

/** An editor, or a line that was pasted, may leave the last line of a file without its end. */
function addLine(file: string, line: string): void {
  const isLineOpen = /[^\n]$/.test(readFileSync(file, 'utf8'));
  appendFileSync(file, `${isLineOpen ? '\n' : ''}${line}\n`);
}

function parseLine(line: string, index: number): LogAnchor {
  try {
    return anchorLine.parse(JSON.parse(line));
  } catch {
    throw new Error(`line ${index + 1} is not an anchor`);
  }
}

/** @throws OperatorError */
function withAnchorFile<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new OperatorError(`The anchor file ${file} cannot be used: ${errorMessage(error)}.`);
  }
}
