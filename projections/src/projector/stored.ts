import type { Position } from '@directory/domain/event-store';
import { sleep } from '@directory/domain/shared/retry';
import type { AnyView } from '../view.ts';
import type { Generation, ViewStore } from '../view-store/view-store.ts';

export type StoredViews = { readonly store: ViewStore; readonly views: readonly AnyView[] };

const pollEveryMs = 25;

/** Polls the view store, as `Projector.waitUntilVisible` promises. An unreachable store is asked again until the time is over. */
export async function waitUntilVisible(
  { store, views }: StoredViews,
  position: Position,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<boolean> {
  for (;;) {
    const generations = await store.generations().catch(() => null);
    if (generations) {
      const isVisible = views.every(({ name }) =>
        generations.some((each) => each.live && each.view === name && each.position >= position),
      );
      if (isVisible) return true;
      if (!generations.some((each) => isFollowed(each, views) && each.position < position))
        return false;
    }
    if (signal.aborted || performance.now() >= until) return false;
    await sleep(pollEveryMs, signal);
  }
}

function isFollowed(
  { live, state, view, version }: Generation,
  views: readonly AnyView[],
): boolean {
  const isOwn = views.some((own) => own.name === view && own.version === version);
  return live && state === 'running' && isOwn;
}
