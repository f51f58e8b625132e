import type { Position } from '@directory/domain/event-store';
import { sleep } from '@directory/domain/shared/timers';
import { liveGeneration, type Generation, type ViewStore } from '../view-store/view-store.ts';
import { isOfAnotherLog } from './assignment.ts';
import type { AnyView } from './view.ts';

type Waiter = { readonly position: Position; readonly resolve: (reached: boolean) => void };

/** The stored position of the running views, and the calls that wait for it. */
export class StoredPosition {
  /** `unknown` until the views were looked up for the first time; null when none is running. */
  #stored: Position | null | 'unknown' = 'unknown';
  readonly #waiters = new Set<Waiter>();

  update(stored: Position | null): void {
    this.#stored = stored;
    for (const waiter of this.#waiters) if (this.has(waiter.position)) waiter.resolve(true);
  }

  has(position: Position): boolean {
    if (this.#stored === 'unknown') return false;
    return this.#stored === null || this.#stored >= position;
  }

  /** Whether storing events up to a position would end a wait. */
  isAwaited(folded: Position): boolean {
    for (const { position } of this.#waiters) if (position <= folded) return true;
    return false;
  }

  giveUp(): void {
    for (const waiter of this.#waiters) waiter.resolve(false);
  }

  wait(position: Position, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter = {
        position,
        resolve: (reached: boolean) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiter.resolve(false), timeoutMs);
      this.#waiters.add(waiter);
    });
  }
}

export type StoredViews = { readonly store: ViewStore; readonly views: readonly AnyView[] };

const pollEveryMs = 25;

/** Polls the view store, as `Projector.waitUntilVisible` promises. Retries an unreachable store until the timeout. */
export async function waitUntilVisible(
  { store, views }: StoredViews,
  position: Position,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<boolean> {
  for (;;) {
    const generations = await store.generations().catch(() => null);
    if (generations) {
      const live = views.map((view) => ({ view, found: liveGeneration(generations, view.name) }));
      const behind = live.filter(
        ({ found }) => !found || found.position < position || isOfAnotherLog(found),
      );
      if (behind.length === 0) return true;
      if (!behind.some(({ view, found }) => isFollowed(view, found))) return false;
    }
    if (signal.aborted || performance.now() >= until) return false;
    await sleep(pollEveryMs, signal);
  }
}

/** Whether a projector of this version folds new events into it now, or is about to for the first time. */
function isFollowed({ version }: AnyView, live: Generation | undefined): boolean {
  if (!live || isOfAnotherLog(live)) return true;
  return live.state === 'running' && live.version === version;
}
