import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { currentSchema } from '@directory/domain';
import { startOfLog, type EventStore, type NewEvent } from '@directory/domain/event-store';
import { directoryViews, rebuildViews, runReport, type AnyView } from '@directory/projections';
import { openLog, openStoredLog, openViewStore } from '@directory/projections/stores';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { v7 as uuid } from 'uuid';
import { showRates, withOwnDatabase, type BenchStores } from './measure.ts';

const appends = 2_000;

/** Measures durable appends, sequential and concurrent, against writing and syncing as many bytes to a file. */
export async function benchAppend(stores: BenchStores, dataDir: string, rounds: number) {
  const log = await openStoredLog({ ...stores, dataDir });
  const file = openSync(join(dataDir, 'raw'), 'a');
  const bytes = Buffer.from(JSON.stringify(newEvent()));
  const reference = async () => {
    for (let index = 0; index < appends; index += 1) {
      writeSync(file, bytes);
      fdatasyncSync(file);
    }
  };
  const against = 'raw write + fdatasync of each';
  for (const [name, concurrency] of [
    ['append, sequential', 1],
    ['append, 64 concurrent', 64],
  ] as const) {
    const ours = () => appendAll(log, concurrency);
    await showRates(name, { rounds, events: appends, ours, reference, against });
  }
  closeSync(file);
  await log.close();
}

async function appendAll(log: EventStore, concurrency: number): Promise<void> {
  const one = async (lane: number) => {
    for (let index = lane; index < appends; index += concurrency)
      await log.append(`visits-${index % 200}`, [newEvent()], { expected: 'any' });
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
      schema: currentSchema,
    },
  };
}

/** Measures reports, then building all views and single ones, against reading the same rows and parsing their JSON. */
export async function benchReplay(
  stores: BenchStores,
  dataDir: string,
  counts: { readonly events: number; readonly rounds: number },
) {
  const log = await openLog({ ...stores, dataDir });
  const views = directoryViews(timeZone);
  const reference = async () => {
    if (stores.eventstoreUrl === null) readAndParse(join(dataDir, 'events.db'));
    else await readThrough(log);
  };
  const reporting = (name: string, by: string) => async () => {
    const report = await runReport(log, { name, by: [by], timeZone });
    for await (const rows of report.rows) if (rows.length === 0) throw new Error('no rows');
  };
  const building = (built: readonly AnyView[]) => () =>
    withOwnDatabase(stores, (own) => buildViews(log, dataDir, own, built));
  for (const [name, ours] of [
    ['report views', reporting('views', 'day')],
    ['report listings', reporting('listings', 'category')],
    ['replay into all views', building(Object.values(views))],
    ['replay into listings', building([views.listings])],
    ['replay into hourly-views', building([views.hourlyViews])],
  ] as const)
    await showRates(name, { ...counts, ours, reference, against, byProcessor: true });
  await log.close();
}

const timeZone = 'Asia/Kuala_Lumpur';
const against = 'reading and JSON.parse-ing the same events';

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
