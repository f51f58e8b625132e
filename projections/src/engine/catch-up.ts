import { once } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import type { Position, EventBatch } from '@directory/domain/event-store';
import { createQueue } from '@directory/domain/shared/concurrency';
import { sleep } from '@directory/domain/shared/timers';
import { errorMessage } from '@directory/domain/shared/unknown';
import type { ViewStore } from '../view-store/view-store.ts';
import { commitFolds, foldEvents, type QuarantinedKeyOfView } from './fold-events.ts';
import type { GenerationFold } from './fold.ts';

export type CatchUpOptions = {
  readonly store: ViewStore;
  readonly folds: readonly GenerationFold[];
  /** Reads what follows a position; it may end, or go on until the signal fires. */
  readonly read: (after: Position, signal: AbortSignal) => AsyncIterable<EventBatch>;
  /** Ends it without an error; what was folded is stored. */
  readonly signal: AbortSignal;
  readonly onRead?: (batch: EventBatch) => void;
  readonly onQuarantined?: (key: QuarantinedKeyOfView) => void;
  /** Called after each store. */
  readonly onStored?: () => Promise<void>;
  /** Whether storing events up to a position would end a wait. */
  readonly isAwaited?: (folded: Position) => boolean;
  /** The interval of reads at the head while no call waits, so that many visits cost few reads and writes. */
  readonly readEveryMs?: number;
};

/** The interval of commits far from the head: a longer one folds more events into each write of a document. */
const storeBacklogEveryMs = 2_000;
/** The same for a build, which nobody reads yet. One that is killed repeats up to so much work. */
const storeBuildEveryMs = 30_000;
/** Maximum number of changed documents in memory before they are stored. */
const maxPendingDocuments = 4_000;
/** The same in a build, and in one whose thread uses more memory than `largeHeap`. */
const maxPendingOfBuild = 200_000;
const maxPendingOfLargeBuild = 20_000;
/** Memory use in bytes. */
const largeHeap = 200_000_000;
/**
 * In bytes. Above it, `maxPendingDocuments` holds in a build, too, for views without a `memoryShape`: their documents take more memory
 * and seldom change again.
 */
const mediumHeap = 80_000_000;

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
  #timer: NodeJS.Timeout | undefined;
  /** Ends the pause between two reads, also one that has not begun, so that an event that a call waits for is read at once. */
  #hurry = new AbortController();

  constructor(options: CatchUpOptions) {
    this.#options = options;
  }

  /** @throws ConcurrencyConflict, ViewStoreUnavailable, and what `read` throws; then what was folded is stored if it can be. */
  async run(): Promise<void> {
    const readError = await this.#feed().then(() => null, toError);
    clearTimeout(this.#timer);
    await this.#guarded(() => this.#store());
    const error = this.#error ?? readError;
    if (error) throw error;
  }

  /** To be called when a wait begins: reads and stores at once. */
  nudge(): void {
    this.#hurry.abort();
    if (this.#isAwaited()) void this.#guarded(() => this.#store());
  }

  async #feed(): Promise<void> {
    const { folds, read, signal, readEveryMs = 0 } = this.#options;
    const ended = AbortSignal.any([signal, this.#ended.signal]);
    const after = minPosition(folds.map(({ position }) => position));
    if (after === null) {
      if (!ended.aborted) await once(ended, 'abort');
      return;
    }
    ended.addEventListener('abort', () => this.#hurry.abort());
    for await (const batch of read(after, ended)) {
      await this.#guarded(() => this.#fold(batch));
      if (ended.aborted || folds.every(({ failure }) => failure)) return;
      if (batch.isAtHead && readEveryMs > 0) await sleep(readEveryMs, this.#hurry.signal);
      if (this.#hurry.signal.aborted) this.#hurry = new AbortController();
    }
  }

  async #fold(batch: EventBatch): Promise<void> {
    const { store, folds, onRead } = this.#options;
    await foldEvents(store, folds, batch);
    onRead?.(batch);
    const due = batch.isAtHead ? folds : this.#due();
    if (due.length > 0) await this.#store(due);
    if (due.length < folds.length) this.#storeLater();
  }

  /** Stores once the interval is over, also when no other page comes. */
  #storeLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void this.#guarded(() => this.#store()),
      Math.max(0, this.#storedAt + this.#interval() - performance.now()),
    );
  }

  /** The generations that are to be stored now. */
  #due(): readonly GenerationFold[] {
    const { folds } = this.#options;
    const isLate = performance.now() - this.#storedAt >= this.#interval();
    if (isLate || this.#isAwaited()) return folds;
    if (!this.#isBuild()) return changedCount(folds) >= maxPendingDocuments ? folds : [];
    const heap = getHeapStatistics().used_heap_size;
    const max = heap > largeHeap ? maxPendingOfLargeBuild : maxPendingOfBuild;
    if (changedCount(folds) >= max) return folds;
    const plain = folds.filter(({ view }) => !view.memoryShape);
    return heap > mediumHeap && changedCount(plain) >= maxPendingDocuments ? plain : [];
  }

  #interval(): number {
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

  async #store(folds = this.#options.folds): Promise<void> {
    clearTimeout(this.#timer);
    const { store, onQuarantined, onStored } = this.#options;
    const quarantined = await commitFolds(store, folds);
    if (folds.length === this.#options.folds.length) this.#storedAt = performance.now();
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
      this.#ended.abort();
    }
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(errorMessage(error));
}

function changedCount(folds: readonly GenerationFold[]): number {
  return folds.reduce((sum, fold) => sum + fold.changedCount, 0);
}

/** Null for no positions. */
function minPosition(positions: readonly Position[]): Position | null {
  return positions.toSorted()[0] ?? null;
}
