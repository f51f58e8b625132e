import { startOfLog, type EventStore, type EventBatch } from '@directory/domain/event-store';
import { readPages } from '@directory/domain/event-store/read-pages';
import { sleep } from '@directory/domain/shared/timers';
import { OperatorError } from '../config.ts';
import { liveGeneration, type Generation, type ViewStore } from '../view-store/view-store.ts';
import { findAnchor, ofAnotherLog } from './anchor.ts';
import {
  beginBuild,
  begunBuild,
  isCurrent,
  isOfAnotherLog,
  rejectGeneration,
  type ProjectorDeps,
} from './assignment.ts';
import { CatchUp } from './catch-up.ts';
import { ConcurrencyConflict, typesOf } from './fold-events.ts';
import { openFold, reasonOf, type FoldFailure, type GenerationFold } from './fold.ts';
import { buildLease, holderName, Leases } from './leases.ts';
import { progressMeter, type Progress } from './progress-meter.ts';
import type { AnyView } from './view.ts';
import type { FoldedViews } from './visibility.ts';

/** A generation with the definition of its view. */
export type Target = { readonly view: AnyView; readonly generation: Generation };

export type Build = ProjectorDeps & {
  /** In the state `rebuilding`; others are left out. */
  readonly targets: readonly Target[];
  /** Ends it early, without an error; the next build continues from there. */
  readonly signal: AbortSignal;
  readonly onRead?: (batch: EventBatch) => void;
};

export type Built = {
  /** How many generations answer reads now. */
  readonly finished: number;
  /** Why others do not, by the id of the generation; they are in the state `failed`. */
  readonly failures: ReadonlyMap<string, string>;
};

/**
 * Folds the log into generations in one reading, beside those that answer reads. Each takes over when it is not behind the one that
 * it replaces. Events may be appended meanwhile.
 *
 * @throws ViewStoreUnavailable, and what the log throws
 */
export async function build(given: Build): Promise<Built> {
  const { store, targets, signal, report } = given;
  for (const { view } of targets)
    report({ type: 'view-building', view: view.name, version: view.version });
  const failures = new Map<string, string>();
  let finished = 0;
  while (!signal.aborted) {
    const folds = await openFolds(given);
    if (folds.size === 0) break;
    const isAtEnd = await catchUp(given, [...folds.values()]);
    const answering: Target[] = [];
    for (const [target, fold] of folds) {
      if (fold.failure) failures.set(fold.id, await fail(given, fold, fold.failure));
      else if (isAtEnd && (target.generation.live || (await store.takeOver(fold.id))))
        answering.push(target);
    }
    finished += await complete(given, answering);
    // The live view may have moved on: the next reading closes the gap.
    await sleep(behindPauseMs, signal);
  }
  return { finished, failures };
}

const behindPauseMs = 5;

/** To be held while they are built, so that two processes do not do the same work. */
export function buildLeases(targets: readonly Target[]): readonly string[] {
  return targets.map(({ generation }) => buildLease(generation.id));
}

/** An erasure purges too early for views that are paused or behind: they still have what it erased. */
async function purgeErased({ log, store }: Build): Promise<void> {
  const erasures = { after: startOfLog, limit: 1, types: ['OwnerErased'] };
  if ((await log.readAll(erasures)).length > 0) await store.purge();
}

/** Opens the targets that are still to be built, as they are now: one may answer reads meanwhile. */
async function openFolds(given: Build): Promise<ReadonlyMap<Target, GenerationFold>> {
  const generations = await given.store.generations();
  const folds = new Map<Target, GenerationFold>();
  for (const target of given.targets) {
    const { view } = target;
    const generation = generations.find(({ id }) => id === target.generation.id);
    if (generation?.state !== 'rebuilding') continue;
    const live = liveGeneration(generations, view.name);
    const halts = live !== undefined && live !== generation && !isOfAnotherLog(live);
    const fold = await openFold(given, view, generation, { halts, isBuild: true });
    if (fold) folds.set({ view, generation }, fold);
    else await rejectGeneration(given, generation);
  }
  return folds;
}

/** False when it was ended, or another process wrote to the same generations: the next reading continues from there. */
async function catchUp(
  { log, store, signal, report, onRead }: Build,
  folds: readonly GenerationFold[],
): Promise<boolean> {
  const loop = new CatchUp({
    store,
    folds,
    read: (after) => readPages(log, { after, types: typesOf(folds) }),
    signal,
    ...(onRead && { onRead }),
    onQuarantined: (key) => report({ type: 'key-quarantined', key }),
  });
  try {
    await loop.run();
    return !signal.aborted;
  } catch (error) {
    if (error instanceof ConcurrencyConflict) return false;
    throw error;
  }
}

/**
 * Lets generations that answer reads follow the log, and returns how many do. Those that were paused or behind, or replace one that
 * was, are purged before: an interrupted purge is repeated, as they stay `rebuilding`, or are resumed later.
 */
