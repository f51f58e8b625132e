import { MongoServerError, type AnyBulkWriteOperation, type Collection, type Db } from 'mongodb';
import { createYielder } from '@directory/domain/shared/concurrency';
import * as z from 'zod';
import { onlyDuplicates } from '../../mongodb/mongo-access.ts';
import {
  notBuilt,
  storedObject,
  storedPosition,
  type DocumentChange,
  type IdRange,
  type StoredDocument,
  type ViewReader,
} from '../view-store.ts';
import { readQuarantine } from './records.ts';

export type Query = (db: Db, generation: string) => Promise<readonly object[]>;

/** Reads which generation answers reads of a view; null when there is none. */
type ReadLive = () => Promise<string | null>;

/**
 * Queries the live generation. When nothing is found, it may have been dropped after two takeovers: then the pointer has
 * changed, and the new one is queried.
 *
 * @throws ViewStoreUnavailable before there is one
 */
export async function queryLive(
  view: string,
  readLive: ReadLive,
  query: (generation: string) => Promise<readonly object[]>,
): Promise<readonly object[]> {
  let generation = await readLive();
  while (generation !== null) {
    const found = await query(generation).catch(unlessDropped);
    if (found && found.length > 0) return found;
    const now = await readLive();
    if (now === generation) return found ?? [];
    generation = now;
  }
  throw notBuilt(view);
}

export function documentOf(id: string): Query {
  return async (db, generation) => {
    const found = await documentsOf(db, generation).findOne({ _id: id });
    return found?.doc ? [found.doc] : [];
  };
}

export const idsOf = z.array(z.object({ _id: z.string() }));

export function changedAfter(position: string, limit: number): Query {
  return async (db, generation) => {
    const quarantined = (await readQuarantine(db, generation)).map(({ key }) => key);
    return documentsOf(db, generation)
      .find(
        { $or: [{ _pos: { $gt: position } }, { _id: { $in: quarantined } }] },
        { projection: { _id: 1 } },
      )
      .limit(limit)
      .toArray();
  };
}

type Where = Parameters<ViewReader['find']>[1];

const pageLength = 500;

/** The documents that the port's `find` returns, or with a range `findLast`. */
export function findWhere(documents: Collection<DocumentRecord>, where: Where, range?: IdRange) {
  const wanted = Object.entries<string>(where).map(
    ([field, value]) => [`doc.${field}`, value] as const,
  );
  const filter = { doc: { $exists: true }, ...Object.fromEntries(wanted) };
  if (!range) return documents.find(filter, { batchSize: pageLength }).sort({ _id: 1 });
  const { before, from, limit } = range;
  const ids = {
    ...(before !== undefined && { $lt: before }),
    ...(from !== undefined && { $gte: from }),
  };
  const isBounded = Object.keys(ids).length > 0;
  return documents
    .find({ ...filter, ...(isBounded && { _id: ids }) })
    .sort({ _id: -1 })
    .limit(limit);
}

export function documentsWhere(where: Where, range?: IdRange): Query {
  return async (db, generation) => {
    const pause = createYielder();
    const found: object[] = [];
    for await (const { doc } of findWhere(documentsOf(db, generation), where, range)) {
      if (doc) found.push(doc);
      await pause();
    }
    return found;
  };
}

/** Without `doc` it was removed: the position that stays shows which events are in it. */
export type DocumentRecord = { readonly _id: string; readonly _pos: string; readonly doc?: object };

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

export async function readDocuments(
  documents: Collection<DocumentRecord>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredDocument>> {
  const found = new Map<string, StoredDocument>();
  for (const some of pagesOf(ids))
    for await (const record of documents.find({ _id: { $in: [...some] } }))
      found.set(record._id, stored(record));
  return found;
}

export async function scanDocuments(
  documents: Collection<DocumentRecord>,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly (StoredDocument & { readonly id: string })[]> {
  const page = documents.find({ _id: { $gt: after } }).sort({ _id: 1 });
  return page
    .limit(limit)
    .map((record) => ({ id: record._id, ...stored(record) }))
    .toArray();
}

/** Returns the ids of the documents that another writer changed first. */
export async function writeDocuments(
  documents: Collection<DocumentRecord>,
  changes: readonly DocumentChange[],
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const some of pagesOf(changes)) lost.push(...(await writeSome(documents, some)));
  return lost;
}

async function writeSome(
  documents: Collection<DocumentRecord>,
  changes: readonly DocumentChange[],
): Promise<readonly string[]> {
  try {
    await documents.bulkWrite(changes.map(toWrite), { ordered: false });
    return [];
  } catch (error) {
    const failed = onlyDuplicates(error)?.map(({ index }) => index);
    if (!failed) throw error;
    return changes.filter((_, index) => failed.includes(index)).map(({ id }) => id);
  }
}

/** One whose position is another by now is not matched; the upsert then fails with a duplicate id, reported by its index. */
function toWrite({ id, from, to, doc }: DocumentChange): AnyBulkWriteOperation<DocumentRecord> {
  const replacement = { _pos: to, ...(doc && { doc }) };
  if (from === null) return { insertOne: { document: { _id: id, ...replacement } } };
  return { replaceOne: { filter: { _id: id, _pos: from }, replacement, upsert: true } };
}

function stored({ _pos, doc }: DocumentRecord): StoredDocument {
  return {
    position: storedPosition.parse(_pos),
    doc: doc === undefined ? null : storedObject.parse(doc),
  };
}

function* pagesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += pageSize)
    yield items.slice(start, start + pageSize);
}
