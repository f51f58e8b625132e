import { openLog } from '@directory/projections/stores';
import {
  randomNumbers,
  type RandomNumbers,
} from '../../../projections/src/testing/random-numbers.ts';
import { client, logInAdmin, logInNewOwner } from '../client.ts';
import { runProgram } from '../program.ts';
import { admin, startCluster, type Cluster, type Servers } from './cluster.ts';
import { editListings, submit, visitListings, type Editor } from './actors.ts';
import { injectFaults } from './inject-faults.ts';
import { compareVisits, compareWithLog, newJournal, type Journal } from './journal.ts';

export type ChaosOptions = Servers & {
  readonly seconds: number;
  readonly seed: number;
  readonly print: (line: string) => void;
};

export type ChaosResult = {
  readonly journal: Journal;
  /** Visits in the log. */
  readonly counted: number;
  readonly faults: ReadonlyMap<string, number>;
  /** Broken guarantees, in sentences. */
  readonly violations: readonly string[];
};

const owners = 4;
const visitors = 3;
const visitedListings = 2;

/** Injects faults into a cluster in use, then compares everything that was acknowledged with what was stored. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  options.print(`Chaos test of ${options.seconds} s; repeat it with --seed ${options.seed}`);
  const cluster = await startCluster(options);
  try {
    options.print(`Two API replicas and two projectors; ${cluster.description}`);
    const journal = newJournal();
    const faults = await runWithFaults(cluster, journal, options);
    return { journal, faults, ...(await check(cluster, journal, options)) };
  } finally {
    await cluster.remove();
  }
}

async function runWithFaults(
  cluster: Cluster,
  journal: Journal,
  { seconds, seed, print }: ChaosOptions,
): Promise<ReadonlyMap<string, number>> {
  const ended = new AbortController();
  const { replicas, targets } = cluster;
  const shared = { replicas, journal, signal: ended.signal };
  const [replica = ''] = replicas;
  const adminToken = await logInAdmin(replica, admin);
  const editors: Editor[] = [];
  for (let index = 0; index < owners; index += 1) {
    const owner = await logInNewOwner(replica, `owner-${index}@example.org`);
    editors.push({ ...shared, owner, admin: adminToken, random: randomFor(seed, index) });
  }
  await publishVisited(editors.slice(0, visitedListings));
  const working = [
    ...editors.map(editListings),
    ...Array.from({ length: visitors }, (_, index) =>
      visitListings({ ...shared, random: randomFor(seed, owners + index) }),
    ),
  ];
  const random = randomFor(seed, owners + visitors);
  const injecting = injectFaults({ targets, random, seconds, signal: ended.signal, print });
  try {
    await Promise.race([injecting, ...working]);
  } finally {
    ended.abort();
    await Promise.allSettled([injecting, ...working]);
  }
  await Promise.all(working);
  return injecting;
}

/** Only visits to public listings count; these stay public. */
async function publishVisited(editors: readonly Editor[]): Promise<void> {
  for (const editor of editors) {
    const history = await submit(editor);
    const [replica = ''] = editor.replicas;
    const path = `/api/businesses/${history?.id ?? ''}`;
    const answer = await client(replica, editor.admin).send('PUT', path, { status: 'approved' });
    if (!history || !answer.ok) throw new Error(`nothing to visit: ${await answer.text()}`);
    history.acknowledged.push({ event: 'BusinessApproved', mark: null });
    editor.journal.visits.push({ id: history.id, acknowledged: 0, unknown: 0 });
  }
}

async function check(
  cluster: Cluster,
  journal: Journal,
  { print }: ChaosOptions,
): Promise<Pick<ChaosResult, 'counted' | 'violations'>> {
  const {
    DATA_DIR: dataDir = '',
    EVENTSTORE_URL: eventstoreUrl = null,
    MONGODB_URL: mongodbUrl = null,
  } = cluster.env;
  const log = await openLog({ dataDir, eventstoreUrl, mongodbUrl });
  try {
    const visits = await compareVisits(journal, cluster.replicas, log);
    await cluster.stopPrograms();
    const verified = await runProgram({
      program: 'projections',
      args: ['verify'],
      env: cluster.env,
    });
    print(verified.output.trim());
    const failures = cluster.targets.flatMap((target) => target.unexpectedFailure() ?? []);
    const violations = [
      ...journal.violations,
      ...(await compareWithLog(journal, log)),
      ...visits.violations,
      ...failures,
      ...(verified.code === 0
        ? []
        : ['npm run verify found a difference between the views and the log']),
    ];
    return { counted: visits.counted, violations };
  } finally {
    await log.close();
  }
}

function randomFor(seed: number, actor: number): RandomNumbers {
  return randomNumbers(seed * 1_000 + actor);
}
