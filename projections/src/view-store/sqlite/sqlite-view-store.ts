import { createYielder } from '@directory/domain/shared/concurrency';
import type { ReadableView } from '../../engine/view.ts';
import {
  reportChanges,
  ViewStoreUnavailable,
  type LiveState,
  type StoredDocument,
  type ViewChange,
  type ViewReader,
  type ViewStore,
} from '../view-store.ts';
import {
  countDocuments,
  queryLive,
  documentOf,
  documentsWhere,
  changedRows,
  readDocument,
  readLiveStates,
  rowsAtOnce,
  scanDocuments,
  unlessDropped,
  writeBatch,
  type Query,
} from './documents.ts';
import {
  createWriter,
  isBusy,
  isDamage,
  orOutage,
  type Ending,
  type SqlDatabase,
  type Work,
} from './database.ts';
import {
  beginGeneration,
  changeState,
  dropUnused,
  readGeneration,
  readGenerations,
  readLease,
  readQuarantine,
  releaseLease,
  setState,
  takeLease,
  takeOver,
} from './generations.ts';
import { countsBy, pageOf } from './pages.ts';
import {
  closeViewFiles,
  compact,
  openViewFiles,
  quarantineFile,
  type ReportFile,
  type ViewFiles,
} from './view-files.ts';

/**
 * Stores views in one SQLite file, a batch of all views in one transaction. A damaged file is renamed, reported and
 * replaced by a new one: the projector then rebuilds the views.
 */
export function openSqliteViewStore(options: {
  readonly file: string;
  readonly report: ReportFile;
}): ViewStore {
  const views = new StoredViews(options.file, options.report);
  return {
    ...readerOf(views),
    generations: async () => views.read(readGenerations),
    begin: (view, { live }) =>
      views.write((db) => beginGeneration(db, view, live), {
        committed: ({ id }) => views.reportChange(id, null),
      }),
    takeOver: (generation) =>
      views.write((db) => takeOver(db, generation), {
        committed: () => views.reportChange(generation, null),
      }),
    purge: () => views.purge(),
    setState: (generation, state, error) =>
      views.write((db) => setState(db, generation, { state, error: error ?? null })),
    changeState: (generation, change) => views.write((db) => changeState(db, generation, change)),
    async load(generation, ids) {
      const found = new Map<string, StoredDocument>();
      const pause = createYielder();
      for (const id of ids) {
        const document = views.read((db) =>
          unlessDropped(() => readDocument(db, generation, id), undefined),
        );
        if (document) found.set(id, document);
        await pause();
      }
      return found;
    },
    async commit(changes) {
      const outcome = await views.write((db) => writeBatch(db, changes), {
        keep: ({ lost }) => lost.length === 0,
        committed: () => {
          for (const { generation, documents } of changes)
            if (documents.length > 0)
              views.reportChange(
                generation,
                documents.map(({ id }) => id),
              );
        },
      });
      views.wrote(changes.reduce((rows, { documents }) => rows + documents.length + 1, 0));
      return outcome;
    },
    quarantined: async (generation) => views.read((db) => readQuarantine(db, generation)),
    count: async (generation) =>
      views.read((db) => unlessDropped(() => countDocuments(db, generation), 0)),
    scan: async (generation, options) =>
      views.read((db) => unlessDropped(() => scanDocuments(db, generation, options), [])),
    lease: (lease) => views.write((db) => takeLease(db, lease)),
    release: (name, holder) => views.write((db) => releaseLease(db, name, holder)),
    heldLease: async (name) => views.read((db) => readLease(db, name)),
    ping: async () => void views.read((db) => db.prepare('SELECT 1 FROM generations').get()),
    close: () => views.close(),
  };
}

function readerOf(views: StoredViews): ViewReader {
  const find = async <Doc extends object>(
    view: ReadableView<Doc>,
    query: Query<readonly string[]>,
  ): Promise<readonly Doc[]> => {
    const texts = views.read((db) => queryLive(db, view.name, query));
    const pause = createYielder();
    const found: Doc[] = [];
    for (const text of texts) {
      found.push(parseDocument(view, text));
      await pause();
    }
    return found;
  };
  return {
    async get(view, id) {
      const query = documentOf(id);
      const text = views.read((db) => queryLive(db, view.name, query));
      return text === null ? null : parseDocument(view, text);
    },
    find: (view, where) => find(view, documentsWhere(where)),
    findLast: (view, where, range) => find(view, documentsWhere(where, range)),
    findPage: (view, matching, range) => find(view, pageOf(matching, range)),
    async countBy(view, field, matching) {
      const query = countsBy(field, matching);
      return views.read((db) => queryLive(db, view.name, query));
    },
    changeToken: async ({ name }) => views.read(readLiveStates).get(name)?.token ?? 'none',
    watch: (onChange) => views.watch(onChange),
    async findChanged({ name }, after, limit) {
      const pause = createYielder();
      const ids: string[] = [];
      for (let first = 0; ids.length <= limit; first += rowsAtOnce) {
        const query = changedRows(after, first);
        const found = views.read((db) => queryLive(db, name, query));
        if (!found) return ids;
        ids.push(...found);
        await pause();
      }
      return null;
    },
  };
}

