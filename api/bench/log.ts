import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startOfLog, type EventStore, type NewEvent } from '@directory/domain/event-store';
import { directoryViews, rebuildViews, runReport, type AnyView } from '@directory/projections';
import { openLog, openStoredLog, openViewStore } from '@directory/projections/stores';
import BetterSqlite3 from 'better-sqlite3';
import { v7 as uuid } from 'uuid';
import {
  compare,
  compareTimes,
  rate,
  withOwnDatabase,
  type BenchStores,
  type Figure,
} from './measure.ts';

const appends = 2_000;

/** Durable appends, sequential and concurrent, against writing and syncing as many bytes to a file. */
export async function benchAppend(
  { eventstoreUrl }: BenchStores,
  dataDir: string,
  rounds: number,
): Promise<readonly Figure[]> {
  const log = await openStoredLog({ dataDir, eventstoreUrl });
  const file = openSync(join(dataDir, 'raw'), 'a');
  const bytes = Buffer.from(JSON.stringify(newEvent()));
  const reference = () =>
    rate(appends, async () => {
      for (let index = 0; index < appends; index += 1) {
        writeSync(file, bytes);
        fdatasyncSync(file);
      }
    });
  const figures: Figure[] = [];
  for (const concurrency of [1, 64]) {
    const ours = () => rate(appends, () => appendAll(log, concurrency));
    const rates = await compare(rounds, { ours, reference });
    const name =
      concurrency === 1 ? 'append, sequential' : `append, ${String(concurrency)} concurrent`;
    figures.push({ name, unit: 'events/s', ...rates, against: 'raw write + fdatasync of each' });
  }
  closeSync(file);
  await log.close();
  return figures;
}

async function appendAll(log: EventStore, concurrency: number): Promise<void> {
  const one = async (lane: number) => {
    for (let index = lane; index < appends; index += concurrency)
      await log.append(`visits-${String(index % 200)}`, [newEvent()], { expected: 'any' });
  };
  await Promise.all(Array.from({ length: concurrency }, (_, lane) => one(lane)));
}

function newEvent(): NewEvent {
  const id = uuid();
  const time = new Date().toISOString();
  return {
    id,
    type: 'BusinessViewed',
    data: { businessId: id, ownerId: id, viewedAt: time, receivedAt: time, firstToday: true },
    metadata: {
      commandId: id,
      correlationId: id,
      actor: { id: null, role: 'visitor' },
      time,
      schema: 1,
    },
  };
}

/** Building all views, and one of a type of events that is rare, against reading the same rows and parsing their JSON. */
export async function benchReplay(
  stores: BenchStores,
  dataDir: string,
  { events, rounds }: { readonly events: number; readonly rounds: number },
): Promise<readonly Figure[]> {
  const log = await openLog({ ...stores, dataDir });
  const all = directoryViews('Asia/Kuala_Lumpur');
  const reference = async () => {
    if (stores.eventstoreUrl === null) readAndParse(join(dataDir, 'events.db'));
    else await readThrough(log);
  };
  const building = (views: readonly AnyView[]) => () =>
    withOwnDatabase(stores, (own) => buildViews(log, dataDir, own, views));
  const against = 'reading and JSON.parse-ing the same events';
  const figures: Figure[] = [];
  for (const [name, views] of [
    ['replay into all views', Object.values(all)],
    ['replay into listings', [all.listings]],
    ['replay into hourly-views', [all.hourlyViews]],
  ] as const) {
    const rates = await compareTimes(rounds, events, { ours: building(views), reference });
    figures.push({ name, unit: 'events/s', ...rates, against });
  }
  await log.close();
  return figures;
}

/** Reports, against reading the same rows and parsing their JSON. */
export async function benchReports(
  stores: BenchStores,
  dataDir: string,
  { events, rounds }: { readonly events: number; readonly rounds: number },
): Promise<readonly Figure[]> {
  const log = await openLog({ ...stores, dataDir });
  const reference = async () => {
    if (stores.eventstoreUrl === null) readAndParse(join(dataDir, 'events.db'));
    else await readThrough(log);
  };
  const against = 'reading and JSON.parse-ing the same events';
  const figures: Figure[] = [];
  for (const question of [
    { name: 'views', by: ['day'] },
    { name: 'listings', by: ['category'] },
  ]) {
    const ours = async () => {
      const report = await runReport(log, { ...question, timeZone: 'Asia/Kuala_Lumpur' });
      for await (const rows of report.rows) if (rows.length === 0) throw new Error('no rows');
    };
    const rates = await compareTimes(rounds, events, { ours, reference });
    figures.push({ name: `report ${question.name}`, unit: 'events/s', ...rates, against });
  }
  await log.close();
  return figures;
}

async function buildViews(
  log: EventStore,
  dataDir: string,
  { mongodbUrl }: BenchStores,
  views: readonly AnyView[],
): Promise<void> {
  const folder = await mkdtemp(join(dataDir, 'views-'));
  const store = await openViewStore({ dataDir: folder, mongodbUrl }, () => undefined);
  await rebuildViews({ log, store, views });
  await store.close();
  await rm(folder, { recursive: true });
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
    .prepare<[number], [number, string, string]>(
      'SELECT position, data, metadata FROM events WHERE position > ? ORDER BY position LIMIT 1000',
    )
    .raw();
  let after = 0;
  for (let rows = page.all(after); rows.length > 0; rows = page.all(after)) {
    for (const [position, data, metadata] of rows) {
      JSON.parse(data);
      JSON.parse(metadata);
      after = position;
    }
  }
  db.close();
}
