import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DirectoryLog } from '@directory/domain';
import { openLog, openViewStore, type ReportFile } from '../stores.ts';
import type { ViewStore } from '../view-store/view-store.ts';

export type TemporaryStores = {
  readonly dataDir: string;
  readonly log: DirectoryLog;
  readonly store: ViewStore;
  /** What the view store reported. */
  readonly quarantinedFiles: readonly Parameters<ReportFile>[0][];
  /** Opens the same files once more, as another process does. */
  readonly reopen: () => Promise<ViewStore>;
  readonly close: () => Promise<void>;
};

/** A log and views of their own in a folder that `close` removes. */
export async function openTemporaryStores(): Promise<TemporaryStores> {
  const dataDir = mkdtempSync(join(tmpdir(), 'views-'));
  const config = { dataDir, timeZone: 'Asia/Kuala_Lumpur', eventstoreUrl: null, mongodbUrl: null };
  const quarantinedFiles: Parameters<ReportFile>[0][] = [];
  const opened: ViewStore[] = [];
  const log = await openLog(config);
  const reopen = async () => {
    const store = await openViewStore(config, (event) => quarantinedFiles.push(event));
    opened.push(store);
    return store;
  };
  const close = async () => {
    await log.close();
    for (const store of opened) await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { dataDir, log, store: await reopen(), quarantinedFiles, reopen, close };
}
