import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
} from 'node:zlib';
import { closeAfter } from '@directory/projections/stores';
import { browser, client, logInAdmin, type Client } from '../e2e/client.ts';
import { runProgram } from '../e2e/program.ts';
import { embedded, median } from './measure.ts';
import { admin, getRaw, startBuilt, type Server } from './servers.ts';

const sizes = [600, 5_000, 58_000];
/** How many changes each request is measured after; those of the warm-up do not count. */
const changes = 20;
const warmUps = 8;
/** The server waits a quarter of a second before it compresses the list again. */
const quietMs = 500;
const maxQuietMs = 60_000;

/** Measures requests after a change against making and compressing the whole list, in processor time at three sizes of the directory. */
export async function benchChanges(newFolder: (name: string) => Promise<string>): Promise<void> {
  for (const size of sizes) {
    const dataDir = await newFolder('places');
    await importPlaces(dataDir, size);
    await closeAfter(startBuilt(embedded, dataDir), (server) => benchSize(server, size));
  }
}

async function benchSize(server: Server, size: number): Promise<void> {
  const token = await logInAdmin(server.url, admin);
  const list = '/api/businesses/approved';
  const json = await textOf(server, list);
  await warmUp(server, json);
  const reads = [
    ['the list after a change', list, browser],
    ['the home page after a change', '/', browser],
    ['a search after a change', '/api/places?q=masjid', {}],
    ["admins' first page", '/api/businesses?page=1', { Authorization: `Bearer ${token}` }],
  ] as const;
  const { send } = client(server.url, token);
  const costs: number[] = [];
  for (const [, path, headers] of reads)
    costs.push(await costAfterChange(server, send, path, headers));
  const all = costOfAll(json);
  console.log(`${size} places; all of the list made and compressed: ${milliseconds(all)}`);
  for (const [index, [name]] of reads.entries()) {
    const cost = costs[index] ?? Number.NaN;
    console.log(`  ${name.padEnd(28)} ${milliseconds(cost)}, ${(cost / all).toFixed(2)} of that`);
  }
  console.log(`  peak memory                  ${(await server.peakMemory()).toFixed(0)} MB`);
}

function milliseconds(microseconds: number): string {
  return `${(microseconds / 1000).toFixed(1)} ms`;
}

/** Renders pages, as code that has run often is faster. The limit is 120 a minute for a client, and the home page needs some of them. */
async function warmUp(server: Server, list: string): Promise<void> {
  const places = JSON.parse(list) as readonly { readonly id: string }[];
  for (const { id } of places.slice(0, 80)) await textOf(server, `/places/${id}`, browser);
}

/** Imports the places of the seed again and again under other names. */
async function importPlaces(dataDir: string, size: number): Promise<void> {
  const file = new URL('../seed-data/places.json', import.meta.url);
  const seed = JSON.parse(await readFile(file, 'utf8')) as readonly { name: string }[];
  const rows = Array.from({ length: size }, (_, index) => {
    const place = seed[index % seed.length];
    return JSON.stringify({ ...place, name: `${place?.name ?? ''} ${index}` });
  });
  const places = join(dataDir, 'places.ndjson');
  await writeFile(places, rows.join('\n'));
  const { code, output } = await runProgram({
    program: 'api',
    args: ['import', places],
    env: { DATA_DIR: dataDir },
  });
  if (code !== 0) throw new Error(output);
}

/** The cost of making and compressing the list in this process, where nothing else runs, in microseconds. */
function costOfAll(list: string): number {
  const places: unknown = JSON.parse(list);
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    const json = JSON.stringify(places);
    gzipSync(json);
    brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return median(costs);
}

/**
 * The cost of the request after the first place of its answer was deleted or restored, in microseconds. The mean of the middle half,
 * as other work of the server shows. @throws where the answer does not show the change
 */
async function costAfterChange(
  server: Server,
  send: Client['send'],
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const [id = ''] = placeId.exec(await textOf(server, path, headers)) ?? [];
  const place = `/api/businesses/${id}`;
  const costs: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    const isDeleted = change % 2 === 0;
    await deleteOrRestore(send, place, isDeleted);
    const before = await cpuOnceQuiet(server);
    // Reading a long answer takes a while, in which the server begins to compress it better.
    const accepting = { 'Accept-Encoding': 'br, gzip', ...headers };
    const { body, response } = await getRaw(server.url + path, accepting);
    costs.push((await server.cpu()) - before);
    if (decoded(body, response.headers['content-encoding']).includes(id) === isDeleted)
      throw new Error(`${path} does not show the change`);
  }
  const counted = costs.slice(warmUps).toSorted((a, b) => a - b);
  const middle = counted.slice(counted.length / 4, -counted.length / 4);
  return middle.reduce((sum, cost) => sum + cost, 0) / middle.length;
}

/** Deletes the place at this path, or restores it. */
export async function deleteOrRestore(
  send: Client['send'],
  place: string,
  isDeleted: boolean,
): Promise<void> {
  const changed = await (isDeleted
    ? send('DELETE', place, {})
    : send('POST', `${place}/restoration`, {}));
  if (!changed.ok) throw new Error(await changed.text());
}

/** The processor time of the server so far, once it has come to rest after the change and the requests before. */
async function cpuOnceQuiet(server: Server): Promise<number> {
  const deadline = performance.now() + maxQuietMs;
  for (let before = await server.cpu(); performance.now() < deadline;) {
    await wait(quietMs);
    const now = await server.cpu();
    // A few timers go on.
    if (now - before <= 10_000) return now;
    before = now;
  }
  throw new Error('the server does not come to rest');
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

const placeId = /\b[0-9A-Z]{26}\b/;

async function textOf({ url }: Server, path: string, headers = {}): Promise<string> {
  const response = await fetch(url + path, { headers });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.text();
}
