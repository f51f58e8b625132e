import { messageOf } from './message-of.ts';
import { createProgram } from './program.ts';

const output = {
  write: (text: string) => void process.stdout.write(text),
  isTerminal: process.stdout.isTTY,
};

try {
  await createProgram(process.env, output).parseAsync();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
