import { openLog } from '@directory/projections/stores';
import {
  randomNumbers,
  type RandomNumbers,
} from '../../../projections/src/testing/random-numbers.ts';
import { client, logInAdmin, logInNewOwner } from '../client.ts';
import { runProgram } from '../program.ts';
import { admin, startCluster, type Cluster, type Servers } from './cluster.ts';
import { disturb } from './inject-faults.ts';
import { compareVisits, compareWithLog } from './findings.ts';
import { keepListings, submit, type Keeper } from './supervisor.ts';
import { newLedger, type Ledger } from './journal.ts';
import { visitListings } from './visitor.ts';

export type ChaosOptions = Servers & {
  readonly seconds: number;
  readonly seed: number;
  readonly say: (line: string) => void;
};

export type ChaosResult = {
  readonly ledger: Ledger;
  /** Visits in the log. */
  readonly counted: number;
  readonly strikes: ReadonlyMap<string, number>;
  /** What must not be, in sentences; empty when everything is in order. */
  readonly wrongs: readonly string[];
};

const owners = 4;
const visitors = 3;
const visitedListings = 2;

/** Disturbs a cluster that people work with, and then holds everything they were told against what it kept. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  options.say(`Chaos of ${String(options.seconds)} s with the seed ${String(options.seed)}`);
  const cluster = await startCluster(options);
  try {
    options.say(`Two API replicas and two projectors; ${cluster.form}`);
    const ledger = newLedger();
    const strikes = await actAndDisturb(cluster, ledger, options);
    return { ledger, strikes, ...(await hold(cluster, ledger, options)) };
  } finally {
    await cluster.remove();
  }
}

async function actAndDisturb(
  cluster: Cluster,
  ledger: Ledger,
  { seconds, seed, say }: ChaosOptions,
): Promise<ReadonlyMap<string, number>> {
  const ended = new AbortController();
  const { replicas, targets } = cluster;
  const acting = { replicas, ledger, signal: ended.signal };
  const [replica = ''] = replicas;
  const adminToken = await logInAdmin(replica, admin);
  const keepers: Keeper[] = [];
  for (let index = 0; index < owners; index += 1) {
    const owner = await logInNewOwner(replica, `owner-${String(index)}@example.org`);
    keepers.push({ ...acting, owner, admin: adminToken, random: randomFor(seed, index) });
  }
  await publishVisited(keepers.slice(0, visitedListings));
  const busy = [
    ...keepers.map(keepListings),
    ...Array.from({ length: visitors }, (_, index) =>
      visitListings({ ...acting, random: randomFor(seed, owners + index) }),
    ),
  ];
  const random = randomFor(seed, owners + visitors);
  const disturbing = disturb({ targets, random, seconds, signal: ended.signal, say });
  try {
    await Promise.race([disturbing, ...busy]);
  } finally {
    ended.abort();
    await Promise.allSettled([disturbing, ...busy]);
  }
  await Promise.all(busy);
  return disturbing;
}

/** Visits are counted on what is public; these listings stay so. */
async function publishVisited(keepers: readonly Keeper[]): Promise<void> {
  for (const keeper of keepers) {
    const story = await submit(keeper);
    const [replica = ''] = keeper.replicas;
    const path = `/api/businesses/${story?.id ?? ''}`;
    const answer = await client(replica, keeper.admin).send('PUT', path, { status: 'approved' });
    if (!story || !answer.ok) throw new Error(`nothing to visit: ${await answer.text()}`);
    story.told.push({ event: 'BusinessApproved', mark: null });
    keeper.ledger.visits.push({ id: story.id, acknowledged: 0, unknown: 0 });
  }
}

async function hold(
  cluster: Cluster,
  ledger: Ledger,
  { say }: ChaosOptions,
): Promise<Pick<ChaosResult, 'counted' | 'wrongs'>> {
  const { DATA_DIR: dataDir = '', EVENTSTORE_URL: eventstoreUrl = null } = cluster.env;
  const log = await openLog({ dataDir, eventstoreUrl });
  try {
    const visits = await compareVisits(ledger, cluster.replicas, log);
    await cluster.stopPrograms();
    const verified = await runProgram({
      program: 'projections',
      args: ['verify'],
      env: cluster.env,
    });
    say(verified.output.trim());
    const complaints = cluster.targets.flatMap((target) => target.complaint() ?? []);
    const wrongs = [
      ...ledger.wrongs,
      ...(await compareWithLog(ledger, log)),
      ...visits.wrongs,
      ...complaints,
      ...(verified.code === 0 ? [] : ['npm run verify found that views and log differ']),
    ];
    return { counted: visits.counted, wrongs };
  } finally {
    await log.close();
  }
}

function randomFor(seed: number, actor: number): RandomNumbers {
  return randomNumbers(seed * 1_000 + actor);
}
