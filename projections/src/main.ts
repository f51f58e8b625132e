import { errorMessage } from '@directory/domain/shared/unknown';
import { createProgram } from './cli.ts';
import { endWithNpm, ignoreClosedOutput, stopOnSignal } from './worker.ts';

const output = {
  write: (text: string) => void process.stdout.write(text),
  isTerminal: process.stdout.isTTY,
};

// Whatever the program writes is for its own user only.
process.umask(0o077);

ignoreClosedOutput();
endWithNpm(process.env);

try {
  await createProgram(process.env, output, (running) => stopOnSignal(running, fail)).parseAsync();
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 1;
}
