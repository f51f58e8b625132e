import { createBackoff, sleep } from '@directory/domain/shared/retry';
import { startOfLog, type EventStore } from '@directory/domain/event-store';
import { errorMessage } from '@directory/domain/shared/unknown';
import { liveGeneration, type Generation, type ViewStore } from '../view-store/view-store.ts';
import { findAnchor, ofAnotherLog } from './anchor.ts';
import { ConcurrencyConflict, minPosition, replay } from './catch-up.ts';
import type { FoldFailure, GenerationFold } from './fold.ts';
import { openFold, type ProjectorDeps } from './plan.ts';
import { progressMeter, type ReplayProgress } from './replay-progress.ts';
import type { AnyView } from './view.ts';
import { withRebuildLease } from './leases.ts';

export type Rebuild = {
  readonly log: EventStore;
  readonly store: ViewStore;
  readonly views: readonly AnyView[];
  /** Called after every page of the log. */
  readonly onProgress?: (progress: ReplayProgress) => void;
  /** Ends it early, without an error; the next rebuild continues from there. */
  readonly signal?: AbortSignal;
};

/** A rebuild met an event that cannot be folded. The live view is unchanged. */
export class RebuildHalted extends Error {
  override readonly name = 'RebuildHalted';
}

/**
 * Rebuilds views in one reading of the log, while the live ones answer reads. Each takes over when it is not behind the one that it
 * replaces. An interrupted rebuild continues from its checkpoint; events may be appended meanwhile.
 *
 * @throws RebuildHalted, ViewStoreUnavailable, and what the log throws
 */
export async function rebuildViews(rebuild: Rebuild): Promise<void> {
  const { store, signal } = rebuild;
  let views = rebuild.views;
  while (views.length > 0) {
    const folds = await openFolds(rebuild, views);
    const isBuilt = await build(rebuild, folds);
    if (signal?.aborted) return;
    const behind: AnyView[] = [];
    for (const { id, view } of folds)
      if (!(isBuilt && (await store.takeOver(id))) && !(await isLive(store, id))) behind.push(view);
    views = behind;
    // The live view moved on in between: the next reading closes a gap of a moment.
    if (behind.length > 0) await sleep(behindPauseMs);
  }
}

const behindPauseMs = 5;

async function openFolds(
  deps: Rebuild,
  views: readonly AnyView[],
): Promise<readonly GenerationFold[]> {
  const folds: GenerationFold[] = [];
  for (const view of views)
    folds.push(await openFold(deps, view, await beginOrContinue(deps, view)));
  return folds;
}

async function beginOrContinue({ log, store }: Rebuild, view: AnyView): Promise<Generation> {
  const generations = await store.generations();
  await failOfAnotherLog({ log, store }, view, generations);
  const begun = generations.findLast(
    (generation) =>
      generation.view === view.name &&
      generation.version === view.version &&
      !generation.live &&
      isUnfinished(generation),
  );
  if (!begun || (await findAnchor(log, begun)) === ofAnotherLog)
    return store.begin(view, { live: false });
  if (begun.state === 'failed') await store.setState(begun.id, 'rebuilding');
  return begun;
}

/** What is of another log is replaced wherever it is. */
async function failOfAnotherLog(
  { log, store }: Pick<Rebuild, 'log' | 'store'>,
  view: AnyView,
  generations: readonly Generation[],
): Promise<void> {
  const live = liveGeneration(generations, view.name);
  if (live && (await findAnchor(log, live)) === ofAnotherLog)
    await store.setState(live.id, 'failed', ofAnotherLog);
}

function isUnfinished({ state }: Generation): boolean {
  return state === 'rebuilding' || state === 'failed';
}

