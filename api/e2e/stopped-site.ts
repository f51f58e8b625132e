import { startOfLog } from '@directory/domain/event-store';
import { readPages } from '@directory/domain/event-store/read-pages';
import { directoryViews, isConsistent, verifyViews } from '@directory/projections';
import { openLog, openScratchViewStore, openViewStore } from '@directory/projections/stores';

export type StoppedSite = {
  /** What `npm run verify` says. */
  readonly isConsistent: boolean;
  /** Whether a build of a view is unfinished. */
  readonly isRebuilding: boolean;
  /** How many events of each type the log holds. */
  readonly events: ReadonlyMap<string, number>;
};

/** Inspects a data folder that no program uses. */
export async function inspectStopped(dataDir: string): Promise<StoppedSite> {
  const log = await openLog({ dataDir, eventstoreUrl: null, mongodbUrl: null });
  const store = await openViewStore({ dataDir, mongodbUrl: null }, () => undefined);
  const scratch = await openScratchViewStore();
  try {
    const views = Object.values(directoryViews('Asia/Kuala_Lumpur'));
    const findings = await verifyViews({ log, store, scratch, views });
    const events = new Map<string, number>();
    for await (const page of readPages(log.stored, { after: startOfLog }))
      for (const { type } of page.events) events.set(type, (events.get(type) ?? 0) + 1);
    const generations = await store.generations();
    const isRebuilding = generations.some(({ live, state }) => !live && state === 'rebuilding');
    return { isConsistent: isConsistent(findings), isRebuilding, events };
  } finally {
    await scratch.close();
    await Promise.all([log.close(), store.close()]);
  }
}
