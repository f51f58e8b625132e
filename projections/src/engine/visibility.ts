import { Timeout, type EventStore, type Position } from '@directory/domain/event-store';
import { sharedCall } from '@directory/domain/shared/concurrency';
import { createWakeUp, withTimeout } from '@directory/domain/shared/timers';
import { liveGeneration, type Generation, type ViewStore } from '../view-store/view-store.ts';
import { isOfAnotherLog } from './assignment.ts';
import type { AnyView } from './view.ts';

export type WatchedViews = { readonly store: ViewStore; readonly views: readonly AnyView[] };

export type FoldedViews = WatchedViews & { readonly log: EventStore };

const pollEveryMs = 25;
/** A call with a shorter time looks once. */
const minLookMs = 25;

/** The calls that wait until reads of all views show a position. They look into the view store. */
export class Visibility {
  readonly #views: readonly AnyView[];
  readonly #generations: () => Promise<readonly Generation[]>;
  readonly #calls = new Set<{ readonly position: Position; isEnded: boolean }>();
  readonly #wakeUp = createWakeUp();
  /** Until `changed` is called: the views may be of another log, whose positions mean something else. */
  #isUnchecked = true;

  constructor({ store, views }: WatchedViews) {
    this.#views = views;
    this.#generations = sharedCall(() => store.generations());
  }

  /** As `Projector.waitUntilVisible` promises. Retries an unreachable store until the timeout. */
  async wait(position: Position, timeoutMs: number): Promise<boolean> {
    const until = performance.now() + timeoutMs;
    const call = { position, isEnded: false };
    this.#calls.add(call);
    try {
      for (;;) {
        const known = this.#wakeUp.count();
        const lookMs = Math.max(minLookMs, until - performance.now());
        const look = withTimeout(lookMs, this.#isVisible(position), () => new Timeout());
        const isVisible = await look.catch(() => null);
        if (isVisible !== null) return isVisible;
        const remainingMs = until - performance.now();
        if (call.isEnded || remainingMs <= 0) return false;
        // Where views were stored since this look began, it looks again at once.
        if (this.#wakeUp.count() === known)
          await this.#wakeUp.sleep(Math.min(pollEveryMs, remainingMs));
      }
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Whether storing events up to a position would end a wait. */
  isAwaited(folded: Position): boolean {
    for (const { position } of this.#calls) if (position <= folded) return true;
    return false;
  }

  /** To be called when the views were found to be of this log, and when they were stored: the calls look at once. */
  changed(): void {
    this.#isUnchecked = false;
    this.#wakeUp.wakeAll();
  }

  /** Lets the calls that wait now look once more and return. */
  end(): void {
    for (const call of this.#calls) call.isEnded = true;
    this.#wakeUp.wakeAll();
  }

  /** Null while views that are followed do not show it yet; false when only views that are not waited for are behind. */
  async #isVisible(position: Position): Promise<boolean | null> {
    if (this.#isUnchecked) return null;
    const generations = await this.#generations();
    const live = this.#views.map((view) => {
      return { view, found: liveGeneration(generations, view.name) };
    });
    const behind = live.filter(
      ({ found }) => !found || found.position < position || isOfAnotherLog(found),
    );
    if (behind.length === 0) return true;
    return behind.some(({ view, found }) => isFollowed(view, found)) ? null : false;
  }
}

/** Whether a projector of this version folds new events into it now, or is about to for the first time. */
function isFollowed({ version }: AnyView, live: Generation | undefined): boolean {
  if (!live || isOfAnotherLog(live)) return true;
  return live.state === 'running' && live.version === version;
}
