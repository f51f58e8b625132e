import { join } from 'node:path';
import { stopOnSignal } from '@directory/projections';
import { createProgram } from './program.ts';
import { formatError } from './format-error.ts';

/** The bundle lies as deep below the project's folder as this file does. */
const root = join(import.meta.dirname, '..', '..');

try {
  await createProgram({
    environment: process.env,
    root,
    print: (line) => void process.stdout.write(`${line}\n`),
    onServed: (served) => {
      stopOnSignal(served, fail);
    },
  }).parseAsync();
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  process.stderr.write(`${formatError(error)}\n`);
  process.exitCode = 1;
}