/** False when another process wrote to the same generations: they end before the end of the log, and the next reading continues there. */
async function build(
  { log, store, onProgress, signal }: Rebuild,
  folds: readonly GenerationFold[],
): Promise<boolean> {
  const from = minPosition(folds.map(({ position }) => position));
  const meter = progressMeter({ from, to: await log.head() });
  let isBuilt = true;
  try {
    await replay(folds, {
      log,
      store,
      ...(signal && { signal }),
      onRead: (events, upTo) => onProgress?.(meter(events, upTo)),
    });
  } catch (error) {
    if (!(error instanceof ConcurrencyConflict)) throw error;
    isBuilt = false;
  }
  for (const fold of folds) if (fold.failure) await halt(store, fold, fold.failure);
  return isBuilt;
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

/** Another process that builds the same generation may have let it take over. */
async function isLive(store: ViewStore, id: string): Promise<boolean> {
  return (await store.generations()).some((generation) => generation.id === id && generation.live);
}

const lookEveryMs = 500;

/**
 * Runs the requested rebuilds, one view after the other, until the signal fires. Requests are in the view store, so any process
 * can accept one, and the next lease holder continues an interrupted build.
 */
export async function runRebuilder(deps: ProjectorDeps, signal: AbortSignal): Promise<void> {
  const backoff = createBackoff();
  while (!signal.aborted) {
    try {
      if (!(await rebuildNext(deps, signal))) await sleep(lookEveryMs, signal);
      backoff.reset();
    } catch (error) {
      const retryInMs = backoff.next();
      deps.report({ type: 'projection-interrupted', error, retryInMs });
      await sleep(retryInMs, signal);
    }
  }
}

/** False when there was nothing to do. */
async function rebuildNext(deps: ProjectorDeps, signal: AbortSignal): Promise<boolean> {
  const { store, views } = deps;
  const generations = await store.generations();
  const view = views.find((each) => requestedBuild(generations, each));
  if (!view) return false;
  const done = await withRebuildLease(store, { signal }, (lost) => rebuild(deps, view, lost));
  return done === true;
}

/** The requested, unfinished build. Projectors of another version build that version. */
function requestedBuild(
  generations: readonly Generation[],
  { name, version }: Pick<AnyView, 'name' | 'version'>,
): Generation | undefined {
  const own = generations.filter(({ view }) => view === name);
  const live = own.findIndex((generation) => generation.live);
  if (own[live]?.version !== version) return undefined;
  return own
    .slice(live + 1)
    .find((generation) => generation.version === version && generation.state === 'rebuilding');
}

async function rebuild(
  { log, store, report }: ProjectorDeps,
  view: AnyView,
  signal: AbortSignal,
): Promise<boolean> {
  const { name, version } = view;
  // The previous lease holder may have finished it.
  if (!requestedBuild(await store.generations(), view)) return true;
  report({ type: 'view-building', view: name, version });
  try {
    await rebuildViews({ log, store, views: [view], signal });
    if (!signal.aborted) report({ type: 'view-ready', view: name, version });
  } catch (error) {
    if (!(error instanceof RebuildHalted)) throw error;
    report({ type: 'rebuild-halted', view: name, reason: errorMessage(error) });
  }
  return true;
}

/** Requests a rebuild of a view beside the live one. A build in progress continues. */
export async function requestRebuild(store: ViewStore, view: AnyView): Promise<void> {
  const generations = await store.generations();
  const live = liveGeneration(generations, view.name);
  // Without a live one, or with an older version live, the projector builds this version anyway.
  if (live?.version !== view.version || live.state === 'rebuilding') return;
  if (!requestedBuild(generations, view)) await store.begin(view, { live: false });
}

/** Restarts views at the start of the log, because their documents were folded from another log. */
export async function emptyViews(store: ViewStore, views: readonly AnyView[]): Promise<void> {
  for (const view of views) {
    const live = liveGeneration(await store.generations(), view.name);
    if (live && live.position !== startOfLog) await store.begin(view, { live: true });
  }
}

/** Builds the views of which there is nothing yet, and returns their names. @throws what `rebuildViews` throws */
export async function buildMissingViews(rebuild: Rebuild): Promise<readonly string[]> {
  const { store, log, views } = rebuild;
  const missing: AnyView[] = [];
  for (const view of views) if (await isMissing(store, log, view)) missing.push(view);
  if (missing.length === 0) return [];
  const alone = { signal: new AbortController().signal, force: true };
  await withRebuildLease(store, alone, () => rebuildViews({ ...rebuild, views: missing }));
  return missing.map(({ name }) => name);
}

async function isMissing(store: ViewStore, log: EventStore, view: AnyView): Promise<boolean> {
  const live = liveGeneration(await store.generations(), view.name);
  if (!live || live.version !== view.version || live.position === startOfLog) return true;
  return (await findAnchor(log, live)) === ofAnotherLog;
}
