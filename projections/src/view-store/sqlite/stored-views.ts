import { changeReporter, ViewStoreUnavailable, type ViewChange } from '../view-store.ts';
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

export type StoredViews = ReturnType<typeof openStoredViews>;

/** The file as it is open at the moment, and who watches what is written to it. */
export function openStoredViews(file: string, report: ReportFile) {
  const writer = createWriter(() => open().writer);
  const watchers = new Set<(change: ViewChange) => void>();
  let files: ViewFiles | null = openViewFiles(file, report);
  /** Why a damaged file is still there. The next call that meets it throws this, and tries again. */
  let failedRename: unknown;
  let isClosed = false;

  function open(): ViewFiles {
    return (files ??= openViewFiles(file, report));
  }

  function requireOpen(): void {
    if (isClosed) throw new ViewStoreUnavailable('The views are closed');
  }

  function translated(error: unknown): unknown {
    if (isBusy(error))
      return new ViewStoreUnavailable('another process has locked the views', { cause: error });
    if (!isUnusable(error)) return orOutage(error, file);
    const failed = failedRename;
    failedRename = undefined;
    quarantine(files, error.message).catch((reason: unknown) => {
      failedRename = reason;
    });
    return (
      failed ??
      new ViewStoreUnavailable('the views are damaged and are being rebuilt', { cause: error })
    );
  }

  /** Between two transactions, and once, however many calls met the damage. The next call opens the new file. */
  function quarantine(damaged: ViewFiles | null, reason: string): Promise<void> {
    return writer.between(async () => {
      if (!damaged || damaged !== files) return;
      await closeViewFiles(damaged);
      files = null;
      quarantineFile({ file, identity: damaged.identity, reason }, report);
    });
  }

  function read<Result>(query: (database: SqlDatabase) => Result): Result {
    requireOpen();
    try {
      return query(open().reader);
    } catch (error) {
      throw translated(error);
    }
  }

  return {
    read,
    async write<Result>(work: Work<Result>, ending?: Ending<Result>): Promise<Result> {
      requireOpen();
      try {
        return await writer.transact(work, ending);
      } catch (error) {
        throw translated(error);
      }
    },
    /** To be called after a commit, with how many rows it wrote. */
    wrote(rows: number): void {
      files?.checkpointer.wrote(rows);
    },
    /** Own commits are reported with their documents; whether another connection wrote is known without reading a table. */
    watch(onChange: (change: ViewChange) => void): () => void {
      watchers.add(onChange);
      let seen: ViewFiles | null = null;
      let version: number | undefined;
      const reportStates = changeReporter(onChange);
      return () => {
        read((reader) => {
          const now = readDataVersion(open().writer);
          if (seen === files && version === now) return;
          const states = readLiveStates(reader);
          [seen, version] = [files, now];
          reportStates(states);
        });
      };
    },
    /** Reports a change of a generation if it answers reads. */
    reportChange(generation: string, ids: ViewChange['ids']): void {
      if (watchers.size === 0) return;
      const found = read((db) => readGeneration(db, generation));
      if (!found?.live) return;
      for (const watcher of watchers) watcher({ view: found.view, ids });
    },
    /** Rewrites the file between two transactions, without what was deleted. */
    compact: (): Promise<void> => writer.between(() => compact(file)),
    async close(): Promise<void> {
      if (isClosed) return;
      isClosed = true;
      await writer.between(async () => {
        if (files) await closeViewFiles(files);
        files = null;
      });
    },
  };
}

/** A number that differs after every commit of another connection. */
function readDataVersion(database: SqlDatabase): number | undefined {
  return database.prepare<{ data_version: number }>('PRAGMA data_version').get()?.data_version;
}
