import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listenHere } from '@directory/domain/testing/free-port';
import { programArguments } from '@directory/domain/testing/program-arguments';
import { expect, onTestFinished, test } from 'vitest';
import { rebuildViews } from './engine/rebuild.ts';
import type { AnyView } from './engine/view.ts';
import { eventsOf } from './testing/business-events.ts';
import { businessIdOf } from './testing/details.ts';
import { definitions, soon, useProjectionFixture, visit } from './testing/projection-fixture.ts';

const { stores, start, append, expectAllRight } = useProjectionFixture();
const { hourlyViews } = definitions;

type Ended = { readonly code: unknown; readonly stdout: string; readonly stderr: string };

const main = programArguments('projections');

/** In a process of its own, as operators run it. */
function runProgram(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const options = { env: { PATH: process.env.PATH, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, [...main, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}

test('a rebuild beside a projector in another process counts no event twice', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(eventsOf(1).submitted()), soon);
  const rebuild = runProgram(['rebuild'], { DATA_DIR: stores().dataDir });
  let ended = false;
  void rebuild.then(() => {
    ended = true;
  });
  let visits = 0;
  const isOver = () => ended && visits >= 10;
  while (!isOver()) {
    expect(await projector.waitUntilVisible(await append(visit(1)), soon)).toBe(true);
    visits += 1;
    expect(await stores().store.get(hourlyViews, businessIdOf(1))).toMatchObject({ views: visits });
  }
  expect(await rebuild).toMatchObject({ code: 0, stderr: '' });
  await expectAllRight();
}, 30_000);

test('verify whose output nobody reads ends without an error', async () => {
  const views: readonly AnyView[] = Object.values(definitions);
  await rebuildViews({ log: stores().log, store: stores().store, views });
  const verify = spawn(process.execPath, [...main, 'verify'], {
    env: { PATH: process.env.PATH, DATA_DIR: stores().dataDir },
  });
  verify.stdout.destroy();
  const [errors] = await Promise.all([text(verify.stderr), once(verify, 'exit')]);
  expect({ code: verify.exitCode, errors }).toEqual({ code: 0, errors: '' });
}, 30_000);

test.skipIf(!existsSync('/dev/full'))(
  'verify whose output is on a full disk says so in one sentence',
  async () => {
    const views: readonly AnyView[] = Object.values(definitions);
    await rebuildViews({ log: stores().log, store: stores().store, views });
    const full = openSync('/dev/full', 'w');
    const verify = spawn(process.execPath, [...main, 'verify'], {
      env: { PATH: process.env.PATH, DATA_DIR: stores().dataDir },
      stdio: ['ignore', full, 'pipe'],
    });
    const [errors] = await Promise.all([text(verify.stdio[2] as Readable), once(verify, 'exit')]);
    closeSync(full);
    expect(errors).toMatch(/^The output cannot be written: ENOSPC: [^\n]*\.\n$/);
    expect(verify.exitCode).toBe(1);
  },
  30_000,
);

test('an invalid setting exits with code 1 and one sentence', async () => {
  expect(await runProgram(['verify'], { SITE_TIME_ZONE: 'Mars/Base' })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Wrong settings: SITE_TIME_ZONE must be the IANA name of a time zone, such as Asia/Kuala_Lumpur.\n',
  });
}, 30_000);

/** As npm runs it: in a shell, which ends by itself at a signal. */
function startInShell(command: string, settings: Record<string, string> = {}) {
  const words = [process.execPath, ...main, command].map((word) => `"${word}"`);
  const { PATH } = process.env;
  const { dataDir } = stores();
  const shell = spawn('sh', ['-c', `${words.join(' ')}; true`], {
    env: { PATH, DATA_DIR: dataDir, npm_lifecycle_event: command, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const { pid = 0 } = shell;
  let output = '';
  let isClosed = false;
  shell.stdout.setEncoding('utf8').on('data', (written: string) => (output += written));
  shell.stdout.on('close', () => (isClosed = true));
  onTestFinished(() => {
    if (!isClosed) process.kill(-pid, 'SIGKILL');
  });
  return { pid, output: () => output, isClosed: () => isClosed };
}

test('a signal that only the shell of npm gets ends the program in order', async () => {
  const { pid, output, isClosed } = startInShell('projector');
  await expect.poll(output).toContain('projector-started');
  process.kill(pid, 'SIGTERM');
  await expect.poll(isClosed, { timeout: 10_000 }).toBe(true);
  expect(output()).toContain('projector-stopped');
}, 30_000);

test('a signal that only the shell of npm gets ends a program that waits for a server', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const connected = once(silent, 'connection');
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  const { pid, isClosed } = startInShell('verify', {
    EVENTSTORE_URL: `esdb://127.0.0.1:${address.port}?tls=false`,
  });
  await connected;
  process.kill(pid, 'SIGTERM');
  await expect.poll(isClosed, { timeout: 5_000 }).toBe(true);
  silent.close();
}, 30_000);

test('a signal ends a program that is kept alive, as by output that nobody reads', async () => {
  const module = JSON.stringify(new URL('./process.ts', import.meta.url).href);
  const program = `
    const { stopOnSignal } = await import(${module});
    stopOnSignal({ stop: async () => undefined }, () => undefined);
    setInterval(() => undefined, 100);
    process.stdout.write('started');`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, args);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
}, 30_000);

test('a terminal that is closed ends the program in order', async () => {
  const { pid, output, isClosed } = startInShell('projector');
  await expect.poll(output).toContain('projector-started');
  process.kill(-pid, 'SIGHUP');
  await expect.poll(isClosed, { timeout: 10_000 }).toBe(true);
  expect(output()).toContain('projector-stopped');
}, 30_000);

test('a signal that npm repeats does not end the program before its end', async () => {
  const { pid, output, isClosed } = startInShell('projector');
  await expect.poll(output).toContain('projector-started');
  process.kill(-pid, 'SIGTERM');
  await sleep(3);
  process.kill(-pid, 'SIGTERM');
  await expect.poll(isClosed, { timeout: 10_000 }).toBe(true);
  expect(output()).toContain('projector-stopped');
}, 30_000);

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  'verify that is ended by %s removes its scratch views and exits with code %i',
  async (signal, code) => {
    const silent = createServer();
    const port = await listenHere(silent);
    const temporary = join(stores().dataDir, 'temporary');
    mkdirSync(temporary);
    const verify = spawn(process.execPath, [...main, 'verify'], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: stores().dataDir,
        EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false`,
        TMPDIR: temporary,
      },
    });
    const scratch = () => readdirSync(temporary).filter((name) => name.startsWith('scratch-'));
    await expect.poll(scratch).toHaveLength(1);
    verify.kill(signal);
    const [exitCode] = (await once(verify, 'exit')) as [number | null];
    silent.close();
    expect(scratch()).toEqual([]);
    expect(exitCode).toBe(code);
  },
  30_000,
);
