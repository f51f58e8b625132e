import { randomBytes } from 'node:crypto';
import { startOfLog } from '@directory/domain/event-store';
import type { Db } from 'mongodb';
import type { AnyView } from '../../engine/view.ts';
import { insertUnlessThere, type MongoAccess } from '../../mongodb/mongo-access.ts';
import {
  mayTakeOver,
  stateAfterTakeOver,
  unusedGenerations,
  type Generation,
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
    begin: (view) =>
      mongo.use(async (db) => {
        let begun = await begin(db, view);
        while (!begun) begun = await begin(db, view);
        await dropUnknown(db, view.name);
        return begun;
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
        const { matchedCount } = await viewRecords(db).updateOne(
          { _id: viewOf(id), [pathTo(id, 'state')]: from },
          { $set: stateOf(id, to, error) },
        );
        return matchedCount === 1;
      }),
  };
}

/**
 * Records a generation and forgets all others but the live one. Null when another was begun or took over meanwhile, or none was before:
 * then try again. A random part keeps an id from ever naming another generation, also in a database that was emptied.
 */
async function begin(
  db: Db,
  { name: view, version, indexes }: AnyView,
): Promise<Generation | null> {
  const found = await readView(db, view);
  if (!found) {
    const empty = { _id: view, begun: 0, live: null, generations: {} };
    await insertUnlessThere(() => viewRecords(db).insertOne(empty));
    return null;
  }
  const { begun, live, generations } = found;
  const number = begun + 1;
  const id = `${view}_${number}_${randomBytes(4).toString('hex')}`;
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
  const others = Object.keys(generations).filter((other) => other !== live);
  const forgotten = others.map((other) => [pathTo(other), true] as const);
  const { matchedCount } = await viewRecords(db).updateOne(
    { _id: view, live, begun },
    {
      $set: { begun: number, [pathTo(id)]: record },
      ...(forgotten.length > 0 && { $unset: Object.fromEntries(forgotten) }),
    },
  );
  return matchedCount === 1 ? toGeneration(id, record, { view, live: false }) : null;
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
