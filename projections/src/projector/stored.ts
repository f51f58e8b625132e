import { setTimeout } from 'node:timers/promises';
import type { Position } from '@directory/domain/event-store';
import type { AnyView } from '../view.ts';
import type { Generation, ViewStore } from '../view-store/view-store.ts';

export type StoredViews = { readonly store: ViewStore; readonly views: readonly AnyView[] };

const pollEveryMs = 25;

/** Polls for what another process stores: true as soon as every running view holds all events up to a position. */
export async function waitUntilStored(
  stored: StoredViews,
  position: Position,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<boolean> {
  for (;;) {
    if (await isStored(stored, position).catch(() => false)) return true;
    if (signal.aborted || performance.now() >= until) return false;
    await setTimeout(pollEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Whether what is read of any view, in whatever state it is, holds all events up to a position. */
export async function isVisibleAt(
  { store, views }: StoredViews,
  position: Position,
): Promise<boolean> {
  const generations = await store.generations();
  return views.every(({ name }) =>
    generations.some((each) => each.live && each.view === name && each.position >= position),
  );
}

async function isStored({ store, views }: StoredViews, position: Position): Promise<boolean> {
  const generations = await store.generations();
  return generations
    .filter((generation) => isFollowed(generation, views))
    .every((generation) => generation.position >= position);
}

function isFollowed(
  { live, state, view, version }: Generation,
  views: readonly AnyView[],
): boolean {
  const isOwn = views.some((own) => own.name === view && own.version === version);
  return live && state === 'running' && isOwn;
}
