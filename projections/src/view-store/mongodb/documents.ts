import { MongoServerError, type AnyBulkWriteOperation, type Collection, type Db } from 'mongodb';
import * as z from 'zod';
import { hasOnlyDuplicates, type MongoAccess } from '../../mongodb/mongo-access.ts';
import {
  storedObject,
  storedPosition,
  storedQuarantinedKey,
  type CommitOutcome,
  type DocumentChange,
  type GenerationChanges,
  type QuarantinedKey,
  type StoredDocument,
  type ViewStore,
} from '../view-store.ts';
import { pathTo, readView, viewOf, viewRecords, whileWritable } from './records.ts';

/** Without `doc` it was removed: the position that stays shows which events are in it. */
export type DocumentRecord = { readonly _id: string; readonly _pos: string; readonly doc?: object };

export function documentsOn(
  mongo: MongoAccess,
): Pick<ViewStore, 'load' | 'commit' | 'quarantined' | 'count' | 'scan'> {
  return {
    load: (generation, ids) =>
      mongo.use(async (db) => {
        const found = new Map<string, StoredDocument>();
        for (const some of pagesOf(ids))
          for await (const record of documentsOf(db, generation).find({ _id: { $in: [...some] } }))
            found.set(record._id, stored(record));
        return found;
      }),
    async commit(batch) {
      const outcomes = await mongo.use((db) =>
        Promise.all(batch.map((changes) => writeGeneration(db, changes))),
      );
      if (outcomes.includes('lost')) return 'lost';
      return outcomes.includes('refused') ? 'refused' : 'stored';
    },
    quarantined: (generation) => mongo.use((db) => readQuarantine(db, generation)),
    count: (generation) => mongo.use((db) => documentsOf(db, generation).estimatedDocumentCount()),
    scan: (generation, { after, limit }) =>
      mongo.use((db) =>
        documentsOf(db, generation)
          .find({ _id: { $gt: after } })
          .sort({ _id: 1 })
          .limit(limit)
          .map((record) => ({ id: record._id, ...stored(record) }))
          .toArray(),
      ),
  };
}

export function documentsOf(db: Db, generation: string): Collection<DocumentRecord> {
  return db.collection<DocumentRecord>(documentsName(generation));
}

export function documentsName(generation: string): string {
  return `documents_${generation}`;
}

/** Indexes for equality on each field, in the order of the ids. Those that exist stay. */
export async function createIndexes(
  db: Db,
  generation: string,
  indexes: readonly string[],
): Promise<void> {
  const [first, ...others] = indexes.map((field) => ({ key: { [`doc.${field}`]: 1, _id: 1 } }));
  if (first) await documentsOf(db, generation).createIndexes([first, ...others]);
}

/** Drops what a generation has. The collection goes last, as it is by that that a later call finds what an interruption left. */
export async function dropDocuments(db: Db, generation: string, attempts = 3): Promise<void> {
  await quarantineRecords(db).deleteMany({ generation });
  try {
    await documentsOf(db, generation).drop();
  } catch (error) {
    // Where another process drops it, too, servers fail in different ways, and a late writer may have created it again since.
    const found = db.listCollections({ name: documentsName(generation) }, { nameOnly: true });
    if (!(await found.hasNext())) return;
    if (attempts > 1) await dropDocuments(db, generation, attempts - 1);
    else unlessDropped(error);
  }
}

/** A late writer recreates the collection of a generation that was dropped meanwhile. */
export async function dropIfGone(db: Db, generation: string): Promise<void> {
  const found = await readView(db, viewOf(generation));
  if (!found?.generations[generation]) await dropDocuments(db, generation);
}

const codesOfDropped: readonly unknown[] = [26, 27, 43, 175];

/** The collection was dropped by another process: reads and drops of it fail. Not every server has codes for it. */
export function unlessDropped(error: unknown): null {
  const isDropped =
    error instanceof MongoServerError &&
    (codesOfDropped.includes(error.code) || error.message.includes('ns not found'));
  if (isDropped) return null;
  throw error;
}

