import {
  decodeEvent,
  type DomainEvent,
  type DomainEventType,
  type Recorded,
} from '@directory/domain';
import {
  startOfLog,
  UnusableLog,
  type RecordedEvent,
  type SubscriptionBatch,
} from '@directory/domain/event-store';
import type { GenerationChanges, QuarantinedKey, ViewStore } from '../view-store/view-store.ts';
import type { GenerationFold } from './fold.ts';
import { createYielder } from '@directory/domain/event-store/yielder';

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
  const last: GenerationChanges[] = [];
  for (const changes of batch) {
    const { documents } = changes;
    let from = 0;
    for (; from + maxCommitted < documents.length; from += maxCommitted) {
      const part = documents.slice(from, from + maxCommitted);
      await commit(store, [{ ...changes, ...unmoved, documents: part }]);
    }
    last.push({ ...changes, documents: documents.slice(from) });
  }
  await commit(store, last);
  return folds.flatMap((fold) => fold.settle().map((key) => ({ ...key, view: fold.view.name })));
}

/** Documents of one commit: others can write between two. */
const maxCommitted = 2_000;
/** Only the last commit moves the checkpoint: documents that are ahead of it know which events are in them. */
const unmoved = { position: startOfLog, handled: 0, anchor: null, quarantined: [] } as const;

async function commit(store: ViewStore, batch: readonly GenerationChanges[]): Promise<void> {
  const { lost, refused } = await store.commit(batch);
  if (lost.length > 0 || refused.length > 0)
    throw new ConcurrencyConflict(
      `${lost.length} documents lost, ${refused.length} generations refused`,
    );
}
