import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError } from 'commander';

/** For an option of the command line. @throws InvalidArgumentError, which is printed as one sentence */
export function atLeast(min: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= min && Number.isFinite(value)))
      throw new InvalidArgumentError(`Enter a number of at least ${min}.`);
    return value;
  };
}

const built = fileURLToPath(new URL('../../dist/server/', import.meta.url));

export type Program = {
  /** Without a trailing slash. */
  readonly url: string;
  /** Everything printed so far. */
  readonly output: () => string;
  readonly isRunning: () => boolean;
  /** SIGTERM; resolves to the exit code. */
  readonly stop: () => Promise<number | null>;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
};

type ProgramOptions = {
  readonly dataDir: string;
  /** By default one that the system chooses. */
  readonly port?: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** Starts the built program, as `npm start` does once everything is set up, and waits until it answers. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  return start(['api.js', 'serve', ...(options.args ?? [])], 'PORT', options);
}

/** Starts an external projector, and waits until it answers. */
export async function startProjector(options: Omit<ProgramOptions, 'args'>): Promise<Program> {
  // At this level the projector logs where it listens.
  const env = { ...options.env, LOG_LEVEL: 'info' };
  return start(['projections.js', 'projector'], 'PROJECTOR_PORT', { ...options, env });
}

async function start(
  [program = '', ...args]: readonly string[],
  portName: string,
  { dataDir, env, port = 0 }: ProgramOptions,
): Promise<Program> {
  const child = spawn(process.execPath, [`${built}${program}`, ...args], {
    env: { ...baseEnvironment(), [portName]: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  const url = await untilReady(child, output).catch(async (failure: unknown) => {
    // The caller gets no handle to stop it.
    await end(child, 'SIGKILL');
    throw failure;
  });
  return {
    url,
    output,
    isRunning: () => isRunning(child),
    stop: () => end(child, 'SIGTERM'),
    kill: async () => {
      await end(child, 'SIGKILL');
    },
  };
}

/** Runs the built program until it ends or is killed: commands, and starts that are expected to fail. The code of a killed one is null. */
export async function runProgram(options: {
  readonly program: 'api' | 'projections';
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly killAfterMs?: number;
}): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [`${built}${options.program}.js`, ...options.args], {
    env: { ...baseEnvironment(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  const kill = () => child.kill('SIGKILL');
  const timer =
    options.killAfterMs === undefined ? undefined : setTimeout(kill, options.killAfterMs);
  await once(child, 'close');
  clearTimeout(timer);
  return { code: child.exitCode, output: output() };
}

/** The environment of the programs, without the settings of that in which the tests run. */
function baseEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  const add = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => text;
}

const printedAddress = /(?:The directory is at |"url":")(http:[^"\s]+)["\s]/;

/** Resolves to the address that the program printed, once it answers there. */
async function untilReady(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (!isRunning(child)) throw new Error(`the program ended early:\n${output()}`);
    const url = printedAddress.exec(output())?.[1];
    if (url !== undefined && (await isReady(url))) return url;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the program was not ready in 60 s:\n${output()}`);
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (!isRunning(child)) return child.exitCode;
  child.kill(signal);
  await once(child, 'close');
  return child.exitCode;
}

/** How often a crash test kills: a few times in every run of the tests, 200 times by `npm run crash`. */
export function crashRounds(usual: number): number {
  return Number(process.env['CRASH_ROUNDS'] ?? usual);
}
