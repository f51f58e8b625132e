import { UnusableLog, type EventStore, type Position } from '@directory/domain/event-store';
import { groupBy } from '@directory/domain/shared/collections';
import { createBackoff, sleep } from '@directory/domain/shared/timers';
import { liveGeneration, type Generation } from '../view-store/view-store.ts';
import {
  assignmentOf,
  beginBuild,
  begunBuild,
  isUnfinished,
  rejectGeneration,
  type Report,
} from './assignment.ts';
import { CatchUp } from './catch-up.ts';
import { ConcurrencyConflict } from './fold-events.ts';
import { openFold, reasonOf, type FoldFailure, type GenerationFold } from './fold.ts';
import { followLease, holderName, leaseMs, Leases } from './leases.ts';
import { build, buildLeases, type Target } from './rebuild.ts';
import type { AnyView } from './view.ts';
import { Visibility, type FoldedViews, type WatchedViews } from './visibility.ts';

export type Projector = {
  /**
   * True as soon as reads of every view show all events up to a position. False when that takes longer than `timeoutMs`, and
   * as soon as only views that are paused, failed or being built are behind, since those are not waited for. Never throws.
   */
  readonly waitUntilVisible: (position: Position, timeoutMs: number) => Promise<boolean>;
  /** Stores folded events. Resolves after the last write. */
  readonly stop: () => Promise<void>;
};

export type ProjectorOptions = FoldedViews & {
  readonly report: Report;
  /** Builds what is further behind than some events; by default in this thread, as it does the rest. */
  readonly buildFar?: typeof build;
  /** The name under which it holds leases; random by default. */
  readonly holder?: string;
  /** Whether it waits for the lease at its start instead of taking it from its holder. */
  readonly standby?: boolean;
};

/** Updates the views from the log until it is stopped, and retries during outages of either. */
export function startProjector(options: ProjectorOptions): Projector {
  return new ProjectorLoop(options);
}

/** The projector runs in another process: this one reads what it stores and writes nothing. */
export function followProjector(stored: WatchedViews): Projector {
  const visibility = new Visibility(stored);
  // The other process checks them.
  visibility.changed();
  return {
    waitUntilVisible: (position, timeoutMs) => visibility.wait(position, timeoutMs),
    stop: async () => visibility.end(),
  };
}

export const lookEveryMs = 500;
/** The interval of reads at the head, while no call waits. */
export const readEveryMs = 100;
const retryFailedAfterMs = 30_000;
/** Conflicts in a row that are not reported: another projector stores first while it takes over, but not for long. */
const usualConflicts = 20;
/** A view that is further behind than so many events gets a reader of its own, so that it holds up no other. */
const nearbyEvents = 1_000;

/**
 * Follows the log with the views that answer reads, and brings what is behind or not read yet to the head beside them. Looks from
 * time to time whether views were paused, resumed, rebuilt or left by another process.
 */
class ProjectorLoop implements Projector {
  readonly #options: ProjectorOptions;
  readonly #leases: Leases;
  readonly #visibility: Visibility;
  readonly #backoff = createBackoff();
  #conflicts = 0;
  readonly #stopped = new AbortController();
  readonly #builds = new Map<string, Promise<void>>();
  /** When a generation that failed is built again, by its id. */
  readonly #retryAt = new Map<string, number>();
  /** The views that answered reads in the version of this process at some time. */
  readonly #served = new Set<string>();
  readonly #done: Promise<void>;
  #following: CatchUp | null = null;
  /** Fires when the assignment has changed, and with `stop`. */
  #round = new AbortController();
  #isStandby = false;

  constructor(options: ProjectorOptions) {
    this.#options = options;
    this.#visibility = new Visibility(options);
    this.#leases = new Leases(options.store, options.holder ?? holderName());
    this.#done = this.#work();
  }

  readonly waitUntilVisible: Projector['waitUntilVisible'] = (position, timeoutMs) => {
    const isVisible = this.#visibility.wait(position, timeoutMs);
    this.#following?.nudge();
    return isVisible;
  };

  readonly stop = async (): Promise<void> => {
    this.#stopped.abort();
    this.#round.abort();
    await this.#done;
    this.#visibility.end();
  };

