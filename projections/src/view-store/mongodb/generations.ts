import { randomBytes } from 'node:crypto';
import { startOfLog } from '@directory/domain/event-store';
import type { Db, Filter } from 'mongodb';
import type { MongoAccess } from '../../mongodb/mongo-access.ts';
import {
  mayTakeOver,
  stateAfterTakeOver,
  unusedGenerations,
  type ViewState,
  type ViewStore,
} from '../view-store.ts';
import { createIndexes, documentsName, dropDocuments } from './documents.ts';
import {
  pathTo,
  readView,
  readViews,
  toGeneration,
  toGenerations,
  viewOf,
  viewRecords,
  type GenerationRecord,
  type ViewRecord,
} from './records.ts';

export function generationsOn(
  mongo: MongoAccess,
): Pick<ViewStore, 'generations' | 'begin' | 'takeOver' | 'purge' | 'changeState'> {
  return {
    generations: async () => (await mongo.use(readViews)).flatMap(toGenerations),
    begin: ({ name, version, indexes }) =>
      mongo.use(async (db) => {
        const { id, number } = await nextId(db, name);
        const record: GenerationRecord = {
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
        while (!(await register(db, name, { id, record })));
        await dropUnknown(db, name);
        return toGeneration(id, record, { view: name, live: false });
      }),
    takeOver: (id) =>
      mongo.use(async (db) => {
        for (;;) {
          const found = await readView(db, viewOf(id));
          if (!found || !mayTakeOver(found.generations[id], liveOf(found))) return false;
          await createIndexes(db, id, found.generations[id]?.indexes ?? []);
          if (await pointAt(db, id, found)) return true;
        }
      }),
    purge: () => mongo.use(dropUnused),
    changeState: (id, { from, to, error }) =>
      mongo.use(async (db) => {
        const filter: Filter<ViewRecord> = {
          _id: viewOf(id),
          [pathTo(id, 'state')]: from ?? { $exists: true },
        };
        const { matchedCount } = await viewRecords(db).updateOne(filter, {
          $set: stateOf(id, to, error),
        });
        return matchedCount === 1;
      }),
  };
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

/** Records a generation and forgets all others but the live one. False when another took over meanwhile: then try again. */
async function register(
  db: Db,
  view: string,
  { id, record }: { id: string; record: GenerationRecord },
): Promise<boolean> {
  const found = await readView(db, view);
  const before = found?.live ?? null;
  const others = Object.keys(found?.generations ?? {}).filter((other) => other !== before);
  const forgotten = others.map((other) => [pathTo(other), true] as const);
  const { matchedCount } = await viewRecords(db).updateOne(
    { _id: view, live: before },
    {
      $set: { [pathTo(id)]: record },
      ...(forgotten.length > 0 && { $unset: Object.fromEntries(forgotten) }),
    },
  );
  return matchedCount === 1;
}

/** Also drops what an earlier call that was interrupted left behind. */
async function dropUnused(db: Db): Promise<void> {
  for (const found of await viewRecords(db).find().toArray()) {
    const { _id: view, live } = found;
    for (const { id, state } of unusedGenerations(toGenerations(found))) {
      const { matchedCount } = await viewRecords(db).updateOne(
        { _id: view, live, [pathTo(id, 'state')]: state },
        { $unset: { [pathTo(id)]: true } },
      );
      if (matchedCount === 1) await dropDocuments(db, id);
    }
    await dropUnknown(db, view);
  }
}

/**
 * Drops collections without a record. A generation is recorded before it is written, and the records are read after the collections, so
 * that one which began meanwhile is known.
 */
async function dropUnknown(db: Db, view: string): Promise<void> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const known = Object.keys((await readView(db, view))?.generations ?? {});
  const prefix = documentsName(`${view}_`);
  for (const { name } of collections) {
    if (!name.startsWith(prefix)) continue;
    const id = name.slice(documentsName('').length);
    if (!known.includes(id)) await dropDocuments(db, id);
  }
}

/** False when anything that the decision depends on has changed since it was read. */
async function pointAt(db: Db, id: string, view: ViewRecord): Promise<boolean> {
  const { live } = view;
  const now = liveOf(view);
  const { matchedCount } = await viewRecords(db).updateOne(
    {
      _id: view._id,
      live,
      [pathTo(id, 'state')]: 'rebuilding',
      ...(live !== null &&
        now && { [pathTo(live, 'state')]: now.state, [pathTo(live, 'position')]: now.position }),
    },
    { $set: { live: id, ...stateOf(id, stateAfterTakeOver(now)) } },
  );
  return matchedCount === 1;
}

function liveOf({ live, generations }: ViewRecord): GenerationRecord | undefined {
  return live === null ? undefined : generations[live];
}

function stateOf(id: string, state: ViewState, error: string | null = null) {
  return {
    [pathTo(id, 'state')]: state,
    [pathTo(id, 'error')]: error,
    [pathTo(id, 'updatedAt')]: new Date().toISOString(),
  };
}
