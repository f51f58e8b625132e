import { sleep } from '@directory/domain/shared/retry';
import type { EventStore } from '@directory/domain/event-store';
import { ConcurrencyConflict } from './folding/commit-folds.ts';
import type { FoldFailure, GenerationFold } from './folding/generation-fold.ts';
import { minPosition } from './folding/lowest.ts';
import { replay } from './folding/replay.ts';
import { errorMessage } from '@directory/domain/shared/unknown';
import { openFold } from './projector/plan.ts';
import { progressMeter, type ReplayProgress } from './replay-progress.ts';
import type { AnyView } from './view.ts';
import type { Generation, ViewStore } from './view-store/view-store.ts';

export type Rebuild = {
  readonly log: EventStore;
  readonly store: ViewStore;
  readonly views: readonly AnyView[];
  /** Called after every page of the log. */
  readonly onProgress?: (progress: ReplayProgress) => void;
  /** Ends it early, and without an error; the next rebuild goes on from there. */
  readonly signal?: AbortSignal;
};

/** A rebuild met an event that cannot be folded. The live view answers as before. */
export class RebuildHalted extends Error {
  override readonly name = 'RebuildHalted';
}

/**
 * Builds views anew from the log, in one reading of it, while the live ones go on answering. Each takes over when it is not behind
 * the one that it replaces. A rebuild that was interrupted goes on where it was; events may be appended meanwhile.
 *
 * @throws RebuildHalted, ViewStoreUnavailable, and what the log throws
 */
export async function rebuildViews(rebuild: Rebuild): Promise<void> {
  const { store, signal } = rebuild;
  let views = rebuild.views;
  while (views.length > 0) {
    const folds = await openFolds(store, views);
    await build(rebuild, folds);
    if (signal?.aborted) return;
    const behind: AnyView[] = [];
    for (const { id, view } of folds) if (!(await hasTakenOver(store, id))) behind.push(view);
    views = behind;
    // The live view moved on in between: the next reading closes a gap of a moment.
    if (behind.length > 0) await sleep(behindPauseMs);
  }
}

const behindPauseMs = 5;

async function openFolds(
  store: ViewStore,
  views: readonly AnyView[],
): Promise<readonly GenerationFold[]> {
  const folds: GenerationFold[] = [];
  for (const view of views)
    folds.push(await openFold(store, view, await beginOrContinue(store, view)));
  return folds;
}

async function beginOrContinue(store: ViewStore, view: AnyView): Promise<Generation> {
  const generations = await store.generations();
  const begun = generations.findLast(
    (generation) =>
      generation.view === view.name &&
      generation.version === view.version &&
      !generation.live &&
      isUnfinished(generation),
  );
  if (!begun) return store.begin(view, { live: false });
  if (begun.state === 'failed') await store.setState(begun.id, 'rebuilding');
  return begun;
}

function isUnfinished({ state }: Generation): boolean {
  return state === 'rebuilding' || state === 'failed';
}

async function build(
  { log, store, onProgress, signal }: Rebuild,
  folds: readonly GenerationFold[],
): Promise<void> {
  const from = minPosition(folds.map(({ position }) => position));
  const meter = progressMeter({ from, to: await log.head() });
  try {
    await replay(folds, {
      log,
      store,
      ...(signal && { signal }),
      onRead: (events, upTo) => onProgress?.(meter(events, upTo)),
    });
  } catch (error) {
    // Somebody else builds the same. Where they got to is where the next reading goes on.
    if (!(error instanceof ConcurrencyConflict)) throw error;
  }
  for (const fold of folds) if (fold.failure) await halt(store, fold, fold.failure);
}

async function halt(
  store: ViewStore,
  { id, view }: GenerationFold,
  { event, error }: FoldFailure,
): Promise<never> {
  const reason = `event ${event.id} (${event.type}) cannot be folded: ${errorMessage(error)}`;
  await store.setState(id, 'failed', reason);
  throw new RebuildHalted(
    `The rebuild of ${view.name} halted, and what was there stays: ${reason}.`,
    { cause: error },
  );
}

/** True also when somebody else who builds the same let it take over. */
async function hasTakenOver(store: ViewStore, id: string): Promise<boolean> {
  if (await store.takeOver(id)) return true;
  return (await store.generations()).some((generation) => generation.id === id && generation.live);
}
