import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '@directory/domain/testing/free-port';
import autocannon from 'autocannon';
import { compare, embedded, environmentOf, type BenchStores, type Figure } from './measure.ts';

const serverFile = fileURLToPath(new URL('./server.ts', import.meta.url));
const seconds = 3;
const connections = 32;
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

type Server = { readonly url: string; readonly stop: () => Promise<void> };

/** Reads of the list, a business and the home page, against Node's bare server sending the same bytes. */
export async function benchReads(
  stores: BenchStores,
  dataDir: string,
  rounds: number,
): Promise<readonly Figure[]> {
  const directory = await start('directory', dataDir, stores);
  const list = '/api/businesses/approved';
  const found = (await (await fetch(directory.url + list)).json()) as { id: string }[];
  const figures: Figure[] = [];
  for (const [name, path] of [
    ['read the approved list', list],
    ['read one business', `/api/businesses/${found[0]?.id ?? ''}`],
    ['read the server-rendered home page', '/'],
  ] as const) {
    const file = join(dataDir, 'bytes');
    await writeFile(file, await bytesOf(directory.url + path));
    const bare = await start('bare', file, embedded);
    const rates = await compare(rounds, {
      ours: () => load({ url: directory.url + path }),
      reference: () => load({ url: bare.url }),
    });
    await bare.stop();
    const against = 'bare node:http sending the same bytes';
    figures.push({ name, unit: 'requests/s', ...rates, against });
  }
  await directory.stop();
  return figures;
}

/** Durable view pings, against the same stack without storing. */
export async function benchPings(
  stores: BenchStores,
  dataDir: string,
  rounds: number,
): Promise<readonly Figure[]> {
  const storing = await start('directory', dataDir, stores);
  const [listed] = (await (await fetch(`${storing.url}/api/businesses/approved`)).json()) as {
    id: string;
  }[];
  const dropping = await start('without-storing', dataDir, stores);
  const ping = (url: string) => () =>
    load({
      url: `${url}/api/businesses/${listed?.id ?? ''}/view`,
      method: 'POST',
      body: JSON.stringify({ viewedAt: new Date().toISOString() }),
    });
  const rates = await compare(rounds, { ours: ping(storing.url), reference: ping(dropping.url) });
  await Promise.all([storing.stop(), dropping.stop()]);
  const against = 'the same stack answering 204 without storing';
  return [{ name: 'durable view ping', unit: 'requests/s', ...rates, against }];
}

/** Compressed, as a browser requests it. */
async function bytesOf(url: string): Promise<Buffer> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve(Buffer.concat(chunks));
      });
    }).on('error', reject);
  });
}

async function load(options: { url: string; method?: 'POST'; body?: string }): Promise<number> {
  const headers = {
    'User-Agent': browser,
    'Accept-Encoding': 'br',
    ...(options.body && { 'Content-Type': 'application/json' }),
  };
  const result = await autocannon({ ...options, headers, connections, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${options.url}: ${String(result.non2xx + result.errors)} requests failed`);
  return result.requests.total / result.duration;
}

async function start(kind: string, argument: string, stores: BenchStores): Promise<Server> {
  const child = spawn(process.execPath, ['--import', 'tsx', serverFile, kind, argument], {
    env: environmentOf(stores),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const [url] = (await once(lines, 'line')) as [string];
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

const entry = fileURLToPath(new URL('../../dist/server/api.js', import.meta.url));

/** Seconds until the built program is ready with an existing folder, and its peak memory after 200 requests of the list. */
export async function benchStart(
  stores: BenchStores,
  dataDir: string,
): Promise<{ seconds: number; megabytes: number }> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [entry, 'serve', '--empty'], {
    env: { ...environmentOf(stores), DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${String(port)}`;
  while (!(await answers(`${url}/readyz`))) await new Promise((resolve) => setTimeout(resolve, 10));
  const seconds = (performance.now() - started) / 1000;
  for (let request = 0; request < 200; request += 1)
    await answers(`${url}/api/businesses/approved`);
  const status = await readFile(`/proc/${String(child.pid)}/status`, 'utf8').catch(() => '');
  const megabytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  child.kill('SIGTERM');
  await once(child, 'close');
  return { seconds, megabytes };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}
