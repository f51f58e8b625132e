import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openFaultyConnection } from '../../../projections/src/testing/faulty-connection.ts';
import type { RandomNumbers } from '../../../projections/src/testing/random-numbers.ts';
import { freePort, type Program } from '../program.ts';

/** What can be taken away and brought back. */
export type Target = {
  readonly name: string;
  /** Stores come back before those who need them. */
  readonly isStore: boolean;
  /** Returns what was done to it, as a verb. */
  readonly strike: (random: RandomNumbers) => Promise<string>;
  /** Resolves when it answers again. */
  readonly bringBack: () => Promise<void>;
  /** What went wrong with it although nobody struck it; null for nothing. */
  readonly complaint: () => string | null;
  /** Ends it in order. */
  readonly stop: () => Promise<void>;
};

/** A program of the product, killed as a power cut would. */
export async function programTarget(name: string, start: () => Promise<Program>): Promise<Target> {
  let program = await start();
  const complaints: string[] = [];
  const complainUnlessRunning = () => {
    if (!program.isRunning()) complaints.push(`${name} ended by itself:\n${program.output()}`);
  };
  return {
    name,
    isStore: false,
    async strike() {
      complainUnlessRunning();
      await program.kill();
      return 'killed';
    },
    async bringBack() {
      program = await start();
    },
    complaint: () => complaints.at(0) ?? null,
    async stop() {
      complainUnlessRunning();
      const code = await program.stop();
      if (code !== 0) complaints.push(`${name} ended with ${String(code)}:\n${program.output()}`);
    },
  };
}

/** A process that keeps events and that speaks EventStoreDB's protocol; what it acknowledged outlives it. */
export async function eventServerTarget(file: string): Promise<Target & { readonly url: string }> {
  const port = await freePort();
  let { child, url } = await startEventServer(port, file);
  const kill = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  };
  return {
    name: 'the events',
    url,
    isStore: true,
    async strike() {
      await kill();
      return 'killed';
    },
    async bringBack() {
      ({ child, url } = await startEventServer(port, file));
    },
    complaint: () => null,
    stop: kill,
  };
}

const eventServer = fileURLToPath(new URL('./event-server.ts', import.meta.url));

async function startEventServer(
  port: number,
  file: string,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', eventServer, String(port), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = once(createInterface(child.stdout), 'line');
  const ended = once(child, 'close').then(() => null);
  const printed = await Promise.race([line, ended]);
  if (printed === null) throw new Error('the server of the events did not start');
  return { child, url: String(printed[0]) };
}

/** A server that somebody else started: the line to it is cut, or goes silent. */
export async function lineTarget(
  name: string,
  server: string,
): Promise<Target & { readonly url: string }> {
  const line = await openFaultyConnection(server);
  return {
    name,
    url: line.url,
    isStore: true,
    strike: async (random) => {
      if (random() < 0.5) {
        line.stall();
        return 'silenced';
      }
      line.cut();
      return 'cut off';
    },
    bringBack: async () => {
      // What was sent into the silence is lost, so whoever waits there begins anew.
      line.cut();
      line.restore();
    },
    complaint: () => null,
    stop: () => line.close(),
  };
}
