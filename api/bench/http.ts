import { Agent, request as openRequest, type RequestOptions } from 'node:http';
import { closeAfter } from '@directory/projections/stores';
import { browser as userAgent, client, logInAdmin } from '../e2e/client.ts';
import { deleteOrRestore } from './changes.ts';
import { bestLoad, load, loadProgram, medianLoad, paced, type Load, type Request } from './load.ts';
import { alternate, median, type BenchStores } from './measure.ts';
import { admin, answerOf, startBare, startBuilt, type Server } from './servers.ts';

const browser = { ...userAgent, 'Accept-Encoding': 'br' };
const list = '/api/businesses/approved';
const perSecond = 200;
const visibleChanges = 500;
/** More rounds than for other figures, as the best ones are compared, too. */
const readRounds = 7;

/** Measures reads of the built program against bare `node:http` that sends the same bytes; again with durable pings beside them. */
export async function benchReads(stores: BenchStores, dataDir: string, rounds: number) {
  await closeAfter(startBuilt(stores, dataDir), async (directory) => {
    const ids = await idsOf(directory);
    const fixed = (path: string) => async (): Promise<Request> => ({ path, headers: browser });
    /** Asks for the validator each time, as pings change the list. */
    const notModified = async (): Promise<Request> => {
      const { headers } = await fetch(directory.url + list, { headers: browser });
      return { path: list, headers: { ...browser, 'If-None-Match': headers.get('ETag') ?? '' } };
    };
    const reads: readonly (readonly [string, () => Promise<Request>])[] = [
      ['the approved list', fixed(list)],
      ['its 304', notModified],
      ['one business', fixed(`/api/businesses/${ids[0] ?? ''}`)],
      ['the home page', fixed('/')],
      ['a page of a place', fixed(`/places/${ids[0] ?? ''}`)],
    ];
    console.log(`reads, by ${loadProgram}; against bare node:http sending the same bytes`);
    for (const [name, nextRead] of reads) {
      const first = await nextRead();
      const answer = await answerOf(directory.url + first.path, first.headers);
      const { ours, besidePings, reference } = await closeAfter(startBare(answer), (bare) =>
        alternate(readRounds, {
          reference: () => load(bare, first),
          ours: async () => load(directory, await nextRead()),
          besidePings: async () => {
            const read = await nextRead();
            return beside(directory, pingsOf(ids), () => load(directory, read));
          },
        }),
      );
      show(name, ours, reference);
      show(`  beside ${perSecond} pings/s`, besidePings, reference);
    }
    for (const [name, nextRead] of reads)
      await showHostile(directory, name, await nextRead(), rounds);
  });
}

/** Measures durable view pings, as fast as they are answered, against bare `node:http` that sends the same answer, and against those of a crawler, which the same route answers without an event. */
export async function benchPings(stores: BenchStores, dataDir: string, rounds: number) {
  const { ours, reference, uncounted } = await closeAfter(
    startBuilt(stores, dataDir),
    async (directory) => {
      const [id = ''] = await idsOf(directory);
      const ping = { path: pingPath(id), headers: browser, body: pingBody() };
      const ofCrawler = { ...ping, headers: { ...browser, 'User-Agent': 'Googlebot/2.1' } };
      return closeAfter(startBare({ status: 204, headers: [], body: '' }), (bare) =>
        alternate(rounds, {
          reference: () => load(bare, ping),
          ours: () => load(directory, ping),
          uncounted: () => load(directory, ofCrawler),
        }),
      );
    },
  );
  show('a durable view ping', ours, reference);
  show('  against one of a crawler', ours, uncounted);
}

/** Measures the milliseconds from sending a change, on an idle server, until the place was answered as it is then. @throws where the first answer is the former one */
export function benchVisible(stores: BenchStores, dataDir: string) {
  return closeAfter(startBuilt(stores, dataDir), async (directory) => {
    const { send } = client(directory.url, await logInAdmin(directory.url, admin));
    const [id = ''] = await idsOf(directory);
    const place = `/api/businesses/${id}`;
    const times: number[] = [];
    for (let change = 0; change < visibleChanges; change += 1) {
      const isDeleted = change % 2 === 0;
      const sent = performance.now();
      await deleteOrRestore(send, place, isDeleted);
      const { status } = await fetch(directory.url + place);
      times.push(performance.now() - sent);
      if ((status === 404) !== isDeleted) throw new Error('a change is not visible');
    }
    times.sort((a, b) => a - b);
    return { median: median(times), p99: times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN };
  });
}

