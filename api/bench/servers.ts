import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '@directory/domain/testing/free-port';
import type { BenchStores } from './measure.ts';

/** A server in a process of its own. */
export type Server = {
  readonly url: string;
  /** The processor time of all its running threads so far, in microseconds; NaN where the system does not tell. */
  readonly cpu: () => Promise<number>;
  /** In megabytes; NaN where the system does not tell. */
  readonly peakMemory: () => Promise<number>;
  readonly close: () => Promise<void>;
};

const built = fileURLToPath(new URL('../../dist/server/api.js', import.meta.url));

type Settings = Readonly<Record<string, string | undefined>>;

export const admin = { username: 'bench', password: 'a long enough password' };

/** Starts the built program as it is installed, with an admin and without limits of visits and writes. */
export function startBuilt(
  { eventstoreUrl, mongodbUrl }: BenchStores,
  dataDir: string,
  args: readonly string[] = ['--empty'],
): Promise<Server> {
  const env = {
    ...process.env,
    // An empty setting is unset.
    EVENTSTORE_URL: eventstoreUrl ?? '',
    MONGODB_URL: mongodbUrl ?? '',
    DATA_DIR: dataDir,
    RATE_LIMIT_VIEW: '0',
    RATE_LIMIT_WRITE: '0',
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
  };
  const program = [process.execPath, '--max-semi-space-size=8', built, 'serve', ...args];
  return startServer(program, { env, readyPath: '/readyz' });
}

/** Starts a program that listens on the `PORT` of its environment, and throws its log away. Resolves once it answers `readyPath`. */
export async function startServer(
  [program = '', ...args]: readonly string[],
  { env, readyPath, cwd }: { env: Settings; readyPath: string; cwd?: string },
): Promise<Server> {
  const port = String(await freePort());
  const child = spawn(program, args, { env: { ...env, PORT: port }, stdio: 'ignore', cwd });
  const url = `http://127.0.0.1:${port}`;
  await untilOk(url + readyPath, child);
  return serverOf(child, url);
}

/** What a server answered, as it was on the wire. */
export type Answer = {
  readonly status: number;
  /** Names and values, one after the other. */
  readonly headers: string[];
  /** In base64. */
  readonly body: string;
};

/** Headers that Node adds itself. */
const added = /^(date|connection|keep-alive|transfer-encoding)$/i;

export async function answerOf(url: string, headers: Headers): Promise<Answer> {
  const { response, body } = await getRaw(url, headers);
  const { statusCode = 0, rawHeaders } = response;
  const repeated = rawHeaders.filter(
    (_, index) => !added.test(rawHeaders[index - (index % 2)] ?? ''),
  );
  return { status: statusCode, headers: repeated, body: body.toString('base64') };
}

type Headers = Readonly<Record<string, string>>;

/** The body as it came, compressed or not. */
export function getRaw(url: string, headers: Headers) {
  return new Promise<{ response: IncomingMessage; body: Buffer }>((resolve, reject) => {
    get(url, { headers }, (response) => {
      buffer(response).then((body) => resolve({ response, body }), reject);
    }).on('error', reject);
  });
}

/** Starts a program of this folder with its input as JSON. */
export function startScript(name: string, input: object) {
  const script = fileURLToPath(new URL(name, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(input));
  return child;
}

/** Starts a bare `node:http` server that sends an answer to every request. */
export async function startBare(answer: Answer): Promise<Server> {
  const child = startScript('./bare-server.ts', answer);
  // The output ends without a line when the server does not start.
  for await (const url of createInterface(child.stdout)) return serverOf(child, url);
  throw new Error('the bare server did not start');
}

/** Waits until the server answers. @throws after two minutes, or when the server has ended */
async function untilOk(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (performance.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const response = await fetch(url).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  child.kill('SIGKILL');
  throw new Error(`${url} was not answered`);
}

function serverOf(child: ChildProcess, url: string): Server {
  const read = (file: string) =>
    readFile(`/proc/${String(child.pid)}/${file}`, 'utf8').catch(() => '');
  return {
    url,
    async cpu() {
      const threads = await readdir(`/proc/${String(child.pid)}/task`).catch(() => []);
      if (threads.length === 0) return Number.NaN;
      const times = await Promise.all(threads.map((thread) => read(`task/${thread}/schedstat`)));
      // The first number is the time on a processor, in nanoseconds.
      return times.reduce((sum, text) => sum + Number.parseInt(text || '0') / 1_000, 0);
    },
    peakMemory: async () => Number(/VmHWM:\s+(\d+)/.exec(await read('status'))?.[1]) / 1024,
    async close() {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
  };
}
