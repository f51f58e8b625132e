import { join } from 'node:path';
import { letRequestsGoFirst, prepareProcess, stopOnSignal } from '@directory/projections';
import { createProgram, formatError } from './cli.ts';

/** The bundle is as deep below the project's folder as this file. */
const root = join(import.meta.dirname, '..', '..');

prepareProcess(process.env);

try {
  const program = createProgram({
    environment: process.env,
    root,
    isTerminal: process.stdout.isTTY,
    print: (line) => void process.stdout.write(`${line}\n`),
    onRunning: (running) => stopOnSignal(running, fail),
  });
  program.hook('preAction', (_, command) => {
    if (command.name() === 'report') letRequestsGoFirst();
  });
  await program.parseAsync();
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  process.stderr.write(`${formatError(error)}\n`);
  process.exitCode = 1;
}
