import { getHeapStatistics } from 'node:v8';
import type { Position, SubscriptionBatch } from '@directory/domain/event-store';
import { createQueue } from '@directory/domain/shared/queue';
import { errorMessage } from '@directory/domain/shared/unknown';
import type { ViewStore } from '../view-store/view-store.ts';
import { commitFolds, foldEvents, type QuarantinedKeyOfView } from './fold-events.ts';
import type { GenerationFold } from './fold.ts';

export type CatchUpOptions = {
  readonly store: ViewStore;
  readonly folds: readonly GenerationFold[];
  /** Reads what follows a position; it may end, or go on until the signal fires. */
  readonly read: (after: Position, signal: AbortSignal) => AsyncIterable<SubscriptionBatch>;
  /** Ends it without an error; what was folded is stored. */
  readonly signal: AbortSignal;
  readonly onRead?: (batch: SubscriptionBatch) => void;
  readonly onQuarantined?: (key: QuarantinedKeyOfView) => void;
  /** Called after each store. */
  readonly onStored?: () => Promise<void>;
  /** Whether storing events up to a position would end a wait. */
  readonly isAwaited?: (folded: Position) => boolean;
};

/** The interval of commits at the head, while no call waits, so that many visits to one place cost few writes. */
const storeEveryMs = 100;
/** The same far from the head, where a longer interval folds more events into each write of a document. */
const storeBacklogEveryMs = 2_000;
/** What nobody reads yet is best written once. A build that is killed repeats so much work. */
const storeBuildEveryMs = 30_000;
/** Maximum number of changed documents in memory before they are stored. */
const maxPendingDocuments = 4_000;
/** The same for a build, of which the first counts while this thread uses more memory than so many bytes. */
const maxPendingOfLargeBuild = 20_000;
const largeHeap = 200_000_000;
const maxPendingOfBuild = 200_000;

/**
 * The one loop that folds the log: reads a page, folds it, stores it and moves the checkpoint. It follows the log, builds, rebuilds
 * and verifies, depending on what `read` reads. Several generations share one reading; each takes in what it has not seen.
 */
export class CatchUp {
  readonly #options: CatchUpOptions;
  readonly #ended = new AbortController();
  readonly #queue = createQueue();
  #error: Error | null = null;
  #storedAt = performance.now();
  #isLive = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CatchUpOptions) {
    this.#options = options;
  }

  /** @throws ConcurrencyConflict, ViewStoreUnavailable, and what `read` throws; then what was folded is stored if it can be. */
  async run(): Promise<void> {
    const unread = await this.#feed().then(() => null, toError);
    clearTimeout(this.#timer);
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

  async #feed(): Promise<void> {
    const { folds, read, signal } = this.#options;
    const ended = AbortSignal.any([signal, this.#ended.signal]);
    const after = minPosition(folds.map(({ position }) => position));
    if (after === null) return aborted(ended);
    for await (const batch of read(after, ended)) {
      await this.#guarded(() => this.#take(batch));
      if (ended.aborted || folds.every(({ failure }) => failure)) return;
    }
  }

  async #take(batch: SubscriptionBatch): Promise<void> {
    await foldEvents(this.#options.store, this.#options.folds, batch);
    this.#options.onRead?.(batch);
    this.#isLive = batch.live;
    if (this.#isDue()) await this.#store();
    else this.#storeLater();
  }

  #isDue(): boolean {
    const pending = this.#options.folds.reduce((sum, { changedCount }) => sum + changedCount, 0);
    if (pending >= this.#maxPending() || this.#isAwaited()) return true;
    return performance.now() - this.#storedAt >= this.#interval();
  }

  #maxPending(): number {
    if (!this.#isBuild()) return maxPendingDocuments;
    const isLarge = getHeapStatistics().used_heap_size > largeHeap;
    return isLarge ? maxPendingOfLargeBuild : maxPendingOfBuild;
  }

  #interval(): number {
    if (this.#isLive) return storeEveryMs;
    return this.#isBuild() ? storeBuildEveryMs : storeBacklogEveryMs;
  }

  #isBuild(): boolean {
    return this.#options.folds.every(({ isBuild }) => isBuild);
  }

  #isAwaited(): boolean {
    const { folds, isAwaited } = this.#options;
    const folded = minPosition(
      folds.filter(({ failure }) => !failure).map(({ position }) => position),
    );
    return folded !== null && isAwaited?.(folded) === true;
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
    const { store, folds, onQuarantined, onStored } = this.#options;
    const quarantined = await commitFolds(store, folds);
    this.#storedAt = performance.now();
    for (const key of quarantined) onQuarantined?.(key);
    await onStored?.();
  }

  /** Runs one task at a time; the first error ends the loop. */
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
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(errorMessage(error));
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/** Null when there is none. */
export function minPosition(positions: readonly Position[]): Position | null {
  return positions.reduce<Position | null>(
    (least, position) => (least === null || position < least ? position : least),
    null,
  );
}
