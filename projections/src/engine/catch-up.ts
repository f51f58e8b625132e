import type { DomainEvent, DomainEventType, Recorded } from '@directory/domain';
import { decodeEvent } from '@directory/domain';
import {
  startOfLog,
  UnusableLog,
  type Position,
  type RecordedEvent,
  type SubscriptionBatch,
} from '@directory/domain/event-store';
import { createQueue } from '@directory/domain/shared/queue';
import { errorMessage } from '@directory/domain/shared/unknown';
import type { GenerationChanges, QuarantinedKey, ViewStore } from '../view-store/view-store.ts';
import { documentsOfBuild, type GenerationFold } from './fold.ts';
import { createYielder } from './yielder.ts';

export type CatchUpOptions = {
  readonly store: ViewStore;
  readonly folds: readonly GenerationFold[];
  /** Reads what follows a position; it may end, or go on until the signal fires. */
  readonly read: (after: Position, signal: AbortSignal) => AsyncIterable<SubscriptionBatch>;
  /** Ends it without an error; what was folded is stored. */
  readonly signal: AbortSignal;
  /** Whether nobody reads the generations yet, so that documents are stored when they take up memory. */
  readonly isBuild?: boolean;
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
const storeBuildEveryMs = 15_000;
/** Maximum number of changed documents in memory before they are stored. */
const maxPendingDocuments = 4_000;

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
    const maxPending = this.#options.isBuild ? documentsOfBuild : maxPendingDocuments;
    if (pending >= maxPending || this.#isAwaited()) return true;
    return performance.now() - this.#storedAt >= this.#interval();
  }

  #interval(): number {
    if (this.#isLive) return storeEveryMs;
    return this.#options.isBuild ? storeBuildEveryMs : storeBacklogEveryMs;
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

type Step = {
  readonly fold: GenerationFold;
  readonly event: Recorded<DomainEvent>;
  readonly keys: readonly string[];
  /** What `key` threw. */
  readonly error?: unknown;
};

/** Few enough to be folded without keeping others from the event loop, many enough to load documents together. */
const chunkSize = 500;
/** Between two looks at the time. */
const stepsBetweenYields = 64;

/** Folds a batch of the log into every generation that has not seen it. */
export async function foldEvents(
  store: ViewStore,
  folds: readonly GenerationFold[],
  { events, upTo, isPartial = false }: Omit<SubscriptionBatch, 'live'>,
): Promise<void> {
  const pause = createYielder();
  const from = folds.map(({ position }) => position);
  const byType = foldsByType(folds);
  for (let start = 0; start < events.length; start += chunkSize) {
    const steps = stepsOf(byType, events.slice(start, start + chunkSize));
    await loadMissing(store, steps);
    for (const [index, step] of steps.entries()) {
      const pausing = index % stepsBetweenYields === 0 ? pause() : undefined;
      if (pausing) await pausing;
      carryOut(step);
    }
  }
  for (const [index, fold] of folds.entries())
    if (isPartial) fold.advance(upTo);
    else fold.advance(upTo, events, from[index]);
}

/** All that the views of generations handle. */
export function typesOf(folds: readonly GenerationFold[]): readonly DomainEventType[] {
  return [...new Set(folds.flatMap(({ view }) => view.handles))];
}

type FoldsByType = ReadonlyMap<DomainEventType, readonly GenerationFold[]>;

function foldsByType(folds: readonly GenerationFold[]): FoldsByType {
  const table = new Map<DomainEventType, GenerationFold[]>();
  for (const fold of folds)
    for (const type of fold.view.handles) table.set(type, [...(table.get(type) ?? []), fold]);
  return table;
}

function stepsOf(folds: FoldsByType, events: readonly RecordedEvent[]): readonly Step[] {
  const steps: Step[] = [];
  for (const recorded of events) {
    const event = decodeEvent(recorded);
    if (!event) continue;
    for (const fold of folds.get(event.type) ?? [])
      if (!fold.failure && event.position > fold.position) steps.push(stepOf(fold, event));
  }
  return steps;
}

function stepOf(fold: GenerationFold, event: Recorded<DomainEvent>): Step {
  try {
    return { fold, event, keys: fold.view.key(event) };
  } catch (error) {
    if (error instanceof UnusableLog) throw error;
    return { fold, event, keys: [], error };
  }
}

/** An event without known keys cannot be quarantined, so the view fails before it. */
function carryOut({ fold, event, keys, error }: Step): void {
  if (error === undefined) fold.apply(event, keys);
  else fold.fail(event, error);
}

async function loadMissing(store: ViewStore, steps: readonly Step[]): Promise<void> {
  const missing = new Map<GenerationFold, Set<string>>();
  for (const { fold, keys } of steps)
    for (const key of keys)
      if (!fold.hasLoaded(key)) {
        const ids = missing.get(fold) ?? new Set();
        missing.set(fold, ids.add(key));
      }
  for (const [fold, ids] of missing) await fold.load(store, [...ids]);
}

/** Another writer was first, or another generation took over: what is in memory is stale and must be read again. */
export class ConcurrencyConflict extends Error {
  override readonly name = 'ConcurrencyConflict';
}

export type QuarantinedKeyOfView = QuarantinedKey & { readonly view: string };

/**
 * Stores what was folded since the last call and returns the newly quarantined keys.
 *
 * @throws ConcurrencyConflict, and ViewStoreUnavailable as the store does.
 */
export async function commitFolds(
  store: ViewStore,
  folds: readonly GenerationFold[],
): Promise<readonly QuarantinedKeyOfView[]> {
  const batch = folds.flatMap((fold) => fold.changes() ?? []);
  if (batch.length === 0) return [];
  for (const changes of batch)
    for (let from = 0; from + maxCommitted < changes.documents.length; from += maxCommitted) {
      const documents = changes.documents.slice(from, from + maxCommitted);
      await commit(store, [{ ...changes, ...unmoved, documents }]);
    }
  await commit(
    store,
    batch.map((changes) => ({ ...changes, documents: lastPart(changes.documents) })),
  );
  return folds.flatMap((fold) => fold.settle().map((key) => ({ ...key, view: fold.view.name })));
}

/** Documents of one commit: others can write between two. */
const maxCommitted = 2_000;
/** Only the last commit moves the checkpoint: documents that are ahead of it know which events are in them. */
const unmoved = { position: startOfLog, handled: 0, anchor: null, quarantined: [] } as const;

function lastPart<Item>(documents: readonly Item[]): readonly Item[] {
  const rest = documents.length % maxCommitted;
  return documents.slice(documents.length - (rest || Math.min(maxCommitted, documents.length)));
}

async function commit(store: ViewStore, batch: readonly GenerationChanges[]): Promise<void> {
  const { lost, refused } = await store.commit(batch);
  if (lost.length > 0 || refused.length > 0)
    throw new ConcurrencyConflict(
      `${lost.length} documents lost, ${refused.length} generations refused`,
    );
}

/** Null when there is none. */
export function minPosition(positions: readonly Position[]): Position | null {
  return positions.reduce<Position | null>(
    (least, position) => (least === null || position < least ? position : least),
    null,
  );
}
