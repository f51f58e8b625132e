import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { startOfLog } from '@directory/domain/event-store';
import { openSqliteEventStore } from '@directory/domain/event-store/sqlite';
import { listenHere } from '@directory/domain/testing/free-port';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { createProgram, formatError } from './cli.ts';
import type { RunningServer } from './server.ts';

let folder: string;
let dataDir: string;
let printed: string[];
let running: RunningServer[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'program-'));
  dataDir = join(folder, 'data');
  printed = [];
  running = [];
});
afterEach(async () => {
  for (const each of running) await each.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: readonly string[], settings: Record<string, string> = {}): Promise<void> {
  const environment = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings };
  const program = createProgram({
    environment,
    root: folder,
    isTerminal: true,
    print: (line) => void printed.push(line),
    onRunning: (each) => void running.push(each),
  });
  await program.parseAsync(args, { from: 'user' });
}

const serveEmpty = (settings?: Record<string, string>) => run(['serve', '--empty'], settings);

/** The sentence that is printed when a start fails. */
async function failureOf(start: Promise<unknown>): Promise<string> {
  try {
    await start;
  } catch (error) {
    return formatError(error);
  }
  throw new Error('it started');
}

function addressIn(lines: readonly string[]): string {
  const line = lines.findLast((each) => each.startsWith('The directory is at '));
  return line?.split(' ').at(-1) ?? '';
}

describe('serve', () => {
  test('prints its address, the data folder and the admin login', async () => {
    await serveEmpty();
    const url = addressIn(printed);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(printed).toContain(`Data folder: ${dataDir}`);
    const [, username, password] =
      /Admin login: "(\S+)" with the password "(\S+)"/.exec(printed.join('\n')) ?? [];
    const answer = await fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ mustChangePassword: true });
    expect(existsSync(join(dataDir, 'admin-login.txt'))).toBe(false);
  });

  test('prints the public address and where it listens', async () => {
    await serveEmpty({ PUBLIC_URL: 'https://directory.example' });
    expect(printed[0]).toContain('The directory is at https://directory.example,');
    expect((await fetch(`${addressIn(printed)}/healthz`)).status).toBe(200);
  });

  test('fills an empty directory unless START_EMPTY forbids it', async () => {
    expect(await failureOf(run(['serve']))).toContain('places.json');
    await run(['serve'], { START_EMPTY: 'true' });
    const places = await fetch(`${addressIn(printed)}/api/businesses/approved`);
    expect(await places.json()).toEqual([]);
  });

  test('accepts earlier tokens after a restart', async () => {
    await serveEmpty({ ADMIN_USERNAME: 'boss', ADMIN_PASSWORD: 'long enough' });
    const url = addressIn(printed);
    const login = await fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'boss', password: 'long enough' }),
    });
    const { token } = z.object({ token: z.string() }).parse(await login.json());
    await running.pop()?.stop();
    printed = [];
    await serveEmpty();
    const again = await fetch(`${addressIn(printed)}/api/businesses`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(again.status).toBe(200);
  });

  test('fails with one sentence if the port is in use', async () => {
    const other = createServer();
    const port = await listenHere(other);
    expect(await failureOf(serveEmpty({ PORT: String(port) }))).toBe(
      `Port ${port} is taken by another program: stop it, or choose another port with PORT.`,
    );
    other.close();
  });

  test('names HOST if it is no address of the machine', async () => {
    // Reserved for documents: no machine has it.
    expect(await failureOf(serveEmpty({ HOST: '192.0.2.1' }))).toMatch(
      /^The directory cannot listen on 192\.0\.2\.1, port 0 \(.*\): correct HOST\.$/,
    );
  });

  test('names all invalid settings at once', async () => {
    const sentence = await failureOf(serveEmpty({ PORT: 'x', LOG_LEVEL: 'loud' }));
    expect(sentence).toMatch(/^Wrong settings: PORT must .*; LOG_LEVEL must .*\.$/);
  });

  test.each(['events.db', 'accounts.db', 'secrets.json'])(
    'fails with one sentence that names a damaged %s',
    async (file) => {
      await serveEmpty();
      await running.pop()?.stop();
      writeFileSync(join(dataDir, file), 'this is not what it should be'.repeat(100));
      const sentence = await failureOf(serveEmpty());
      expect(sentence).toContain(join(dataDir, file));
      expect(sentence).not.toContain('\n');
    },
  );

  test('fails with one sentence if the data folder is a file', async () => {
    writeFileSync(dataDir, 'a file');
    const sentence = await failureOf(serveEmpty());
    expect(sentence).toContain(`The data folder ${dataDir} cannot be used`);
    expect(sentence).not.toContain('\n');
  });

  test('fails if the data folder cannot be created', async () => {
    const sentence = await failureOf(serveEmpty({ DATA_DIR: '/proc/directory' }));
    expect(sentence).toContain('The data folder /proc/directory cannot be used');
  });

  test('rebuilds damaged views', async () => {
    await serveEmpty();
    await running.pop()?.stop();
    writeFileSync(join(dataDir, 'views.db'), 'damaged'.repeat(1000));
    await serveEmpty();
    expect((await fetch(`${addressIn(printed)}/readyz`)).status).toBe(200);
  });
});

