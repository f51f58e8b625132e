import { isPosition, type Position } from '@directory/domain/event-store';
import {
  MongoBulkWriteError,
  MongoServerError,
  type AnyBulkWriteOperation,
  type Collection,
  type Db,
} from 'mongodb';
import * as z from 'zod';
import type { DocumentChange, StoredDocument } from '../view-store.ts';

/** Without `doc` it was removed: what stays tells that older events are in it. */
export type DocumentRecord = { readonly _id: string; readonly _pos: string; readonly doc?: object };

export function documentsOf(db: Db, generation: string): Collection<DocumentRecord> {
  return db.collection<DocumentRecord>(documentsName(generation));
}

export function documentsName(generation: string): string {
  return `documents_${generation}`;
}

/** For equality on each field, in the order of the ids. */
export async function createDocuments(
  db: Db,
  generation: string,
  indexes: readonly string[],
): Promise<void> {
  const [first, ...others] = indexes.map((field) => ({ key: { [`doc.${field}`]: 1, _id: 1 } }));
  if (first) await documentsOf(db, generation).createIndexes([first, ...others]);
}

const codesOfDropped: readonly unknown[] = [26, 43, 175];

/** Somebody else dropped the documents: the server ends the reading of them, and knows nothing to drop. Not every server numbers its errors. */
export function unlessDropped(error: unknown): null {
  const isDropped =
    error instanceof MongoServerError &&
    (codesOfDropped.includes(error.code) || error.message.includes('ns not found'));
  if (isDropped) return null;
  throw error;
}

const maxConcurrent = 200;

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

/** The ids of those that somebody else wrote first. */
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
    const failed = duplicates(error);
    if (!failed) throw error;
    return changes.filter((_, index) => failed.includes(index)).map(({ id }) => id);
  }
}

/** One whose position is another by now is not matched; inserting it then meets the same id, and that is told by its place. */
function toWrite({ id, from, to, doc }: DocumentChange): AnyBulkWriteOperation<DocumentRecord> {
  const replacement = { _pos: to, ...(doc && { doc }) };
  if (from === null) return { insertOne: { document: { _id: id, ...replacement } } };
  return { replaceOne: { filter: { _id: id, _pos: from }, replacement, upsert: true } };
}

/** The places of the writes that were too late; null when anything else went wrong. */
function duplicates(error: unknown): readonly number[] | null {
  if (!(error instanceof MongoBulkWriteError)) return null;
  const errors = [error.writeErrors].flat();
  const isAllOfThem = errors.length > 0 && errors.every(({ code }) => code === 11_000);
  return isAllOfThem ? errors.map(({ index }) => index) : null;
}

const object = z.custom<object>((value) => typeof value === 'object' && value !== null);

function stored({ _pos, doc }: DocumentRecord): StoredDocument {
  return { position: storedPosition(_pos), doc: doc === undefined ? null : object.parse(doc) };
}

function storedPosition(text: string): Position {
  if (!isPosition(text)) throw new TypeError(`not a position: ${text}`);
  return text;
}

function* pagesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += maxConcurrent)
    yield items.slice(start, start + maxConcurrent);
}
