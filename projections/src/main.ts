import { errorMessage } from '@directory/domain/shared/unknown';
import { createProgram } from './cli.ts';
import { prepareProcess, stopOnSignal } from './process.ts';

const output = {
  write: (text: string) => void process.stdout.write(text),
  isTerminal: process.stdout.isTTY,
};

prepareProcess(process.env);

try {
  await createProgram(process.env, output, (running) => stopOnSignal(running, fail)).parseAsync();
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 1;
}
