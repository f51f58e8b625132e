import { startOfLog, type EventStore, type Position } from '@directory/domain/event-store';
import { directoryViews, startProjector } from '@directory/projections';
import { openLog, openViewStore } from '@directory/projections/stores';
import BetterSqlite3 from 'better-sqlite3';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withOwnDatabase, type BenchStores } from './bench-stores.ts';
import { compare, rate, type Figure } from './measure.ts';

/** Building all views from an existing log, against reading the same rows and parsing their JSON. */
export async function benchReplay(
  stores: BenchStores,
  dataDir: string,
  { events, rounds }: { readonly events: number; readonly rounds: number },
): Promise<readonly Figure[]> {
  const log = await openLog({ dataDir, eventstoreUrl: stores.eventstoreUrl });
  const rates = await compare(rounds, {
    ours: () => rate(events, () => withOwnDatabase(stores, (own) => buildViews(log, dataDir, own))),
    reference: () =>
      rate(events, async () => {
        if (stores.eventstoreUrl === null) readAndParse(join(dataDir, 'events.db'));
        else await readThrough(log);
      }),
  });
  await log.close();
  const against = 'reading and JSON.parse-ing the same events';
  return [{ name: 'replay into all views', unit: 'events/s', ...rates, against }];
}

async function buildViews(
  log: EventStore,
  dataDir: string,
  { mongodbUrl }: BenchStores,
): Promise<void> {
  const folder = await mkdtemp(join(dataDir, 'views-'));
  const store = await openViewStore({ dataDir: folder, mongodbUrl }, () => undefined);
  const views = Object.values(directoryViews('Asia/Kuala_Lumpur'));
  const projector = startProjector({ log, store, views, report: () => undefined });
  const head = await log.head();
  const behind = async () => (await positions(store)).some((position) => position < head);
  while (await behind()) await new Promise((resolve) => setTimeout(resolve, 5));
  await projector.stop();
  await store.close();
  await rm(folder, { recursive: true });
}

async function positions(store: {
  generations: () => Promise<readonly { position: Position; live: boolean }[]>;
}): Promise<readonly Position[]> {
  const live = (await store.generations()).filter((generation) => generation.live);
  return live.length === 0 ? [startOfLog] : live.map(({ position }) => position);
}

async function readThrough(log: EventStore): Promise<void> {
  for (let after = startOfLog; ;) {
    const last = (await log.readAll({ after, limit: 1_000 })).at(-1);
    if (!last) return;
    after = last.position;
  }
}

function readAndParse(file: string): void {
  const db = new BetterSqlite3(file, { readonly: true });
  const page = db
    .prepare<[number], [number, string]>(
      'SELECT position, body FROM events WHERE position > ? ORDER BY position LIMIT 1000',
    )
    .raw();
  let after = 0;
  for (let rows = page.all(after); rows.length > 0; rows = page.all(after)) {
    for (const [position, body] of rows) {
      JSON.parse(body);
      after = position;
    }
  }
  db.close();
}