  /** Unless `standby` is set, the last to start takes the leases, so that a restart after a crash does not wait for them to expire. */
  async #work(): Promise<void> {
    const { signal } = this.#stopped;
    let force = !this.#options.standby;
    while (!signal.aborted) {
      this.#round = new AbortController();
      try {
        const targets = await this.#look(force);
        force = false;
        await this.#follow(targets);
      } catch (error) {
        await this.#recover(error);
      }
    }
    await Promise.all(this.#builds.values());
    await this.#leases.release();
  }

  /** Starts the builds that are due, and returns what is to be followed. */
  async #look(force = false): Promise<readonly Target[]> {
    const { store } = this.#options;
    const views = await this.#takeLeases(force);
    const generations = await store.generations();
    const follow: Target[] = [];
    const due: Target[] = [];
    for (const view of views) {
      const assignment = assignmentOf(view, generations);
      if (!assignment.isMissing) this.#served.add(view.name);
      if (assignment.follow) follow.push({ view, generation: assignment.follow });
      for (const generation of assignment.build)
        if (this.#isDue(generation)) due.push({ view, generation });
      if (assignment.isMissing && (await this.#mayBuild(view, generations, force)))
        due.push({ view, generation: await beginBuild(this.#options, view, generations) });
    }
    this.#startBuilds(due, force);
    return follow;
  }

  async #takeLeases(force: boolean): Promise<readonly AnyView[]> {
    const { views, report } = this.#options;
    const held = await this.#leases.take(views.map(followLease), force);
    const wasStandby = this.#isStandby;
    this.#isStandby = held.size === 0 && views.length > 0;
    if (this.#isStandby && !wasStandby) report({ type: 'standing-by' });
    return views.filter((view) => held.has(followLease(view)));
  }

  #isDue({ id }: Generation): boolean {
    return !this.#builds.has(id) && performance.now() >= (this.#retryAt.get(id) ?? 0);
  }

  /**
   * A version that was replaced by another stays out while a projector of that one works, unless it was started last: else both
   * would take over from each other for ever.
   */
  async #mayBuild(
    view: AnyView,
    generations: readonly Generation[],
    force: boolean,
  ): Promise<boolean> {
    const begun = begunBuild(view, generations);
    if (begun && !this.#isDue(begun)) return false;
    const live = liveGeneration(generations, view.name);
    // The replaced generation may have been dropped since.
    const wasReplaced =
      this.#served.has(view.name) || (begun !== undefined && !isUnfinished(begun));
    if (force || !wasReplaced || !live || live.version === view.version) return true;
    return (
      (await this.#options.store.heldLease(followLease({ ...live, name: live.view }))) === null
    );
  }

  /** Generations at the same position share one reader. */
  #startBuilds(due: readonly Target[], force: boolean): void {
    const byPosition = groupBy(due, ({ generation }) => generation.position);
    for (const targets of byPosition.values()) {
      const ended = this.#build(targets, force).finally(() => {
        for (const { generation } of targets) this.#builds.delete(generation.id);
      });
      for (const { generation } of targets) this.#builds.set(generation.id, ended);
    }
  }

  async #build(targets: readonly Target[], force: boolean): Promise<void> {
    const { store } = this.#options;
    const round = this.#round;
    try {
      for (const { generation } of targets)
        if (generation.state === 'failed')
          await store.changeState(generation.id, { from: 'failed', to: 'rebuilding' });
      const run = await this.#builderOf(targets);
      const options = { signal: this.#stopped.signal, force };
      const built = await this.#leases.whileHeld(buildLeases(targets), options, (signal) =>
        run({ ...this.#options, targets, signal }),
      );
      const { finished = 0, failures = new Map<string, string>() } = built ?? {};
      for (const id of failures.keys()) this.#retryLater(id);
      // Nothing was built, as another process does it.
      if (finished + failures.size === 0)
        for (const { generation } of targets) this.#retryLater(generation.id, leaseMs / 2);
      // A finished build is followed at once.
      if (finished > 0) round.abort();
    } catch (error) {
      const generations = targets.map(
        ({ generation: { id } }) => ({ id, state: 'rebuilding' }) as const,
      );
      const retryInMs = this.#interrupted(error);
      if (error instanceof UnusableLog) await this.#failAll(generations, error);
      for (const { id } of generations) this.#retryLater(id, retryInMs);
    }
  }

  /** For a few events, as of an empty directory, another thread would take longer to start than they take to fold. */
  async #builderOf([target]: readonly Target[]): Promise<typeof build> {
    const { log, buildFar = build } = this.#options;
    const isNear = !target || (await isNearHead(log, target.generation.position));
    return isNear ? build : buildFar;
  }

  #retryLater(id: string, afterMs = retryFailedAfterMs): void {
    this.#retryAt.set(id, performance.now() + afterMs);
  }

  async #follow(targets: readonly Target[]): Promise<void> {
    const { log, store, report } = this.#options;
    const folds = await this.#openFolds(targets);
    // The others have another state now: the next round begins with that.
    if (folds.length < targets.length) return;
    const { signal } = this.#round;
    const following = new CatchUp({
      store,
      folds,
      read: (after, ended) => log.subscribe({ after, signal: ended }),
      signal,
      isAwaited: (folded) => this.#visibility.isAwaited(folded),
      readEveryMs,
      onQuarantined: (key) => report({ type: 'key-quarantined', key }),
      onStored: async () => {
        this.#backoff.reset();
        this.#conflicts = 0;
        this.#visibility.changed();
        for (const fold of folds) if (fold.failure) await this.#fail(fold, fold.failure);
      },
    });
    this.#following = following;
    this.#visibility.changed();
    const watching = this.#watch(idsOf(targets), this.#round);
    try {
      await following.run();
    } finally {
      this.#following = null;
      this.#round.abort();
      await watching;
    }
  }

