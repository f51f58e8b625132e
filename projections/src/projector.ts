import { randomUUID } from 'node:crypto';
import { UnusableLog, type EventStore, type Position } from '@directory/domain/event-store';
import { Superseded } from './folding/commit-folds.ts';
import { createBackoff, sleep } from './projector/backoff.ts';
import { standingOf } from './projector/plan.ts';
import { Progress } from './projector/progress.ts';
import type { Report } from './projector/report.ts';
import { Session } from './projector/session.ts';
import { readStatus, type ViewStatus } from './projector/status.ts';
import type { AnyView } from './view.ts';
import type { ViewStore } from './view-store/view-store.ts';

export type Projector = {
  /**
   * True as soon as every running view holds all events up to a position, false when that takes longer. Views that are paused,
   * failed or being built are not waited for.
   */
  readonly reached: (
    position: Position,
    options: { readonly timeoutMs: number },
  ) => Promise<boolean>;
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
};

/** Keeps the views in step with the log until it is stopped, through outages of either. */
export function startProjector(options: ProjectorOptions): Projector {
  const worker = new Worker(options);
  return {
    reached: (position, { timeoutMs }) => worker.reached(position, timeoutMs),
    status: () => readStatus(options.store, options.views),
    stop: () => worker.stop(),
  };
}

const leaseName = 'projector';
const leaseMs = 10_000;
const renewEveryMs = 3_000;
const lookEveryMs = 500;
const pollEveryMs = 25;
const retryDamagedAfterMs = 30_000;

class Worker {
  readonly #options: ProjectorOptions;
  readonly #holder = randomUUID();
  readonly #progress = new Progress();
  readonly #backoff = createBackoff();
  readonly #stopped = new AbortController();
  readonly #done: Promise<void>;
  #session: Session | null = null;
  #standingBy = false;

  constructor(options: ProjectorOptions) {
    this.#options = options;
    this.#done = this.#work();
  }

  async reached(position: Position, timeoutMs: number): Promise<boolean> {
    const until = performance.now() + timeoutMs;
    if (!this.#standingBy) {
      if (this.#progress.has(position)) return true;
      const waiting = this.#progress.wait(position, timeoutMs);
      this.#session?.nudge();
      if (await waiting) return true;
    }
    return this.#standingBy && this.#reachedElsewhere(position, until);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#done;
    this.#progress.giveUp();
  }

  /** Who starts last works and the others stand by, so that a restart after a crash waits for no lease to run out. */
  async #work(): Promise<void> {
    const { signal } = this.#stopped;
    let force = true;
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
    await this.#options.store.release(leaseName, this.#holder).catch(() => undefined);
  }

  async #hasLease(force: boolean): Promise<boolean> {
    const lease = { name: leaseName, holder: this.#holder, ttlMs: leaseMs, force };
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
    await unlessAway(async () => {
      if (standingOf(views, await store.generations()) !== session.standing) session.end();
    });
  }

  async #renew(session: Session): Promise<void> {
    await unlessAway(async () => {
      if (!(await this.#hasLease(false))) session.end();
    });
  }

  async #recover(error: unknown): Promise<void> {
    const { signal } = this.#stopped;
    if (error instanceof Superseded) return sleep(Math.random() * 20, signal);
    const isDamage = error instanceof UnusableLog;
    const retryInMs = isDamage ? retryDamagedAfterMs : this.#backoff.next();
    this.#options.report({ type: 'projection-interrupted', error, retryInMs });
    if (isDamage) await this.#fail(error.message);
    await sleep(retryInMs, signal);
  }

  /** Damage of the log does not pass by waiting: operators see why the views stand still, and who waits for them is let go. */
  async #fail(reason: string): Promise<void> {
    const { store, views } = this.#options;
    await unlessAway(async () => {
      for (const { id, live, state, view } of await store.generations())
        if (live && state !== 'paused' && views.some(({ name }) => name === view))
          await store.setState(id, 'failed', reason);
    });
    this.#progress.update(null);
  }

  async #reachedElsewhere(position: Position, until: number): Promise<boolean> {
    const { signal } = this.#stopped;
    for (;;) {
      if (await this.#isStored(position).catch(() => false)) return true;
      if (signal.aborted || performance.now() >= until) return false;
      await sleep(pollEveryMs, signal);
    }
  }

  async #isStored(position: Position): Promise<boolean> {
    const { store, views } = this.#options;
    const running = (await store.generations()).filter(
      ({ live, state, view, version }) =>
        live &&
        state === 'running' &&
        views.some((own) => own.name === view && own.version === version),
    );
    return running.every((generation) => generation.position >= position);
  }
}

/** An outage is met by the session itself, which knows what to do. */
async function unlessAway(look: () => Promise<void>): Promise<void> {
  await look().catch(() => undefined);
}
