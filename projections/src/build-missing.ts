import { startOfLog, type EventStore } from '@directory/domain/event-store';
import { withRebuildLease } from './projector/leases.ts';
import { rebuildViews, type Rebuild } from './rebuild.ts';
import type { AnyView } from './view.ts';
import type { Generation, ViewStore } from './view-store/view-store.ts';

/** Lets views begin at the start of their log: what they hold was folded from another one. */
export async function emptyViews(store: ViewStore, views: readonly AnyView[]): Promise<void> {
  for (const view of views) {
    const live = await liveOf(store, view);
    if (live && live.position !== startOfLog) await store.begin(view, { live: true });
  }
}

/** Builds the views of which there is nothing yet, and returns their names. @throws what `rebuildViews` throws */
export async function buildMissingViews({
  views,
  ...rebuild
}: Rebuild): Promise<readonly string[]> {
  const { store, log } = rebuild;
  const missing: AnyView[] = [];
  for (const view of views) if (await isMissing({ store, log }, view)) missing.push(view);
  if (missing.length === 0) return [];
  const alone = { signal: new AbortController().signal, force: true };
  await withRebuildLease(store, alone, () => rebuildViews({ ...rebuild, views: missing }));
  return missing.map(({ name }) => name);
}

async function isMissing(
  { store, log }: { readonly store: ViewStore; readonly log: EventStore },
  view: AnyView,
): Promise<boolean> {
  const live = await liveOf(store, view);
  if (!live || live.version !== view.version || live.position === startOfLog) return true;
  return live.position > (await log.head());
}

async function liveOf(store: ViewStore, { name }: AnyView): Promise<Generation | undefined> {
  return (await store.generations()).find(({ live, view }) => live && view === name);
}