/** Measures the seconds until the built program is ready with an existing folder, and its peak memory after 200 requests of the list. */
export function benchStart(stores: BenchStores, dataDir: string) {
  const started = performance.now();
  return closeAfter(startBuilt(stores, dataDir), async ({ url, peakMemory }) => {
    const seconds = (performance.now() - started) / 1000;
    for (let count = 0; count < 200; count += 1) await (await fetch(url + list)).arrayBuffer();
    return { seconds, megabytes: await peakMemory() };
  });
}

async function idsOf({ url }: Server): Promise<readonly string[]> {
  const places = (await (await fetch(url + list)).json()) as { id: string }[];
  return places.map(({ id }) => id);
}

/** Shows how fast others are answered beside requests that are meant to cost much, of one client and of a client for each in a second. */
async function showHostile(directory: Server, name: string, read: Request, rounds: number) {
  const measure = () => paced(directory, read);
  const { alone, ofOne, ofMany } = await alternate(rounds, {
    alone: measure,
    ofOne: () => beside(directory, hostile(1), measure),
    ofMany: () => beside(directory, hostile(perSecond), measure),
  });
  const p99 = (times: readonly number[]) => `${median(times).toFixed(1)} ms`;
  console.log(
    `${name.padEnd(28)} p99 ${p99(alone)}; beside ${perSecond} hostile requests/s of one client ${p99(ofOne)}, of many ${p99(ofMany)}`,
  );
}

type Sent = RequestOptions & { readonly path: string; readonly body?: string };

type BackgroundLoad = {
  readonly request: (index: number) => Sent;
  readonly isAnswered: (status: number) => boolean;
};

function pingsOf(ids: readonly string[]): BackgroundLoad {
  const headers = { ...browser, 'Content-Type': 'application/json' };
  return {
    request: (index) => ({
      path: pingPath(ids[index % ids.length] ?? ''),
      method: 'POST',
      headers,
      body: pingBody(),
    }),
    isAnswered: (status) => status === 204,
  };
}

/** Requests for which no page is cached: new search texts, unknown filters and foreign hosts, from several addresses of this machine. */
function hostile(clients: number): BackgroundLoad {
  return {
    request(index) {
      const text = `kedai makan ${index} ${'jalan raja '.repeat(6)}`;
      const pages: readonly Sent[] = [
        { path: `/?${new URLSearchParams({ q: text }).toString()}` },
        { path: `/?category=${index}&subcategory=${index}` },
        { path: `/?kampong=${index}&page=${index}` },
        { path: '/', headers: { Host: `host-${index}.example` } },
        { path: '/', headers: { Host: `<${index}>` } },
      ];
      const localAddress = `127.0.1.${1 + (index % clients)}`;
      return { path: '/', ...pages[index % pages.length], localAddress };
    },
    isAnswered: (status) => status < 500,
  };
}

function pingPath(id: string): string {
  return `/api/businesses/${id}/view`;
}

function pingBody(): string {
  return JSON.stringify({ viewedAt: new Date().toISOString() });
}

/** Sends requests evenly while `work` lasts. @throws where one is not answered */
async function beside<Result>(
  { url }: Server,
  { request, isAnswered }: BackgroundLoad,
  work: () => Promise<Result>,
): Promise<Result> {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  const answers: Promise<number>[] = [];
  const timer = setInterval(() => {
    const { body, ...options } = request(answers.length);
    answers.push(
      new Promise((resolve, reject) => {
        openRequest({ ...options, hostname, port, agent }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .on('error', reject)
          .end(body);
      }),
    );
  }, 1000 / perSecond);
  const result = await work().finally(() => clearInterval(timer));
  const refused = (await Promise.all(answers)).find((status) => !isAnswered(status));
  agent.destroy();
  if (refused !== undefined) throw new Error(`a request beside was answered with ${refused}`);
  return result;
}

function show(name: string, ours: readonly Load[], reference: readonly Load[]) {
  const cost = ({ cpu, p99 }: Load) => `${cpu.toFixed(0)} us, p99 ${p99.toFixed(1)} ms`;
  const compared = (of: (rounds: readonly Load[]) => Load) => {
    const [some, others] = [of(ours), of(reference)];
    return `${some.rate.toFixed(0).padStart(6)}/s ${(some.rate / others.rate).toFixed(2)} of ${others.rate.toFixed(0)}/s, ${cost(some)} (bare ${cost(others)})`;
  };
  console.log(`${name.padEnd(28)} ${compared(medianLoad)}; best rounds ${compared(bestLoad)}`);
}
