import { UnusableLog, type EventStore, type Position } from '@directory/domain/event-store';
import { createBackoff, sleep } from '@directory/domain/shared/retry';
import type { ViewStore } from '../view-store/view-store.ts';
import { ConcurrencyConflict } from './catch-up.ts';
import { holderName, leaseMs, projectorLease, renewEveryMs } from './leases.ts';
import { assignmentKeyOf, type Report } from './plan.ts';
import { Progress, waitUntilVisible, type StoredViews } from './progress.ts';
import { runRebuilder } from './rebuild.ts';
import { Session } from './session.ts';
import { readStatus, type ViewStatus } from './operations.ts';
import type { AnyView } from './view.ts';

export type Projector = {
  /**
   * True as soon as reads of every view show all events up to a position. False when that takes longer than `timeoutMs`, and
   * as soon as only views that are paused, failed or being built are behind, since those are not waited for. Never throws.
   */
  readonly waitUntilVisible: (position: Position, timeoutMs: number) => Promise<boolean>;
  /** @throws ViewStoreUnavailable */
  readonly status: () => Promise<readonly ViewStatus[]>;
  /** Stores what is folded. Resolves when nothing is written any more. */
  readonly stop: () => Promise<void>;
};

export type ProjectorOptions = {
  readonly log: EventStore;
  readonly store: ViewStore;
  readonly views: readonly AnyView[];
  readonly report: Report;
  /** Under which name it holds leases; made up when it is left out. */
  readonly holder?: string;
  /** Whether it waits its turn instead of taking the work over from whoever does it at its start. */
  readonly standby?: boolean;
};

/** Keeps the views up to date with the log until it is stopped, through outages of either. */
export function startProjector(options: ProjectorOptions): Projector {
  const loop = new ProjectorLoop(options);
  return {
    waitUntilVisible: (position, timeoutMs) => loop.waitUntilVisible(position, timeoutMs),
    status: () => readStatus(options.store, options.views),
    stop: () => loop.stop(),
  };
}

const lookEveryMs = 500;
const retryDamagedAfterMs = 30_000;

class ProjectorLoop {
  readonly #options: ProjectorOptions;
  readonly #holder: string;
  readonly #progress = new Progress();
  readonly #backoff = createBackoff();
  readonly #stopped = new AbortController();
  readonly #done: Promise<unknown>;
  #session: Session | null = null;
  #standingBy = false;

  constructor(options: ProjectorOptions) {
    this.#options = options;
    this.#holder = options.holder ?? holderName();
    this.#done = Promise.all([this.#work(), runRebuilder(options, this.#stopped.signal)]);
  }

  async waitUntilVisible(position: Position, timeoutMs: number): Promise<boolean> {
    const until = performance.now() + timeoutMs;
    const isOver = this.#standingBy || (await this.#waitUntilStored(position, timeoutMs));
    // Another process may have taken the lease meanwhile: then its progress counts.
    if (!isOver && !this.#standingBy) return false;
    return waitUntilVisible(this.#options, position, { until, signal: this.#stopped.signal });
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#done;
    this.#progress.giveUp();
  }

  async #waitUntilStored(position: Position, timeoutMs: number): Promise<boolean> {
    if (this.#progress.has(position)) return true;
    const stored = this.#progress.wait(position, timeoutMs);
    this.#session?.nudge();
    return stored;
  }

  /** Unless it waits, who starts last works and the others stand by: a restart after a crash waits for no lease to run out. */
  async #work(): Promise<void> {
    const { signal } = this.#stopped;
    let force = !this.#options.standby;
    while (!signal.aborted) {
      try {
        const holds = await this.#hasLease(force);
        force = false;
        if (holds) await this.#runSession();
        else await sleep(lookEveryMs, signal);
      } catch (error) {
        await this.#recover(error);
      }
    }
    await this.#options.store.release(projectorLease, this.#holder).catch(() => undefined);
  }

  async #hasLease(force: boolean): Promise<boolean> {
    const lease = { name: projectorLease, holder: this.#holder, ttlMs: leaseMs, force };
    const held = await this.#options.store.lease(lease);
    const wasStandingBy = this.#standingBy;
    this.#standingBy = !held;
    if (!held && !wasStandingBy) {
      this.#options.report({ type: 'standing-by' });
      // Who waits for this worker waits for the other one from now on.
      this.#progress.giveUp();
    }
    return held;
  }

  async #runSession(): Promise<void> {
    const session = await Session.open({
      ...this.#options,
      progress: this.#progress,
      signal: this.#stopped.signal,
      onStored: this.#backoff.reset,
    });
    this.#session = session;
    const watch = setInterval(() => void this.#look(session), lookEveryMs);
    const renewal = setInterval(() => void this.#renew(session), renewEveryMs);
    try {
      await session.run();
    } finally {
      clearInterval(watch);
      clearInterval(renewal);
      this.#session = null;
    }
  }

  /** Follows what other processes do: a view that is paused or resumed, or built anew and taken over. */
  async #look(session: Session): Promise<void> {
    const { store, views } = this.#options;
    await ignoreOutage(async () => {
      if (assignmentKeyOf(views, await store.generations()) !== session.assignmentKey)
        session.end();
    });
  }

  async #renew(session: Session): Promise<void> {
    await ignoreOutage(async () => {
      if (!(await this.#hasLease(false))) session.end();
    });
  }

  async #recover(error: unknown): Promise<void> {
    const { signal } = this.#stopped;
    if (error instanceof ConcurrencyConflict) return sleep(Math.random() * 20, signal);
    const isDamage = error instanceof UnusableLog;
    const retryInMs = isDamage ? retryDamagedAfterMs : this.#backoff.next();
    this.#options.report({ type: 'projection-interrupted', error, retryInMs });
    if (isDamage) await this.#fail(error.message);
    await sleep(retryInMs, signal);
  }

  /** Damage of the log does not pass by waiting: operators see why the views stand still, and who waits for them is let go. */
  async #fail(reason: string): Promise<void> {
    const { store, views } = this.#options;
    await ignoreOutage(async () => {
      for (const { id, live, state, view } of await store.generations())
        if (live && state !== 'paused' && views.some(({ name }) => name === view))
          await store.setState(id, 'failed', reason);
    });
    this.#progress.update(null);
  }
}

/** An outage is met by the session itself, which knows what to do. */
async function ignoreOutage(look: () => Promise<void>): Promise<void> {
  await look().catch(() => undefined);
}

/** The projector runs in another process: this one reads what it stores and writes nothing. */
export function followProjector(stored: StoredViews): Projector {
  const stopped = new AbortController();
  return {
    waitUntilVisible: (position, timeoutMs) =>
      waitUntilVisible(stored, position, {
        until: performance.now() + timeoutMs,
        signal: stopped.signal,
      }),
    status: () => readStatus(stored.store, stored.views),
    stop: () => {
      stopped.abort();
      return Promise.resolve();
    },
  };
}
