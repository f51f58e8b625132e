import { sharedCall } from '@directory/domain/shared/concurrency';
import type { Db } from 'mongodb';
import type { AnyView, ReadableView, Where } from '../../engine/view.ts';
import { mongoAccess, type MongoAccess } from '../../mongodb/mongo-access.ts';
import {
  ViewStoreUnavailable,
  type CommitOutcome,
  type Generation,
  type GenerationChanges,
  type HeldLease,
  type IdRange,
  type LookForChanges,
  type Matching,
  type PageRange,
  type QuarantinedKey,
  type StateChange,
  type StoredDocument,
  type ViewChange,
  type ViewState,
  type ViewStore,
} from '../view-store.ts';
import {
  queryLive,
  documentOf,
  documentsOf,
  documentsWhere,
  readDocuments,
  scanDocuments,
  type Query,
  writeDocuments,
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
  readPointers,
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
export function openMongoViewStore(options: {
  readonly url: string;
  /** That of the address if none is given. */
  readonly database?: string | undefined;
  /** Milliseconds, for leases: the clock of the workers and not of the server. */
  readonly now?: () => number;
}): ViewStore {
  return new MongoViewStore(options);
}

class MongoViewStore implements ViewStore {
  readonly #mongo: MongoAccess;
  readonly #now: () => number;
  readonly #pointers = sharedCall(() => this.#mongo.use(readPointers));

  constructor({ url, database, now = Date.now }: Parameters<typeof openMongoViewStore>[0]) {
    this.#mongo = mongoAccess({
      url,
      database,
      what: 'The views',
      Unavailable: ViewStoreUnavailable,
      prepare: prepareQuarantine,
    });
    this.#now = now;
  }

  async get<Doc extends object>(view: ReadableView<Doc>, id: string): Promise<Doc | null> {
    const [found] = await this.#query(view.name, documentOf(id));
    return found ? (typed(view, [found])[0] ?? null) : null;
  }

  async find<Doc extends object, Index extends keyof Doc & string>(
    view: ReadableView<Doc, Index>,
    where: Where<Doc, Index>,
  ): Promise<readonly Doc[]> {
    const query = documentsWhere(where);
    return typed(view, await this.#query(view.name, query));
  }

  async findLast<Doc extends object, Index extends keyof Doc & string>(
    view: ReadableView<Doc, Index>,
    where: Where<Doc, Index>,
    range: IdRange,
  ): Promise<readonly Doc[]> {
    const query = documentsWhere(where, range);
    return typed(view, await this.#query(view.name, query));
  }

  async findPage<Doc extends object>(
    view: ReadableView<Doc>,
    matching: Matching<Doc>,
    range: PageRange<Doc>,
  ): Promise<readonly Doc[]> {
    return typed(view, await this.#query(view.name, pageOf(matching, range)));
  }

  async countBy<Doc extends object>(
    view: ReadableView<Doc>,
    field: keyof Doc & string,
    matching: Matching<Doc>,
  ): Promise<ReadonlyMap<string, number>> {
    const counted = countsOf.parse(await this.#query(view.name, countsBy(field, matching)));
    return new Map(counted.map(({ _id: value, documents }) => [value, documents]));
  }

  async changeToken({ name }: { readonly name: string }): Promise<string> {
    return (await this.#pointers()).get(name)?.token ?? 'none';
  }

  watch(onChange: (change: ViewChange) => void): LookForChanges {
    let before: Awaited<ReturnType<typeof readPointers>> = new Map();
    return async () => {
      const now = await this.#pointers();
      for (const [view, { token }] of now)
        if (before.get(view)?.token !== token) onChange({ view, ids: null });
      before = now;
    };
  }

  async generations(): Promise<readonly Generation[]> {
    return (await this.#mongo.use(readViews)).flatMap(toGenerations);
  }

  begin(view: AnyView, { live }: { readonly live: boolean }): Promise<Generation> {
    return this.#mongo.use((db) => beginGeneration(db, view, live));
  }

  takeOver(generation: string): Promise<boolean> {
    return this.#mongo.use((db) => takeOver(db, generation));
  }

  purge(): Promise<void> {
    return this.#mongo.use(dropUnused);
  }

  async setState(generation: string, to: ViewState, error?: string): Promise<void> {
    await this.#mongo.use((db) => setState(db, generation, { to, error }));
  }

  changeState(generation: string, change: StateChange): Promise<boolean> {
    return this.#mongo.use((db) => setState(db, generation, change));
  }

  load(generation: string, ids: readonly string[]): Promise<ReadonlyMap<string, StoredDocument>> {
    return this.#mongo.use((db) => readDocuments(documentsOf(db, generation), ids));
  }

  commit(changes: readonly GenerationChanges[]): Promise<CommitOutcome> {
    return this.#mongo.use((db) => writeBatch(db, changes));
  }

  quarantined(generation: string): Promise<readonly QuarantinedKey[]> {
    return this.#mongo.use((db) => readQuarantine(db, generation));
  }

  count(generation: string): Promise<number> {
    return this.#mongo.use((db) => documentsOf(db, generation).estimatedDocumentCount());
  }

  scan(
    generation: string,
    options: { readonly after: string; readonly limit: number },
  ): Promise<readonly (StoredDocument & { readonly id: string })[]> {
    return this.#mongo.use((db) => scanDocuments(documentsOf(db, generation), options));
  }

  lease(options: Parameters<ViewStore['lease']>[0]): Promise<boolean> {
    return this.#mongo.use((db) => takeLease(db, options, this.#now()));
  }

  release(name: string, holder: string): Promise<void> {
    return this.#mongo.use((db) => releaseLease(db, name, holder));
  }

  heldLease(name: string): Promise<HeldLease | null> {
    return this.#mongo.use((db) => readLease(db, name, this.#now()));
  }

  ping(): Promise<void> {
    return this.#mongo.ping();
  }

  close(): Promise<void> {
    return this.#mongo.close();
  }

  #query(view: string, query: Query): Promise<readonly object[]> {
    const readLive = async () => (await this.#pointers()).get(view)?.live ?? null;
    return this.#mongo.use((db) => queryLive(readLive, (live) => query(db, live)));
  }
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
