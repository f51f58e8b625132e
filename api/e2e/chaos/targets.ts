import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '@directory/domain/testing/free-port';
import { openFaultyConnection } from '../../../projections/src/testing/faulty-connection.ts';
import type { RandomNumbers } from '../../../projections/src/testing/random-numbers.ts';
import type { Program } from '../program.ts';

/** A part of the cluster into which faults are injected. */
export type Target = {
  readonly name: string;
  /** Stores recover before the programs that need them. */
  readonly isStore: boolean;
  /** Returns the kind of fault, as a verb. */
  readonly injectFault: (random: RandomNumbers) => Promise<string>;
  /** Resolves when it answers again. */
  readonly recover: () => Promise<void>;
  /** A failure that no fault caused; null for none. */
  readonly unexpectedFailure: () => string | null;
  /** Ends it normally. */
  readonly stop: () => Promise<void>;
};

/** A program of the product; its fault is SIGKILL. */
export async function programTarget(name: string, start: () => Promise<Program>): Promise<Target> {
  let program = await start();
  const failures: string[] = [];
  const requireRunning = () => {
    if (!program.isRunning()) failures.push(`${name} ended by itself:\n${program.output()}`);
  };
  return {
    name,
    isStore: false,
    async injectFault() {
      requireRunning();
      await program.kill();
      return 'killed';
    },
    async recover() {
      program = await start();
    },
    unexpectedFailure: () => failures.at(0) ?? null,
    async stop() {
      requireRunning();
      const code = await program.stop();
      if (code !== 0) failures.push(`${name} ended with ${code}:\n${program.output()}`);
    },
  };
}

/** A server process that speaks EventStoreDB's protocol and saves its events in a file. */
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
    async injectFault() {
      await kill();
      return 'killed';
    },
    async recover() {
      ({ child, url } = await startEventServer(port, file));
    },
    unexpectedFailure: () => null,
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

/** A running server; its fault is a connection that is cut or stalls. */
export async function connectionTarget(
  name: string,
  server: string,
): Promise<Target & { readonly url: string }> {
  const connection = await openFaultyConnection(server);
  return {
    name,
    url: connection.url,
    isStore: true,
    injectFault: async (random) => {
      if (random() < 0.5) {
        connection.stall();
        return 'stalled';
      }
      connection.cut();
      return 'cut off';
    },
    recover: async () => {
      // What was sent while it stalled is lost, so clients have to reconnect.
      connection.cut();
      connection.restore();
    },
    unexpectedFailure: () => null,
    stop: () => connection.close(),
  };
}