async function complete(given: Build, answering: readonly Target[]): Promise<number> {
  if (answering.length === 0) return 0;
  const { store, report } = given;
  const running = (await store.generations()).filter(({ state }) => state === 'running');
  const isRunning = ({ id }: Generation) => running.some((other) => other.id === id);
  if (!answering.every(({ generation }) => isRunning(generation))) await purgeErased(given);
  let completed = 0;
  for (const { view, generation } of answering) {
    const { id, live } = generation;
    const isChanged = await store.changeState(id, { from: 'rebuilding', to: 'running' });
    // One that was live before may have been paused or dropped.
    if (live && !isChanged) continue;
    report({ type: 'view-ready', view: view.name, version: view.version });
    completed += 1;
  }
  return completed;
}

async function fail(
  { store, report }: Pick<Build, 'store' | 'report'>,
  { id, view }: GenerationFold,
  failure: FoldFailure,
): Promise<string> {
  const reason = reasonOf(failure);
  // A generation that was paused meanwhile stays paused.
  await store.changeState(id, { from: 'rebuilding', to: 'failed', error: reason });
  report({ type: 'rebuild-halted', view: view.name, reason });
  return reason;
}

export type Rebuild = FoldedViews & {
  /** Called after every page of the log. */
  readonly onProgress?: (progress: Progress) => void;
};

/**
 * Rebuilds views, which takes the work from a projector that does the same. An interrupted rebuild continues from its checkpoint.
 *
 * @throws OperatorError where events cannot be folded, and the live views stay; ViewStoreUnavailable, and what the log throws
 */
export async function rebuildViews(rebuild: Rebuild): Promise<void> {
  for (let unbuilt = rebuild.views; unbuilt.length > 0;)
    unbuilt = await rebuildOnce({ ...rebuild, views: unbuilt });
}

/** Returns those whose build was restarted meanwhile, by an erasure or by another rebuild. */
async function rebuildOnce({
  log,
  store,
  views,
  onProgress,
}: Rebuild): Promise<readonly AnyView[]> {
  const deps = { log, store, report: () => undefined };
  const targets: Target[] = [];
  for (const view of views) {
    const generation = await beginBuild(deps, view, await store.generations());
    targets.push({ view, generation });
  }
  const end = await log.head();
  const measure = progressMeter();
  let read = 0;
  const onRead = ({ events, upTo }: EventBatch) => {
    read += events.length;
    onProgress?.(measure({ id: 'rebuild', events: read, position: upTo, end }));
  };
  const leases = new Leases(store, holderName());
  const options = { signal: new AbortController().signal, force: true };
  const built = await leases.whileHeld(buildLeases(targets), options, (signal) =>
    build({ ...deps, targets, signal, onRead }),
  );
  const halted = targets.flatMap(({ view, generation }) => {
    const reason = built?.failures.get(generation.id);
    if (reason === undefined) return [];
    return [`The rebuild of ${view.name} halted, and what was there stays: ${reason}.`];
  });
  if (halted.length > 0) throw new OperatorError(halted.join('\n'));
  const known = (await store.generations()).map(({ id }) => id);
  return targets.flatMap(({ view, generation }) => (known.includes(generation.id) ? [] : [view]));
}

/** Requests a rebuild of a view beside the live one. False where one is under way, which continues. */
export async function requestRebuild(store: ViewStore, view: AnyView): Promise<boolean> {
  const generations = await store.generations();
  const live = liveGeneration(generations, view.name);
  // Without a live one, or with an older version live, the projector builds this version anyway.
  if (!live || !isCurrent(view, live)) return false;
  if (begunBuild(view, generations)?.state === 'rebuilding') return false;
  await store.begin(view);
  return true;
}

/** Restarts unfinished builds: what they have folded may hold what was erased from the log since. */
export async function restartBuilds(store: ViewStore, views: readonly AnyView[]): Promise<void> {
  const generations = await store.generations();
  const unfinished = generations.filter(({ live, state }) => !live && state === 'rebuilding');
  for (const view of views)
    if (unfinished.some((generation) => generation.view === view.name)) await store.begin(view);
}

/**
 * Builds the views that lack events of this log, and returns their names. One that an operator paused, or that failed, stays as it is.
 *
 * @throws what `rebuildViews` throws
 */
export async function buildMissingViews(rebuild: Rebuild): Promise<readonly string[]> {
  const { store, log, views } = rebuild;
  const missing: AnyView[] = [];
  for (const view of views) if (await isMissing(store, log, view)) missing.push(view);
  if (missing.length > 0) await rebuildViews({ ...rebuild, views: missing });
  return missing.map(({ name }) => name);
}

async function isMissing(store: ViewStore, log: EventStore, view: AnyView): Promise<boolean> {
  const live = liveGeneration(await store.generations(), view.name);
  if (!live || !isCurrent(view, live) || live.position === startOfLog) return true;
  if (live.state === 'running' && live.position < (await log.head())) return true;
  return (await findAnchor(log, live)) === ofAnotherLog;
}
