import { Agent, request as openRequest } from 'node:http';
import { load, loadProgram, medianLoad, type Load, type Request } from './load.ts';
import { alternate, type BenchStores } from './measure.ts';
import { answerOf, startBare, startBuilt, type Server } from './servers.ts';

const browser = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  'Accept-Encoding': 'br',
};
const list = '/api/businesses/approved';
const pingsPerSecond = 200;

/** Reads of the built program against bare `node:http` that sends the same bytes; again with durable pings beside them. */
export async function benchReads(stores: BenchStores, dataDir: string, rounds: number) {
  const directory = await startBuilt(stores, dataDir);
  try {
    const ids = await idsOf(directory);
    const listed = { path: list, headers: browser };
    const reads: readonly (readonly [string, Request])[] = [
      ['the approved list', listed],
      ['its 304', await unchanged(directory, listed)],
      ['one business', { path: `/api/businesses/${ids[0] ?? ''}`, headers: browser }],
      ['the home page', { path: '/', headers: browser }],
      ['a page of a place', { path: `/places/${ids[0] ?? ''}`, headers: browser }],
    ];
    console.log(`reads, by ${loadProgram}; against bare node:http sending the same bytes`);
    for (const [name, read] of reads) {
      const bare = await startBare(await answerOf(directory.url + read.path, read.headers));
      const { ours, besidePings, reference } = await alternate(rounds, {
        reference: () => load(bare, read),
        ours: () => load(directory, read),
        besidePings: () => withPings(directory, ids, () => load(directory, read)),
      });
      await bare.stop();
      show(name, ours, reference);
      show(`  beside ${String(pingsPerSecond)} pings/s`, besidePings, reference);
    }
  } finally {
    await directory.stop();
  }
}

/** Durable view pings as fast as they are answered, against bare `node:http` sending the same answer. */
export async function benchPings(stores: BenchStores, dataDir: string, rounds: number) {
  const directory = await startBuilt(stores, dataDir);
  try {
    const [id = ''] = await idsOf(directory);
    const ping = { path: pingPath(id), headers: browser, body: pingBody() };
    const bare = await startBare({ status: 204, headers: [], body: '' });
    const { ours, reference } = await alternate(rounds, {
      reference: () => load(bare, ping),
      ours: () => load(directory, ping),
    });
    await bare.stop();
    show('a durable view ping', ours, reference);
  } finally {
    await directory.stop();
  }
}

/** Seconds until the built program is ready with an existing folder, and its peak memory after 200 requests of the list. */
export async function benchStart(stores: BenchStores, dataDir: string) {
  const started = performance.now();
  const server = await startBuilt(stores, dataDir);
  const seconds = (performance.now() - started) / 1000;
  for (let count = 0; count < 200; count += 1) await (await fetch(server.url + list)).arrayBuffer();
  const megabytes = await server.peakMemory();
  await server.stop();
  return { seconds, megabytes };
}

async function idsOf({ url }: Server): Promise<readonly string[]> {
  const places = (await (await fetch(url + list)).json()) as { id: string }[];
  return places.map(({ id }) => id);
}

/** The same request with the validator of the present answer. */
async function unchanged({ url }: Server, { path, headers }: Request): Promise<Request> {
  const etag = (await fetch(url + path, { headers })).headers.get('ETag') ?? '';
  return { path, headers: { ...headers, 'If-None-Match': etag } };
}

function pingPath(id: string): string {
  return `/api/businesses/${id}/view`;
}

function pingBody(): string {
  return JSON.stringify({ viewedAt: new Date().toISOString() });
}

/** Sends visits of all places evenly while `work` lasts. @throws where one is not stored */
async function withPings<Result>(
  { url }: Server,
  ids: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const agent = new Agent({ keepAlive: true });
  const headers = { ...browser, 'Content-Type': 'application/json' };
  const answers: Promise<number>[] = [];
  const timer = setInterval(() => {
    const id = ids[answers.length % ids.length] ?? '';
    answers.push(
      new Promise((resolve, reject) => {
        openRequest(url + pingPath(id), { method: 'POST', agent, headers }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .on('error', reject)
          .end(pingBody());
      }),
    );
  }, 1000 / pingsPerSecond);
  const result = await work().finally(() => {
    clearInterval(timer);
  });
  const refused = (await Promise.all(answers)).find((status) => status !== 204);
  agent.destroy();
  if (refused !== undefined) throw new Error(`a ping was answered with ${String(refused)}`);
  return result;
}

function show(name: string, oursOfRounds: readonly Load[], referenceOfRounds: readonly Load[]) {
  const ours = medianLoad(oursOfRounds);
  const reference = medianLoad(referenceOfRounds);
  const rate = (load: Load) => load.rate.toFixed(0).padStart(7);
  const cost = ({ cpu, p99 }: Load) => `${cpu.toFixed(0)} us, p99 ${p99.toFixed(1)} ms`;
  const ratio = (ours.rate / reference.rate).toFixed(2);
  console.log(
    `${name.padEnd(28)} ${rate(ours)}/s ${ratio} of ${rate(reference)}/s; ${cost(ours)} (bare ${cost(reference)})`,
  );
}
