import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { recordOf } from '@directory/domain/shared/collections';
import autocannon from 'autocannon';
import { median } from './measure.ts';
import { startScript, type Server } from './servers.ts';

export type Request = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes it a POST of JSON. */
  readonly body?: string;
};

export type Load = {
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds within which 99 % were answered. */
  readonly p99: number;
  /** Microseconds of processor time that the server spent on each. */
  readonly cpu: number;
};

const connections = 32;
/** In seconds, of which a slow server takes some for a large list on each connection. */
const timeout = 30;

const hasWrk = spawnSync('wrk', ['-v']).error === undefined;

/** Which program makes the load: autocannon is slower than the servers that it measures. */
export const loadProgram = hasWrk
  ? 'wrk'
  : 'autocannon, which bounds the rates of fast servers: install wrk for true ones';

/** Sends as many requests as the server answers on 32 connections. */
export async function load(server: Server, request: Request, seconds = 2): Promise<Load> {
  const before = await server.cpu();
  const measure = hasWrk ? byWrk : byAutocannon;
  const { requests, duration, p99 } = await measure(server.url, request, seconds);
  return {
    rate: requests / duration,
    p99,
    cpu: ((await server.cpu()) - before) / requests,
  };
}

/** Measures, in a program of its own, the milliseconds within which 99 % of 500 requests a second are answered. */
export async function paced({ url }: Server, { path, headers }: Request): Promise<number> {
  const printed = await text(startScript('./paced.ts', { url: url + path, headers }).stdout);
  if (!printed) throw new Error(`${path} was not answered`);
  return Number(printed);
}

export function medianLoad(loads: readonly Load[]): Load {
  return recordOf(['rate', 'p99', 'cpu'], (figure) => median(loads.map((load) => load[figure])));
}

/** The best of each figure, which other work on the machine disturbed least. */
export function bestLoad(loads: readonly Load[]): Load {
  return {
    rate: Math.max(...loads.map(({ rate }) => rate)),
    p99: Math.min(...loads.map(({ p99 }) => p99)),
    cpu: Math.min(...loads.map(({ cpu }) => cpu)),
  };
}

type Measured = { readonly requests: number; readonly duration: number; readonly p99: number };

async function byWrk(
  url: string,
  { path, headers, body }: Request,
  seconds: number,
): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'wrk-'));
  const script = join(folder, 'request.lua');
  // JSON escapes a superset of what a string of Lua has to.
  const lines = Object.entries({ ...headers, ...(body && { 'Content-Type': 'application/json' }) })
    .map(([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
    .concat(body ? [`wrk.method = "POST"`, `wrk.body = ${JSON.stringify(body)}`] : []);
  await writeFile(script, lines.join('\n'));
  const size = ['-t1', `-c${connections}`, `-d${seconds}s`];
  let stdout: string;
  try {
    ({ stdout } = await promisify(execFile)('wrk', [
      ...[...size, '--timeout', `${timeout}s`, '--latency', '-s', script],
      url + path,
    ]));
  } finally {
    await rm(folder, { recursive: true });
  }
  const failed = /Non-2xx.*|Socket errors.*/.exec(stdout)?.[0];
  if (failed) throw new Error(`${path}: ${failed}`);
  const [, requests, duration] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? [];
  const [, p99, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const milliseconds = { us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN;
  return {
    requests: Number(requests),
    duration: Number(duration),
    p99: Number(p99) * milliseconds,
  };
}

async function byAutocannon(
  url: string,
  { path, headers, body }: Request,
  seconds: number,
): Promise<Measured> {
  const result = await autocannon({
    url: url + path,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { method: 'POST' as const, body }),
    connections,
    duration: seconds,
    timeout,
  });
  const failed = result.errors + result['4xx'] + result['5xx'];
  if (failed > 0) throw new Error(`${path}: ${failed} requests failed`);
  return {
    requests: result.requests.total,
    duration: result.duration,
    p99: result.latency.p99,
  };
}
