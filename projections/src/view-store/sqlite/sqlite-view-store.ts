import { createYielder } from '@directory/domain/shared/concurrency';
import type { AnyView, ReadableView, Where } from '../../engine/view.ts';
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
  countDocuments,
  queryLive,
  documentOf,
  documentsWhere,
  readChangeTokens,
  readDocument,
  scanDocuments,
  unlessDropped,
  writeBatch,
  type Query,
} from './documents.ts';
import {
  Busy,
  createWriter,
  DamagedFile,
  type Outcome,
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
  return new SqliteViewStore(options.file, options.report);
}

class SqliteViewStore implements ViewStore {
  readonly #file: string;
  readonly #report: ReportFile;
  readonly #writer = createWriter(() => this.#open().writer);
  readonly #watchers = new Set<(change: ViewChange) => void>();
  #files: ViewFiles | null;
  #closed = false;

  constructor(file: string, report: ReportFile) {
    this.#file = file;
    this.#report = report;
    this.#files = openViewFiles(file, report);
  }

  async get<Doc extends object>(view: ReadableView<Doc>, id: string): Promise<Doc | null> {
    const text = this.#read((db) =>
      queryLive(db, view.name, { query: documentOf(id), none: null }),
    );
    return text === null ? null : parseDocument(view, text);
  }

  async find<Doc extends object, Index extends keyof Doc & string>(
    view: ReadableView<Doc, Index>,
    where: Where<Doc, Index>,
  ): Promise<readonly Doc[]> {
    return this.#find(view, documentsWhere(where));
  }

  async findLast<Doc extends object, Index extends keyof Doc & string>(
    view: ReadableView<Doc, Index>,
    where: Where<Doc, Index>,
    range: IdRange,
  ): Promise<readonly Doc[]> {
    return this.#find(view, documentsWhere(where, range));
  }

  async findPage<Doc extends object>(
    view: ReadableView<Doc>,
    matching: Matching<Doc>,
    range: PageRange<Doc>,
  ): Promise<readonly Doc[]> {
    return this.#find(view, pageOf(matching, range));
  }

  async countBy<Doc extends object>(
    view: ReadableView<Doc>,
    field: keyof Doc & string,
    matching: Matching<Doc>,
  ): Promise<ReadonlyMap<string, number>> {
    const query = countsBy(field, matching);
    return this.#read((db) => queryLive(db, view.name, { query, none: new Map() }));
  }

  async #find<Doc extends object>(
    view: ReadableView<Doc>,
    query: Query<readonly string[]>,
  ): Promise<readonly Doc[]> {
    const texts = this.#read((db) => queryLive(db, view.name, { query, none: [] }));
    const pause = createYielder();
    const found: Doc[] = [];
    for (const text of texts) {
      found.push(parseDocument(view, text));
      await pause();
    }
    return found;
  }

  async changeToken({ name }: { readonly name: string }): Promise<string> {
    return this.#read(readChangeTokens).get(name) ?? 'none';
  }

  /** Own commits are reported with their documents; whether another connection wrote is known without reading a table. */
  watch(onChange: (change: ViewChange) => void): LookForChanges {
    this.#watchers.add(onChange);
    let files: ViewFiles | null = null;
    let version: number | undefined;
    let tokens: ReadonlyMap<string, string> = new Map();
    return () => {
      this.#read((reader) => {
        const now = readDataVersion(this.#open().writer);
        if (files === this.#files && version === now) return;
        const before = tokens;
        tokens = readChangeTokens(reader);
        [files, version] = [this.#files, now];
        for (const [view, token] of tokens)
          if (before.get(view) !== token) onChange({ view, ids: null });
      });
    };
  }

  async generations(): Promise<readonly Generation[]> {
    return this.#read(readGenerations);
  }

  begin(view: AnyView, { live }: { readonly live: boolean }): Promise<Generation> {
    return this.#write((db) => beginGeneration(db, view, live), {
      committed: ({ id: generation }) => this.#reportChanges([{ generation, ids: null }]),
    });
  }

  takeOver(generation: string): Promise<boolean> {
    return this.#write((db) => takeOver(db, generation), {
      committed: () => this.#reportChanges([{ generation, ids: null }]),
    });
  }

  async purge(): Promise<void> {
    await this.#write(dropUnused);
    await this.#writer.between(() => compact(this.#file));
  }

  setState(generation: string, state: ViewState, error?: string): Promise<void> {
    return this.#write((db) => setState(db, generation, { state, error: error ?? null }));
  }

  changeState(generation: string, change: StateChange): Promise<boolean> {
    return this.#write((db) => changeState(db, generation, change));
  }

  async load(
    generation: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredDocument>> {
    const found = new Map<string, StoredDocument>();
    const pause = createYielder();
    for (const id of ids) {
      const document = this.#read((db) =>
        unlessDropped(() => readDocument(db, generation, id), undefined),
      );
      if (document) found.set(id, document);
      await pause();
    }
    return found;
  }

  async commit(changes: readonly GenerationChanges[]): Promise<CommitOutcome> {
    const written = changes.filter(({ documents }) => documents.length > 0);
    const outcome = await this.#write((db) => writeBatch(db, changes), {
      keep: ({ lost }) => lost.length === 0,
      committed: () => {
        this.#reportChanges(
          written.map(({ generation, documents }) => ({
            generation,
            ids: documents.map(({ id }) => id),
          })),
        );
      },
    });
    const documents = written.reduce((sum, each) => sum + each.documents.length, 0);
    this.#files?.checkpointer.wrote(documents + changes.length);
    return outcome;
  }

  /** Of generations that answer reads. */
  #reportChanges(
    changes: readonly { readonly generation: string; readonly ids: ViewChange['ids'] }[],
  ): void {
    if (this.#watchers.size === 0) return;
    for (const { generation, ids } of changes) {
      const found = this.#read((db) => readGeneration(db, generation));
      if (!found?.live) continue;
      for (const report of this.#watchers) report({ view: found.view, ids });
    }
  }

  async quarantined(generation: string): Promise<readonly QuarantinedKey[]> {
    return this.#read((db) => readQuarantine(db, generation));
  }

  async count(generation: string): Promise<number> {
    return this.#read((db) => unlessDropped(() => countDocuments(db, generation), 0));
  }

  async scan(
    generation: string,
    options: { readonly after: string; readonly limit: number },
  ): Promise<readonly (StoredDocument & { readonly id: string })[]> {
    return this.#read((db) => unlessDropped(() => scanDocuments(db, generation, options), []));
  }

  lease(options: Parameters<ViewStore['lease']>[0]): Promise<boolean> {
    return this.#write((db) => takeLease(db, options));
  }

  release(name: string, holder: string): Promise<void> {
    return this.#write((db) => releaseLease(db, name, holder));
  }

  async heldLease(name: string): Promise<HeldLease | null> {
    return this.#read((db) => readLease(db, name));
  }

  async ping(): Promise<void> {
    this.#read((db) => db.prepare('SELECT 1 FROM generations').get());
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

  #read<Result>(query: (database: SqlDatabase) => Result): Result {
    this.#requireOpen();
    try {
      return query(this.#open().reader);
    } catch (error) {
      throw this.#translated(error);
    }
  }

  async #write<Result>(work: Work<Result>, outcome?: Outcome<Result>): Promise<Result> {
    this.#requireOpen();
    try {
      return await this.#writer.transact(work, outcome);
    } catch (error) {
      throw this.#translated(error);
    }
  }

  #requireOpen(): void {
    if (this.#closed) throw new ViewStoreUnavailable('The views are closed');
  }

  #translated(error: unknown): unknown {
    if (error instanceof Busy)
      return new ViewStoreUnavailable('another process has locked the views', { cause: error });
    if (!(error instanceof DamagedFile)) return error;
    void this.#quarantineFile(this.#files, error.message);
    return new ViewStoreUnavailable('the views are damaged and are being rebuilt', {
      cause: error,
    });
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

/** Another one after every commit of another connection. */
function readDataVersion(database: SqlDatabase): number | undefined {
  return database.prepare<{ data_version: number }>('PRAGMA data_version').get()?.data_version;
}

/** The one place where a document gets its type: what is stored under a view is what its `evolve` returned. */
function parseDocument<Doc extends object>(_view: ReadableView<Doc>, text: string): Doc {
  return JSON.parse(text) as Doc;
}
