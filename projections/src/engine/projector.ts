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
  /** Stores folded events. Resolves after the last write. */
  readonly stop: () => Promise<void>;
};

export type ProjectorOptions = {
  readonly log: EventStore;
  readonly store: ViewStore;
  readonly views: readonly AnyView[];
  readonly report: Report;
  /** The name under which it holds leases; random by default. */
  readonly holder?: string;
  /** Whether it waits for the lease at its start instead of taking it from its holder. */
  readonly standby?: boolean;
};

/** Updates the views from the log until it is stopped, and retries during outages of either. */
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
  #isStandby = false;

  constructor(options: ProjectorOptions) {
    this.#options = options;
    this.#holder = options.holder ?? holderName();
    this.#done = Promise.all([this.#work(), runRebuilder(options, this.#stopped.signal)]);
  }

  async waitUntilVisible(position: Position, timeoutMs: number): Promise<boolean> {
    const until = performance.now() + timeoutMs;
    const isOver = this.#isStandby || (await this.#waitUntilStored(position, timeoutMs));
    // Another process may have taken the lease meanwhile: then its progress counts.
    if (!isOver && !this.#isStandby) return false;
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

  /** Unless `standby` is set, the last to start takes the lease, so that a restart after a crash does not wait for a lease to expire. */
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
    const wasStandby = this.#isStandby;
    this.#isStandby = !held;
    if (!held && !wasStandby) {
      this.#options.report({ type: 'standing-by' });
      // Calls that wait for this process wait for the other one from now on.
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

  /** Detects views that other processes paused, resumed or rebuilt. */
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

  /** Waiting does not repair a damaged log: the views fail with the reason, and waiting calls end. */
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

/** The session meets the same outage and handles it. */
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
