import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createProgram } from './program.ts';
import { formatError } from './format-error.ts';
import type { Served } from './serve.ts';

let folder: string;
let dataDir: string;
let printed: string[];
let served: Served[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'program-'));
  dataDir = join(folder, 'data');
  printed = [];
  served = [];
});
afterEach(async () => {
  for (const each of served) await each.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: readonly string[], settings: Record<string, string> = {}): Promise<void> {
  const environment = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings };
  const program = createProgram({
    environment,
    root: folder,
    print: (line) => void printed.push(line),
    onServed: (each) => void served.push(each),
  });
  await program.parseAsync(args, { from: 'user' });
}

const serveEmpty = (settings?: Record<string, string>) => run(['serve', '--empty'], settings);

/** The sentence that ends a start. */
async function failureOf(start: Promise<void>): Promise<string> {
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
  test('prints where it is, where the data lie and how to log in as admin', async () => {
    await serveEmpty();
    const url = addressIn(printed);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(printed).toContain(`The data lie in ${dataDir}`);
    const [, username, password] =
      /Admin login: "(\S+)" with the password "(\S+)"/.exec(printed.join('\n')) ?? [];
    const answer = await fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    expect(answer.status).toBe(200);
  });

  test('keeps everything over a restart, and the same tokens', async () => {
    await serveEmpty({ ADMIN_USERNAME: 'boss', ADMIN_PASSWORD: 'long enough' });
    const url = addressIn(printed);
    const login = await fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'boss', password: 'long enough' }),
    });
    const { token } = z.object({ token: z.string() }).parse(await login.json());
    await served.pop()?.stop();
    printed = [];
    await serveEmpty();
    const again = await fetch(`${addressIn(printed)}/api/businesses`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(again.status).toBe(200);
  });

  test('on a port that is taken says so', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await failureOf(serveEmpty({ PORT: String(port) }))).toBe(
      `Port ${port} is taken by another program: stop it, or choose another port with PORT.`,
    );
    other.close();
  });

  test('with wrong settings names all of them at once', async () => {
    const sentence = await failureOf(serveEmpty({ PORT: 'x', LOG_LEVEL: 'loud' }));
    expect(sentence).toMatch(/^Wrong settings: PORT must .*; LOG_LEVEL must .*\.$/);
  });

  test.each(['events.db', 'accounts.db', 'secrets.json'])(
    'with a damaged %s names it',
    async (file) => {
      await serveEmpty();
      await served.pop()?.stop();
      writeFileSync(join(dataDir, file), 'this is not what it should be'.repeat(100));
      const sentence = await failureOf(serveEmpty());
      expect(sentence).toContain(join(dataDir, file));
      expect(sentence).not.toContain('\n');
    },
  );

  test('with a file where the data folder should be says so', async () => {
    writeFileSync(dataDir, 'a file');
    const sentence = await failureOf(serveEmpty());
    expect(sentence).toContain(`The data folder ${dataDir} cannot be used`);
    expect(sentence).not.toContain('\n');
  });

  test('where no folder can be made says so', async () => {
    const sentence = await failureOf(serveEmpty({ DATA_DIR: '/proc/directory' }));
    expect(sentence).toContain('The data folder /proc/directory cannot be used');
  });

  test('with damaged views builds them anew', async () => {
    await serveEmpty();
    await served.pop()?.stop();
    writeFileSync(join(dataDir, 'views.db'), 'damaged'.repeat(1000));
    await serveEmpty();
    expect((await fetch(`${addressIn(printed)}/readyz`)).status).toBe(200);
  });
});

test('stopping lets a request under way finish, and takes no other', async () => {
  await serveEmpty({ ADMIN_USERNAME: 'boss', ADMIN_PASSWORD: 'long enough' });
  const url = addressIn(printed);
  const body = JSON.stringify({ username: 'boss', password: 'long enough' });
  const { hostname, port } = new URL(url);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const slow = request({ hostname, port, path: '/api/admin/login', method: 'POST', headers });
  const answered = once(slow, 'response');
  slow.write(body.slice(0, 10));
  await fetch(`${url}/healthz`);
  const stopped = served.pop()?.stop();
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  slow.end(body.slice(10));
  expect(await answered).toMatchObject([{ statusCode: 200 }]);
  await stopped;
});

describe('import', () => {
  const places = [
    { name: 'Masjid Jamek', category: 'amenity=place_of_worship;religion=muslim', licence: 'MIT' },
    { name: '', category: 'shop=bakery' },
  ];

  test('makes listings that the next start serves, and none twice', async () => {
    const file = join(folder, 'places.json');
    writeFileSync(file, JSON.stringify(places.map((place) => ({ source: 'test', ...place }))));
    await run(['import', file]);
    await run(['import', file]);
    expect(printed.join('\n')).toMatch(
      /Imported: 1[^]*Refused: 1[^]*Imported: 0\nAlready there: 1/,
    );
    await serveEmpty();
    const answer = await fetch(`${addressIn(printed)}/api/businesses/approved`);
    expect(await answer.json()).toMatchObject([{ businessName: 'Masjid Jamek', licence: 'MIT' }]);
  });

  test('of a file that is not there ends with code 1 and a sentence', async () => {
    await run(['import', join(folder, 'gone.json')]);
    expect(process.exitCode).toBe(1);
    process.exitCode = undefined;
    expect(printed.join('\n')).toContain('gone.json');
  });
});

describe('create-admin', () => {
  test('prints a password that works', async () => {
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

  test('takes the password from ADMIN_PASSWORD and does not print it', async () => {
    await run(['create-admin', 'second'], { ADMIN_PASSWORD: 'chosen by hand' });
    expect(printed.join('\n')).not.toContain('chosen by hand');
  });

  test('refuses a name that is taken and a password that is too short', async () => {
    await run(['create-admin', 'second']);
    expect(await failureOf(run(['create-admin', 'Second']))).toMatch(
      /^There is an admin "Second" already/,
    );
    expect(await failureOf(run(['create-admin', 'third'], { ADMIN_PASSWORD: 'short' }))).toMatch(
      /at least 8/,
    );
  });
});
