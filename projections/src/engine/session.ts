import type { SubscriptionBatch } from '@directory/domain/event-store';
import { errorMessage } from '@directory/domain/shared/unknown';
import { createQueue } from '@directory/domain/shared/queue';
import {
  commitFolds,
  foldEvents,
  maxPendingDocuments,
  minPosition,
  pendingDocuments,
} from './catch-up.ts';
import type { FoldFailure, GenerationFold } from './fold.ts';
import { planFolds, type Plan, type ProjectorDeps } from './plan.ts';
import type { Progress } from './progress.ts';

export type SessionContext = ProjectorDeps & {
  readonly progress: Progress;
  /** Ends the session, without an error. */
  readonly signal: AbortSignal;
  readonly onStored: () => void;
};

/** The interval of commits while no call waits, so that many visits to one place cost few writes. */
const storeEveryMs = 100;
/** The same during a backlog, where a longer interval folds more events into each write of a document. */
const storeBacklogEveryMs = 1_000;
const retryFailedAfterMs = 30_000;

/**
 * Feeds one subscription to all views, from the position of the one furthest behind. Ends by its signal or when the generations
 * must be read again; the next session continues from the stored checkpoints.
 */
export class Session {
  /** The generations that the session writes; it must end when they change. */
  readonly assignmentKey: string;
  readonly #context: SessionContext;
  readonly #folds: readonly GenerationFold[];
  readonly #ended = new AbortController();
  readonly #queue = createQueue();
  #error: Error | null = null;
  #storedAt = 0;
  #caughtUp = false;
  /** Whether there was ever more than one batch to read. */
  #hadBacklog = false;
  #timer: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;

  private constructor(context: SessionContext, { folds, assignmentKey }: Plan) {
    this.#context = context;
    this.#folds = folds;
    this.assignmentKey = assignmentKey;
  }

  static async open(context: SessionContext): Promise<Session> {
    return new Session(context, await planFolds(context));
  }

  async run(): Promise<void> {
    const signal = AbortSignal.any([this.#context.signal, this.#ended.signal]);
    await this.#guarded(() => this.#begin());
    // Folded events are stored also when reading the log fails: the next session continues after them.
    const unread = await this.#feed(signal).then(() => null, toError);
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
    await this.#guarded(() => this.#store());
    const error = this.#error ?? unread;
    if (error) throw error;
  }

  /** To be called when a wait begins: stores folded events at once. */
  nudge(): void {
    if (this.#isAwaited()) void this.#guarded(() => this.#store());
  }

  /** Stores folded events and lets `run` return. */
  end(): void {
    this.#ended.abort();
  }

  /** Runs one task at a time; the first error ends the session. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await this.#queue(async () => {
        if (!this.#error) await work();
      });
    } catch (error) {
      this.#error ??= toError(error);
      this.end();
    }
  }

  async #begin(): Promise<void> {
    const head = await this.#context.log.head();
    this.#caughtUp = this.#folds.every(({ position }) => position >= head);
    this.#publish();
    await this.#settleStates();
  }

  async #feed(signal: AbortSignal): Promise<void> {
    const after = minPosition(this.#folds.map(({ position }) => position));
    if (after === null) return aborted(signal);
    for await (const batch of this.#context.log.subscribe({ after, signal })) {
      await this.#guarded(() => this.#take(batch));
      if (signal.aborted) return;
    }
  }

  async #take(batch: SubscriptionBatch): Promise<void> {
    await foldEvents(this.#context.store, this.#folds, batch);
    this.#caughtUp = batch.live;
    this.#hadBacklog ||= !batch.live;
    if (this.#isDue()) await this.#store();
    else this.#storeLater();
  }

  #isDue(): boolean {
    if (pendingDocuments(this.#folds) >= maxPendingDocuments || this.#isAwaited()) return true;
    return performance.now() - this.#storedAt >= this.#interval();
  }

  #interval(): number {
    return this.#caughtUp ? storeEveryMs : storeBacklogEveryMs;
  }

  #isAwaited(): boolean {
    const folded = minPosition(this.#awaited().map(({ position }) => position));
    return folded !== null && this.#context.progress.isAwaited(folded);
  }

  #storeLater(): void {
    const sinceStored = performance.now() - this.#storedAt;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void this.#guarded(() => this.#store()),
      this.#interval() - sinceStored,
    );
  }

  async #store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { store, report, onStored } = this.#context;
    for (const key of await commitFolds(store, this.#folds))
      report({ type: 'key-quarantined', key });
    this.#storedAt = performance.now();
    onStored();
    this.#publish();
    await this.#settleStates();
  }

  async #settleStates(): Promise<void> {
    for (const fold of this.#folds) {
      if (fold.failure && fold.state !== 'failed') await this.#fail(fold, fold.failure);
      if (fold.state === 'rebuilding' && this.#caughtUp) await this.#finish(fold);
    }
  }

  async #fail(fold: GenerationFold, { event, error }: FoldFailure): Promise<void> {
    const { store, report } = this.#context;
    const change = { from: fold.state, to: 'failed' } as const;
    fold.state = 'failed';
    const reason = `${event.type} ${event.id}: ${errorMessage(error)}`;
    if (!(await store.changeState(fold.id, { ...change, error: reason }))) {
      this.end();
      return;
    }
    report({ type: 'view-failed', view: fold.view.name, eventId: event.id, error });
    this.#publish();
    this.#retry ??= setTimeout(() => {
      this.end();
    }, retryFailedAfterMs);
  }

  /** A takeover ends the session, as the next one reads which generations to write. */
  async #finish(fold: GenerationFold): Promise<void> {
    const { store, report } = this.#context;
    const finished = fold.live
      ? await store.changeState(fold.id, { from: 'rebuilding', to: 'running' })
      : await store.takeOver(fold.id);
    if (!finished) return;
    fold.state = 'running';
    report({ type: 'view-ready', view: fold.view.name, version: fold.view.version });
    if (fold.live) this.#publish();
    else this.end();
  }

  /** A new view of a short log is built in a moment, and its readers have nothing older, so calls wait for it, too. */
  #awaited(): readonly GenerationFold[] {
    return this.#folds.filter(
      ({ state, live }) =>
        state === 'running' || (live && state === 'rebuilding' && !this.#hadBacklog),
    );
  }

  #publish(): void {
    this.#context.progress.update(minPosition(this.#awaited().map(({ committed }) => committed)));
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(errorMessage(error));
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener('abort', () => {
        resolve();
      });
  });
}
