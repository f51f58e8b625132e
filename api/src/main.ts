import { join } from 'node:path';
import { createProgram } from './program.ts';
import { sentenceOf } from './sentence-of.ts';
import type { Served } from './serve.ts';

/** The bundle lies as deep below the project's folder as this file does. */
const root = join(import.meta.dirname, '..', '..');

try {
  await createProgram({
    environment: process.env,
    root,
    print: (line) => void process.stdout.write(`${line}\n`),
    onServed: stopOnSignal,
  }).parseAsync();
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}

/** A second signal ends the program at once, as it would without this. */
function stopOnSignal(served: Served): void {
  const stop = () => {
    process.off('SIGTERM', stop);
    process.off('SIGINT', stop);
    served.stop().catch((error: unknown) => {
      process.stderr.write(`${sentenceOf(error)}\n`);
      process.exitCode = 1;
    });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