test('stop waits for a request in progress and accepts no other', async () => {
  await serveEmpty({ ADMIN_USERNAME: 'boss', ADMIN_PASSWORD: 'long enough' });
  const url = addressIn(printed);
  const body = JSON.stringify({ username: 'boss', password: 'long enough' });
  const { hostname, port } = new URL(url);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const slow = request({ hostname, port, path: '/api/admin/login', method: 'POST', headers });
  const answered = once(slow, 'response');
  slow.write(body.slice(0, 10));
  await fetch(`${url}/healthz`);
  const stopped = running.pop()?.stop();
  // The port is closed once what arrived before is read.
  const others = () =>
    fetch(`${url}/healthz`).then(
      () => 'answered',
      () => 'refused',
    );
  await expect.poll(others).toBe('refused');
  slow.end(body.slice(10));
  expect(await answered).toMatchObject([{ statusCode: 200 }]);
  await stopped;
});

describe('import', () => {
  const places = [
    { name: 'Masjid Jamek', category: 'amenity=place_of_worship;religion=muslim', licence: 'MIT' },
    { name: '', category: 'shop=bakery' },
  ];

  test('creates listings that the next start serves, and none twice', async () => {
    const file = join(folder, 'places.json');
    writeFileSync(file, JSON.stringify(places.map((place) => ({ source: 'test', ...place }))));
    await run(['import', file]);
    await run(['import', file]);
    expect(printed.join('\n')).toMatch(
      /Imported: 1[^]*Refused: 1[^]*Imported: 0\nAlready imported: 1/,
    );
    await serveEmpty();
    const answer = await fetch(`${addressIn(printed)}/api/businesses/approved`);
    expect(await answer.json()).toMatchObject([{ businessName: 'Masjid Jamek', licence: 'MIT' }]);
  });

  test('fails with the path of a missing file, and creates no data folder', async () => {
    const missing = join(folder, 'gone.json');
    expect(await failureOf(run(['import', missing]))).toContain(`${missing} cannot be read`);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('that is stopped fails with one sentence before stop resolves', async () => {
    const file = join(folder, 'pipe');
    execFileSync('mkfifo', [file]);
    let failure = '';
    const started = new Promise<RunningServer>((onRunning) => {
      const program = createProgram({
        environment: { DATA_DIR: dataDir },
        root: folder,
        print: (line) => void printed.push(line),
        onRunning,
      });
      program.parseAsync(['import', file], { from: 'user' }).catch((error: unknown) => {
        failure = formatError(error);
      });
    });
    const pipe = await open(file, 'w');
    onTestFinished(() => pipe.close());
    await pipe.write(`${JSON.stringify({ source: 'test', ...places[0] })}\n`);
    const importing = await started;
    const log = await openSqliteEventStore({ file: join(dataDir, 'events.db') });
    onTestFinished(() => log.close());
    await expect.poll(() => log.head()).not.toBe(startOfLog);
    await importing.stop();
    await setImmediate();
    expect(failure).toBe('The import was stopped: run it again for the rest.');
    expect(printed).toEqual([expect.stringContaining('Imported: 1\n')]);
  });

  test('sets exit code 1 for a file of another format', async () => {
    const file = join(folder, 'places.txt');
    writeFileSync(file, 'a list of places');
    await run(['import', file]);
    expect(process.exitCode).toBe(1);
    process.exitCode = undefined;
    expect(printed.join('\n')).toContain('neither JSON nor CSV');
  });
});

describe('create-admin', () => {
  test('prints a valid password', async () => {
    await run(['create-admin', 'second']);
    const password = /password "(\S+)"/.exec(printed.join('\n'))?.[1];
    await serveEmpty();
    const answer = await fetch(`${addressIn(printed)}/api/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'second', password }),
    });
    expect(answer.status).toBe(200);
  });

  test('names the folder of the first admin, as DATA_DIR may be mistyped', async () => {
    await run(['create-admin', 'first']);
    expect(printed.splice(0)).toContain(`"first" is the first admin in ${dataDir}.`);
    await run(['create-admin', 'second']);
    expect(printed.join('\n')).not.toContain(dataDir);
  });

  test('uses ADMIN_PASSWORD and does not print it', async () => {
    await run(['create-admin', 'second'], { ADMIN_PASSWORD: 'chosen by hand' });
    expect(printed.join('\n')).not.toContain('chosen by hand');
  });

  test('refuses an existing username and a short password', async () => {
    await run(['create-admin', 'second']);
    expect(await failureOf(run(['create-admin', 'Second']))).toMatch(
      /^There is already an admin "Second"/,
    );
    expect(await failureOf(run(['create-admin', 'third'], { ADMIN_PASSWORD: 'short' }))).toMatch(
      /at least 8/,
    );
  });

  test.each(['two\nlines', 'with\ttab', 'bell\u0007'])('refuses the username %j', async (name) => {
    expect(await failureOf(run(['create-admin', name]))).toBe(
      'A username must not contain control characters.',
    );
  });
});

test.each([
  ['import', 'missing.json'],
  ['report', 'listings'],
  ['erase', 'owner', 'siti@example.org'],
  ['migrate'],
])('%s runs with ADMIN_PASSWORD only', async (...args) => {
  const failure = await failureOf(run(args, { ADMIN_PASSWORD: 'chosen by hand' }));
  expect(failure).toMatch(/missing\.json|DATA_DIR|EVENTSTORE_URL/);
  expect(failure).not.toContain('ADMIN');
});

test.each([
  ['two of one kind', ['esdb://127.0.0.1:1', 'esdb://127.0.0.1:2']],
  ['one of no kind', ['127.0.0.1:1']],
])('migrate --to refuses %s instead of ignoring it', async (_, addresses) => {
  expect(await failureOf(run(['migrate', '--from', dataDir, '--to', ...addresses]))).toBe(
    '--to takes one address of EventStoreDB (esdb://…), one of MongoDB (mongodb://…), or both.',
  );
});
