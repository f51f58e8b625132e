import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareProcess } from '@directory/projections';
import { openLog } from '@directory/projections/stores';
import { Command } from 'commander';
import { generateLog } from '../../projections/src/testing/generate-log.ts';
import { atLeast } from '../e2e/program.ts';
import { benchChanges } from './changes.ts';
import { benchPings, benchReads, benchStart, benchVisible } from './http.ts';
import { benchAppend, benchReplay } from './log.ts';
import { benchPeers } from './peers.ts';
import { embedded, withOwnDatabase, type BenchStores } from './measure.ts';

// Memory is managed as in the programs, which rebuild by how much is used.
prepareProcess(process.env);

const rounds = 3;
const values = new Command('bench')
  .option('--changes')
  .option('--cluster')
  .option('--peers')
  .option('--events <number>', '', atLeast(100), 100_000)
  .option('--reads')
  .option('--replay')
  .parse()
  .opts<
    Partial<Record<'changes' | 'cluster' | 'peers' | 'reads' | 'replay', true>> & { events: number }
  >();
const { events } = values;

const chosen = values.cluster ? clusterStores() : embedded;
const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  if (values.peers) await benchPeers(dataDir, rounds);
  else if (values.changes) await benchChanges(folder);
  else if (chosen) await bench(chosen);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

function clusterStores(): BenchStores | null {
  const eventstoreUrl = process.env['EVENTSTORE_URL'] || null;
  const mongodbUrl = process.env['MONGODB_URL'] || null;
  if (eventstoreUrl === null && mongodbUrl === null) {
    console.error('--cluster needs EVENTSTORE_URL, MONGODB_URL or both.');
    process.exitCode = 1;
    return null;
  }
  const place = (url: string | null, server: string) => (url === null ? 'SQLite' : server);
  console.log(
    `events in ${place(eventstoreUrl, 'EventStoreDB')}, views in ${place(mongodbUrl, 'MongoDB')}`,
  );
  return { eventstoreUrl, mongodbUrl };
}

async function bench(stores: BenchStores): Promise<void> {
  const replayed = await folder('replay');
  const log = await openLog({ ...stores, dataDir: replayed, mongodbUrl: null });
  await generateLog(log, { events, businesses: events / 100 });
  await log.close();
  if (!values.reads) {
    if (!values.replay) await benchAppend(stores, await folder('append'), rounds);
    await benchReplay(stores, replayed, { events, rounds });
  }
  if (values.replay) return;
  await withOwnDatabase(stores, async (own) => {
    await benchReads(own, replayed, rounds);
    await benchPings(own, replayed, rounds);
    const visible = await benchVisible(own, replayed);
    console.log(
      `write to visible             median ${visible.median.toFixed(1)} ms, p99 ${visible.p99.toFixed(1)} ms`,
    );
    const { seconds, megabytes } = await benchStart(own, replayed);
    console.log(
      `start with ${events} events or more: ready in ${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB peak memory`,
    );
  });
}

function folder(name: string): Promise<string> {
  return mkdtemp(join(dataDir, `${name}-`));
}
