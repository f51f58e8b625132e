import { sharedCall } from '@directory/domain/shared/concurrency';
import type { Collection, Db } from 'mongodb';
import type { ReadableView } from '../../engine/view.ts';
import { mongoAccess, type MongoAccess } from '../../mongodb/mongo-access.ts';
import {
  reportChanges,
  ViewStoreUnavailable,
  type CommitOutcome,
  type GenerationChanges,
  type LiveState,
  type ViewReader,
  type ViewStore,
} from '../view-store.ts';
import {
  changedAfter,
  queryLive,
  documentOf,
  documentsOf,
  documentsWhere,
  idsOf,
  readDocuments,
  scanDocuments,
  writeDocuments,
  type DocumentRecord,
  type Query,
} from './documents.ts';
import {
  beginGeneration,
  dropUnused,
  setState,
  takeOver,
  dropIfGone,
  whileWritable,
} from './generations.ts';
import { countsBy, countsOf, pageOf } from './pages.ts';
import {
  prepareQuarantine,
  readLease,
  readLiveStates,
  readQuarantine,
  readViews,
  releaseLease,
  takeLease,
  toGenerations,
  pathTo,
  viewRecords,
  writeQuarantine,
} from './records.ts';

/**
 * Keeps views in a MongoDB database that others may use, too: one document a view with its generations and their checkpoints, and
 * a collection of documents a generation. Nothing needs a transaction or a replica set. Opening reaches for nothing, so a
 * server may come later.
 *
 * @throws UnusableMongoUrl
 */
export function openMongoViewStore({
  url,
  database,
  now = Date.now,
}: {
  readonly url: string;
  /** By default the database of the address. */
  readonly database?: string | undefined;
  /** Milliseconds, for leases: the clock of the workers and not of the server. */
  readonly now?: () => number;
}): ViewStore {
  const mongo = mongoAccess({
    url,
    database,
    what: 'The views',
    Unavailable: ViewStoreUnavailable,
    prepare: prepareQuarantine,
  });
  return storeOn(mongo, now);
}

function storeOn(mongo: MongoAccess, now: () => number): ViewStore {
  const documentsIn = <Result>(
    id: string,
    work: (documents: Collection<DocumentRecord>) => Promise<Result>,
  ) => mongo.use((db) => work(documentsOf(db, id)));
  return {
    ...readerOn(mongo),
    generations: async () => (await mongo.use(readViews)).flatMap(toGenerations),
    begin: (view, { live }) => mongo.use((db) => beginGeneration(db, view, live)),
    takeOver: (generation) => mongo.use((db) => takeOver(db, generation)),
    purge: () => mongo.use(dropUnused),
    async setState(generation, to, error) {
      await mongo.use((db) => setState(db, generation, { to, error }));
    },
    changeState: (generation, change) => mongo.use((db) => setState(db, generation, change)),
    load: (generation, ids) => documentsIn(generation, (found) => readDocuments(found, ids)),
    commit: (changes) => mongo.use((db) => writeBatch(db, changes)),
    quarantined: (generation) => mongo.use((db) => readQuarantine(db, generation)),
    count: (generation) => documentsIn(generation, (found) => found.estimatedDocumentCount()),
    scan: (generation, page) => documentsIn(generation, (found) => scanDocuments(found, page)),
    lease: (lease) => mongo.use((db) => takeLease(db, lease, now())),
    release: (name, holder) => mongo.use((db) => releaseLease(db, name, holder)),
    heldLease: (name) => mongo.use((db) => readLease(db, name, now())),
    ping: mongo.ping,
    close: mongo.close,
  };
}

function readerOn(mongo: MongoAccess): ViewReader {
  const states = sharedCall(() => mongo.use(readLiveStates));
  const query = (view: string, queryIn: Query) => {
    const readLive = async () => (await states()).get(view)?.live ?? null;
    return mongo.use((db) => queryLive(view, readLive, (live) => queryIn(db, live)));
  };
  const find = async <Doc extends object>(view: ReadableView<Doc>, queryIn: Query) =>
    typed(view, await query(view.name, queryIn));
  return {
    get: async (view, id) => (await find(view, documentOf(id)))[0] ?? null,
    find: (view, where) => find(view, documentsWhere(where)),
    findLast: (view, where, range) => find(view, documentsWhere(where, range)),
    findPage: (view, matching, range) => find(view, pageOf(matching, range)),
    async countBy(view, field, matching) {
      const counted = countsOf.parse(await query(view.name, countsBy(field, matching)));
      return new Map(counted.map(({ _id: value, documents }) => [value, documents]));
    },
    changeToken: async ({ name }) => (await states()).get(name)?.token ?? 'none',
    watch(onChange) {
      let before: ReadonlyMap<string, LiveState> = new Map();
      return async () => {
        const now = await states();
        reportChanges(before, now, onChange);
        before = now;
      };
    },
    async findChanged({ name }, after, limit) {
      const found = idsOf.parse(await query(name, changedAfter(after, limit + 1)));
      return found.length > limit ? null : found.map(({ _id: id }) => id);
    },
  };
}

/** The one place where documents get their type: what is stored under a view is what its `evolve` returned. */
function typed<Doc extends object>(
  _view: ReadableView<Doc>,
  found: readonly object[],
): readonly Doc[] {
  return found as readonly Doc[];
}

/**
 * The quarantine first, then the documents, each by compare-and-set on its position, and the checkpoint last. What is cut off in between
 * is folded once more and changes nothing, as a document knows which events are in it; readers learn of it with the checkpoint. A
 * document with the event that quarantined it would not meet it again, so the quarantine must be there before.
 */
async function writeBatch(db: Db, batch: readonly GenerationChanges[]): Promise<CommitOutcome> {
  const outcomes = await Promise.all(batch.map((changes) => writeGeneration(db, changes)));
  return {
    lost: outcomes.flatMap(({ lost }) => lost),
    refused: outcomes.flatMap(({ refused }) => refused),
  };
}

async function writeGeneration(db: Db, changes: GenerationChanges): Promise<CommitOutcome> {
  const { generation, documents } = changes;
  const refused = { lost: [], refused: [generation] };
  if (!(await isWritable(db, generation))) return refused;
  await writeQuarantine(db, changes);
  const lost = await writeDocuments(documentsOf(db, generation), documents);
  if (lost.length > 0) return { lost: lost.map((id) => ({ generation, id })), refused: [] };
  if (await moveCheckpoint(db, changes)) return { lost: [], refused: [] };
  await dropIfGone(db, generation);
  return refused;
}

async function isWritable(db: Db, generation: string): Promise<boolean> {
  const options = { projection: { _id: 1 } };
  return (await viewRecords(db).findOne(whileWritable(generation), options)) !== null;
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
