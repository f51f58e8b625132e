import {
  reportChanges,
  ViewStoreUnavailable,
  type LiveState,
  type ViewChange,
} from '../view-store.ts';
import { isBusy } from '@directory/domain/sqlite-driver';
import {
  createWriter,
  isUnusable,
  orOutage,
  type Ending,
  type SqlDatabase,
  type Work,
} from './database.ts';
import { readGeneration, readLiveStates } from './generations.ts';
import {
  closeViewFiles,
  compact,
  openViewFiles,
  quarantineFile,
  type ReportFile,
  type ViewFiles,
} from './view-files.ts';

/** The file as it is open at the moment, and who watches what is written to it. */
export class StoredViews {
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

  /** Rewrites the file between two transactions, without what was deleted. */
  compact(): Promise<void> {
    return this.#writer.between(() => compact(this.#file));
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
    if (!isUnusable(error)) return orOutage(error, this.#file);
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
      quarantineFile({ file: this.#file, identity: damaged.identity, reason }, this.#report);
    });
  }
}

/** A number that differs after every commit of another connection. */
function readDataVersion(database: SqlDatabase): number | undefined {
  return database.prepare<{ data_version: number }>('PRAGMA data_version').get()?.data_version;
}