  /** Opens what can be followed; the others are of another log, or far behind. */
  async #openFolds(targets: readonly Target[]): Promise<readonly GenerationFold[]> {
    const { log, store } = this.#options;
    const folds: GenerationFold[] = [];
    for (const { view, generation } of targets) {
      const fold = await openFold(this.#options, view, generation);
      if (!fold) await rejectGeneration(this.#options, generation);
      else if (await isNearHead(log, generation.position)) folds.push(fold);
      else await store.changeState(generation.id, { from: 'running', to: 'rebuilding' });
    }
    return folds;
  }

  async #watch(followed: string, round: AbortController): Promise<void> {
    for (;;) {
      await sleep(lookEveryMs, round.signal);
      if (round.signal.aborted) return;
      // The loop that follows meets the same outage and handles it.
      const found = await this.#look().catch(() => null);
      if (found && idsOf(found) !== followed) round.abort();
    }
  }

  async #fail({ id, view }: GenerationFold, failure: FoldFailure): Promise<void> {
    const { store, report } = this.#options;
    const reason = reasonOf(failure);
    this.#retryLater(id);
    if (await store.changeState(id, { from: 'running', to: 'failed', error: reason }))
      report({ type: 'view-failed', view: view.name, reason });
  }

  async #recover(error: unknown): Promise<void> {
    const { signal } = this.#stopped;
    if (error instanceof ConcurrencyConflict && (this.#conflicts += 1) <= usualConflicts)
      return sleep(Math.random() * 20, signal);
    const { store, views } = this.#options;
    const retryInMs = this.#interrupted(error);
    if (!(error instanceof UnusableLog)) return sleep(retryInMs, signal);
    const generations = await store.generations().catch(() => []);
    const running = generations.filter(
      ({ live, state, view }) =>
        live && state === 'running' && views.some(({ name }) => name === view),
    );
    await this.#failAll(running, error);
    this.#visibility.changed();
    // The damaged log is not read again, unless the failed state could not be stored.
    await sleep(lookEveryMs, signal);
  }

  /** Returns after how long to try again. */
  #interrupted(error: unknown): number {
    const retryInMs = error instanceof UnusableLog ? retryFailedAfterMs : this.#backoff.next();
    this.#options.report({ type: 'projection-interrupted', error, retryInMs });
    return retryInMs;
  }

  /** Waiting does not repair a damaged log: what was not paused meanwhile fails with the reason, and waiting calls end. */
  async #failAll(
    generations: readonly Pick<Generation, 'id' | 'state'>[],
    { message: error }: UnusableLog,
  ): Promise<void> {
    for (const { id, state: from } of generations) {
      this.#retryLater(id);
      const change = { from, to: 'failed', error } as const;
      await this.#options.store.changeState(id, change).catch(() => undefined);
    }
  }
}

function idsOf(targets: readonly Target[]): string {
  return targets.map(({ generation }) => generation.id).join();
}

async function isNearHead(log: EventStore, after: Position): Promise<boolean> {
  return (await log.readAll({ after, limit: nearbyEvents + 1 })).length <= nearbyEvents;
}