/** Large enough that the way to the server costs little, and small enough for a slow one to answer others meanwhile. */
const pageSize = 1_000;

function* pagesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += pageSize)
    yield items.slice(start, start + pageSize);
}

function stored({ _pos, doc }: DocumentRecord): StoredDocument {
  return {
    position: storedPosition.parse(_pos),
    doc: doc === undefined ? null : storedObject.parse(doc),
  };
}

/**
 * The quarantine first, then the documents, each by compare-and-set on its position, and the checkpoint last. What is cut off in between
 * is folded once more and changes nothing, as a document knows which events are in it; readers learn of it with the checkpoint. A
 * document with the event that quarantined it would not meet it again, so the quarantine must be there before.
 */
async function writeGeneration(db: Db, changes: GenerationChanges): Promise<CommitOutcome> {
  const { generation, documents } = changes;
  const writable = await viewRecords(db).findOne(whileWritable(generation), {
    projection: { _id: 1 },
  });
  if (writable === null) return 'refused';
  await writeQuarantine(db, changes);
  if (!(await writeDocuments(documentsOf(db, generation), documents))) return 'lost';
  if (await moveCheckpoint(db, changes)) return 'stored';
  await dropIfGone(db, generation);
  return 'refused';
}

/** False where another writer changed a document first. */
async function writeDocuments(
  documents: Collection<DocumentRecord>,
  changes: readonly DocumentChange[],
): Promise<boolean> {
  let areWritten = true;
  for (const some of pagesOf(changes))
    await documents.bulkWrite(some.map(toWrite), { ordered: false }).catch((error: unknown) => {
      if (!hasOnlyDuplicates(error)) throw error;
      areWritten = false;
    });
  return areWritten;
}

/** One whose position is another by now is not matched; the upsert then fails with a duplicate id. */
function toWrite({ id, from, to, doc }: DocumentChange): AnyBulkWriteOperation<DocumentRecord> {
  const replacement = { _pos: to, ...(doc && { doc }) };
  if (from === null) return { insertOne: { document: { _id: id, ...replacement } } };
  return { replaceOne: { filter: { _id: id, _pos: from }, replacement, upsert: true } };
}

/** How many events a view handled up to a position is the same for everybody, so it grows only with the position. */
async function moveCheckpoint(
  db: Db,
  { generation, documents, position, anchor, handled }: GenerationChanges,
): Promise<boolean> {
  const { matchedCount } = await viewRecords(db).updateOne(whileWritable(generation), {
    $max: { [pathTo(generation, 'position')]: position, [pathTo(generation, 'handled')]: handled },
    $set: {
      [pathTo(generation, 'updatedAt')]: new Date().toISOString(),
      ...(anchor && { [pathTo(generation, 'anchor')]: anchor }),
    },
    ...(documents.length > 0 && { $inc: { [pathTo(generation, 'changes')]: 1 } }),
  });
  return matchedCount === 1;
}

type QuarantineRecord = QuarantinedKey & { readonly _id: string; readonly generation: string };

export async function prepareQuarantine(db: Db): Promise<void> {
  await quarantineRecords(db).createIndexes([{ key: { generation: 1, key: 1 } }]);
}

export async function readQuarantine(
  db: Db,
  generation: string,
): Promise<readonly QuarantinedKey[]> {
  const found = quarantineRecords(db).find({ generation }).sort({ key: 1 });
  return z.array(storedQuarantinedKey).parse(await found.toArray());
}

/** A key that is there already stays as it is. */
async function writeQuarantine(
  db: Db,
  { generation, quarantined }: GenerationChanges,
): Promise<void> {
  if (quarantined.length === 0) return;
  const writes = quarantined.map((key) => ({
    updateOne: {
      filter: { _id: `${generation}/${key.key}` },
      update: { $setOnInsert: { generation, ...key } },
      upsert: true,
    },
  }));
  await quarantineRecords(db).bulkWrite(writes, { ordered: false });
}

function quarantineRecords(db: Db): Collection<QuarantineRecord> {
  return db.collection<QuarantineRecord>('quarantine');
}
