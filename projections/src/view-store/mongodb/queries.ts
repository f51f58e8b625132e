import type { Collection, Db } from 'mongodb';
import { createYielder } from '../../pacer.ts';
import type { ViewReader } from '../view-reader.ts';
import { documentsOf, unlessDropped, type DocumentRecord } from './document-records.ts';
import { viewRecords } from './records.ts';

type Query = (db: Db, generation: string) => Promise<readonly object[]>;

/**
 * Asks the live generation. When it finds nothing it looks whether that was dropped meanwhile, after two takeovers: then the
 * pointer leads elsewhere.
 */
export async function askLive(db: Db, view: string, query: Query): Promise<readonly object[]> {
  let generation = await liveGeneration(db, view);
  while (generation !== null) {
    const found = await query(db, generation).catch(unlessDropped);
    if (found && found.length > 0) return found;
    const now = await liveGeneration(db, view);
    if (now === generation) return found ?? [];
    generation = now;
  }
  return [];
}

export function documentOf(id: string): Query {
  return async (db, generation) => {
    const found = await documentsOf(db, generation).findOne({ _id: id });
    return found?.doc ? [found.doc] : [];
  };
}

type Where = Parameters<ViewReader['find']>[1];

const pageLength = 500;

export function findWhere(documents: Collection<DocumentRecord>, where: Where) {
  const wanted = Object.entries<string>(where).map(
    ([field, value]) => [`doc.${field}`, value] as const,
  );
  const filter = { doc: { $exists: true }, ...Object.fromEntries(wanted) };
  return documents.find(filter, { batchSize: pageLength }).sort({ _id: 1 });
}

export function documentsWhere(where: Where): Query {
  return async (db, generation) => {
    const pause = createYielder();
    const found: object[] = [];
    for await (const { doc } of findWhere(documentsOf(db, generation), where)) {
      if (doc) found.push(doc);
      await pause();
    }
    return found;
  };
}

export async function readChangeToken(db: Db, view: string): Promise<string> {
  const found = await viewRecords(db).findOne({ _id: view });
  if (found?.live == null) return 'none';
  return `${found.live}.${found.generations[found.live]?.changes ?? 0}`;
}

async function liveGeneration(db: Db, view: string): Promise<string | null> {
  const found = await viewRecords(db).findOne({ _id: view }, { projection: { live: 1 } });
  return found?.live ?? null;
}
