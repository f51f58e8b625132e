import { randomBytes } from 'node:crypto';
import { startOfLog } from '@directory/domain/event-store';
import type { Db, Filter } from 'mongodb';
import type { AnyView } from '../../engine/view.ts';
import { mayTakeOver, type Generation, type StateChange, type ViewState } from '../view-store.ts';
import { createIndexes, documentsName, documentsOf, unlessDropped } from './documents.ts';
import {
  dropQuarantine,
  pathTo,
  readView,
  toGeneration,
  viewOf,
  viewRecords,
  type GenerationRecord,
  type ViewRecord,
} from './records.ts';

/** The indexes of a generation that answers reads are created before it is visible, those of another before it takes over. */
export async function beginGeneration(db: Db, view: AnyView, live: boolean): Promise<Generation> {
  const { id, number } = await nextId(db, view.name);
  if (live) await createIndexes(db, id, view.indexes);
  const begun = { id, live, record: fresh(view, number) };
  while (!(await register(db, view.name, begun)));
  await dropUnknown(db, view.name, number);
  return toGeneration(id, begun.record, { view: view.name, live });
}

/** Also drops what an earlier call that was interrupted left behind. */
export async function dropUnused(db: Db): Promise<void> {
  for (const { _id: view, begun, live, generations } of await viewRecords(db).find().toArray()) {
    for (const [id, { state }] of Object.entries(generations)) {
      if (id === live || state === 'rebuilding') continue;
      const { matchedCount } = await viewRecords(db).updateOne(
        { _id: view, live, [pathTo(id, 'state')]: state },
        // The count grows, so that a later call also finds what is left of the newest generation.
        { $unset: { [pathTo(id)]: true }, $inc: { begun: 1 } },
      );
      if (matchedCount === 1) await drop(db, id);
    }
    await dropUnknown(db, view, begun);
  }
}

export async function takeOver(db: Db, id: string): Promise<boolean> {
  for (;;) {
    const found = await readView(db, viewOf(id));
    if (!found || !mayTakeOver(found.generations[id], liveOf(found))) return false;
    await createIndexes(db, id, found.generations[id]?.indexes ?? []);
    if (await pointAt(db, id, found)) return true;
  }
}

/** False, and nothing changes, when there is no such generation, or when it is not in the state `from`. */
export async function setState(
  db: Db,
  id: string,
  {
    from,
    to,
    error,
  }: Pick<StateChange, 'to'> & { readonly from?: ViewState; readonly error?: string | undefined },
): Promise<boolean> {
  const { matchedCount } = await viewRecords(db).updateOne(
    { _id: viewOf(id), [pathTo(id, 'state')]: from ?? { $exists: true } },
    { $set: stateOf(id, to, error) },
  );
  return matchedCount === 1;
}

/** Matches a view while a generation of it may be written. */
export function whileWritable(id: string): Filter<ViewRecord> {
  const state = pathTo(id, 'state');
  return { _id: viewOf(id), $or: [{ [state]: 'rebuilding' }, { [state]: 'running', live: id }] };
}

/** A late writer recreates the collection of a generation that was dropped meanwhile. */
export async function dropIfGone(db: Db, id: string): Promise<void> {
  const found = await readView(db, viewOf(id));
  if (!found?.generations[id]) await drop(db, id);
}

/** A random part keeps an id from ever naming another generation, also in a database that was emptied. */
async function nextId(db: Db, view: string) {
  const counted = await viewRecords(db).findOneAndUpdate(
    { _id: view },
    { $inc: { begun: 1 }, $setOnInsert: { live: null, generations: {} } },
    { upsert: true, returnDocument: 'after', projection: { begun: 1 } },
  );
  const number = counted?.begun ?? 0;
  return { number, id: `${view}_${number}_${randomBytes(4).toString('hex')}` };
}

function fresh({ version, indexes }: AnyView, number: number): GenerationRecord {
  return {
    number,
    version,
    position: startOfLog,
    anchor: null,
    handled: 0,
    changes: 0,
    indexes: [...indexes],
    writtenUpTo: startOfLog,
    state: 'rebuilding',
    error: null,
    updatedAt: new Date().toISOString(),
  };
}

/** Records a generation and forgets all others but the live one. False when another took over meanwhile: then try again. */
async function register(
  db: Db,
  view: string,
  { id, live, record }: { id: string; live: boolean; record: GenerationRecord },
): Promise<boolean> {
  const found = await readView(db, view);
  const before = found?.live ?? null;
  const others = Object.keys(found?.generations ?? {}).filter((other) => other !== before);
  const forgotten = others.map((other) => [pathTo(other), true] as const);
  const { matchedCount } = await viewRecords(db).updateOne(
    { _id: view, live: before },
    {
      $set: { [pathTo(id)]: record, ...(live && { live: id }) },
      ...(forgotten.length > 0 && { $unset: Object.fromEntries(forgotten) }),
    },
  );
  return matchedCount === 1;
}

/**
 * Drops collections without a record, such as those of a `begin` that was cut off. The records are read after the collections, so that
 * a generation which was recorded meanwhile is known.
 */
async function dropUnknown(db: Db, view: string, before: number): Promise<void> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const known = Object.keys((await readView(db, view))?.generations ?? {});
  const prefix = documentsName(`${view}_`);
  for (const { name } of collections) {
    if (!name.startsWith(prefix)) continue;
    const id = name.slice(documentsName('').length);
    const number = Number(id.slice(view.length + 1).split('_', 1)[0]);
    if (number < before && !known.includes(id)) await drop(db, id);
  }
}

/** The collection goes last, as `dropUnknown` finds by it what an interruption left. */
async function drop(db: Db, id: string): Promise<void> {
  await dropQuarantine(db, id);
  await documentsOf(db, id)
    .drop()
    .catch(async (error: unknown) => {
      const found = db.listCollections({ name: documentsName(id) }, { nameOnly: true });
      // Where another process drops it, too, servers fail in different ways.
      if (await found.hasNext()) unlessDropped(error);
    });
}

/** False when anything that the decision depends on has changed since it was read. */
async function pointAt(db: Db, id: string, view: ViewRecord): Promise<boolean> {
  const { matchedCount } = await viewRecords(db).updateOne(
    { _id: view._id, live: view.live, [pathTo(id, 'state')]: 'rebuilding', ...asRead(view) },
    { $set: { live: id, ...stateOf(id, liveOf(view)?.state === 'paused' ? 'paused' : 'running') } },
  );
  return matchedCount === 1;
}

function stateOf(id: string, state: ViewState, error: string | null = null) {
  return {
    [pathTo(id, 'state')]: state,
    [pathTo(id, 'error')]: error,
    [pathTo(id, 'updatedAt')]: new Date().toISOString(),
  };
}

function asRead(view: ViewRecord): Filter<ViewRecord> {
  const { live } = view;
  const now = liveOf(view);
  if (live === null || !now) return {};
  return { [pathTo(live, 'state')]: now.state, [pathTo(live, 'position')]: now.position };
}

function liveOf({ live, generations }: ViewRecord): GenerationRecord | undefined {
  return live === null ? undefined : generations[live];
}