/** The file as it is open at the moment, and who watches what is written to it. */
class StoredViews {
  readonly #file: string;
  readonly #report: ReportFile;
  readonly #writer = createWriter(() => this.#open().writer);
  readonly #watchers = new Set<(change: ViewChange) => void>();
  #files: ViewFiles | null;
  /** Why a damaged file is still there. The next call that meets it throws this, and tries again. */
  #failedRename: unknown;
  #closed = false;

  constructor(file: string, report: ReportFile) {
    this.#file = file;
    this.#report = report;
    this.#files = openViewFiles(file, report);
  }

  read<Result>(query: (database: SqlDatabase) => Result): Result {
    this.#requireOpen();
    try {
      return query(this.#open().reader);
    } catch (error) {
      throw this.#translated(error);
    }
  }

  async write<Result>(work: Work<Result>, ending?: Ending<Result>): Promise<Result> {
    this.#requireOpen();
    try {
      return await this.#writer.transact(work, ending);
    } catch (error) {
      throw this.#translated(error);
    }
  }

  /** To be called after a commit, with how many rows it wrote. */
  wrote(rows: number): void {
    this.#files?.checkpointer.wrote(rows);
  }

  /** Own commits are reported with their documents; whether another connection wrote is known without reading a table. */
  watch(onChange: (change: ViewChange) => void): () => void {
    this.#watchers.add(onChange);
    let files: ViewFiles | null = null;
    let version: number | undefined;
    let states: ReadonlyMap<string, LiveState> = new Map();
    return () => {
      this.read((reader) => {
        const now = readDataVersion(this.#open().writer);
        if (files === this.#files && version === now) return;
        const before = states;
        states = readLiveStates(reader);
        [files, version] = [this.#files, now];
        reportChanges(before, states, onChange);
      });
    };
  }

  /** Reports a change of a generation if it answers reads. */
  reportChange(generation: string, ids: ViewChange['ids']): void {
    if (this.#watchers.size === 0) return;
    const found = this.read((db) => readGeneration(db, generation));
    if (!found?.live) return;
    for (const report of this.#watchers) report({ view: found.view, ids });
  }

  async purge(): Promise<void> {
    await this.write(dropUnused);
    await this.#writer.between(() => compact(this.#file));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writer.between(async () => {
      if (this.#files) await closeViewFiles(this.#files);
      this.#files = null;
    });
  }

  #open(): ViewFiles {
    this.#files ??= openViewFiles(this.#file, this.#report);
    return this.#files;
  }

  #requireOpen(): void {
    if (this.#closed) throw new ViewStoreUnavailable('The views are closed');
  }

  #translated(error: unknown): unknown {
    if (isBusy(error))
      return new ViewStoreUnavailable('another process has locked the views', { cause: error });
    if (!isDamage(error)) return orOutage(error, this.#file);
    const failed = this.#failedRename;
    this.#failedRename = undefined;
    this.#quarantineFile(this.#files, error.message).catch((reason: unknown) => {
      this.#failedRename = reason;
    });
    return (
      failed ??
      new ViewStoreUnavailable('the views are damaged and are being rebuilt', { cause: error })
    );
  }

  /** Between two transactions, and once, however many calls met the damage. The next call opens the new file. */
  #quarantineFile(damaged: ViewFiles | null, reason: string): Promise<void> {
    return this.#writer.between(async () => {
      if (!damaged || damaged !== this.#files) return;
      await closeViewFiles(damaged);
      this.#files = null;
      quarantineFile({ file: this.#file, inode: damaged.inode, reason }, this.#report);
    });
  }
}

/** A number that differs after every commit of another connection. */
function readDataVersion(database: SqlDatabase): number | undefined {
  return database.prepare<{ data_version: number }>('PRAGMA data_version').get()?.data_version;
}

/** The one place where a document gets its type: what is stored under a view is what its `evolve` returned. */
function parseDocument<Doc extends object>(_view: ReadableView<Doc>, text: string): Doc {
  return JSON.parse(text) as Doc;
}
