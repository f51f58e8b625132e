import type { EventStore, Position, RecordedEvent } from '@directory/domain/event-store';
import { decodeEvent, type DomainEvent, type Recorded } from '@directory/domain';
import type { QuarantinedKey, ViewStore } from '../view-store/view-store.ts';
import type { GenerationFold } from './fold.ts';
import { createYielder } from './yielder.ts';

export type Replay = {
  readonly log: EventStore;
  readonly store: ViewStore;
  /** Where to stop; without it, at the end that the log has then. */
  readonly until?: Position;
  readonly onRead?: (events: number, upTo: Position) => void;
  /** Ends it before the end of the log; what was folded is stored. */
  readonly signal?: AbortSignal;
};

const pageSize = 1_000;
/** Bounds the work that is repeated after an interruption. */
const storeEveryMs = 1_000;

/** Folds the log into generations and stores them; stops early when one fails. */
export async function replay(
  folds: readonly GenerationFold[],
  { log, store, until, onRead = () => undefined, signal }: Replay,
): Promise<void> {
  let after = minPosition(folds.map(({ position }) => position));
  let storedAt = performance.now();
  while (after !== null && !isOver(folds, signal)) {
    const events = upTo(until, await log.readAll({ after, limit: pageSize }));
    const last = events.at(-1);
    if (!last) break;
    after = last.position;
    await foldEvents(store, folds, { events, upTo: after });
    onRead(events.length, after);
    if (
      pendingDocuments(folds) < maxPendingDocuments &&
      performance.now() - storedAt < storeEveryMs
    )
      continue;
    await commitFolds(store, folds);
    storedAt = performance.now();
  }
  if (until && !isOver(folds, signal)) for (const fold of folds) fold.advance(until);
  await commitFolds(store, folds);
}

function isOver(folds: readonly GenerationFold[], signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true || folds.some(({ failure }) => failure);
}

function upTo(
  until: Position | undefined,
  events: readonly RecordedEvent[],
): readonly RecordedEvent[] {
  return until === undefined ? events : events.filter(({ position }) => position <= until);
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

/** Folds a batch of the log, which ends at `upTo`, into every generation that has not seen it. */
export async function foldEvents(
  store: ViewStore,
  folds: readonly GenerationFold[],
  { events, upTo }: { readonly events: readonly RecordedEvent[]; readonly upTo: Position },
): Promise<void> {
  const pause = createYielder();
  const from = folds.map(({ position }) => position);
  for (let start = 0; start < events.length; start += chunkSize) {
    const steps = plan(folds, events.slice(start, start + chunkSize));
    await pause();
    await loadMissing(store, steps);
    for (const step of steps) {
      carryOut(step);
      await pause();
    }
  }
  for (const [index, fold] of folds.entries()) fold.advance(upTo, events, from[index]);
}

function plan(folds: readonly GenerationFold[], events: readonly RecordedEvent[]): Step[] {
  const steps: Step[] = [];
  for (const recorded of events) {
    const event = decodeEvent(recorded);
    if (!event) continue;
    for (const fold of folds) {
      if (fold.failure || event.position <= fold.position || !fold.handles(event.type)) continue;
      steps.push(stepOf(fold, event));
    }
  }
  return steps;
}

function stepOf(fold: GenerationFold, event: Recorded<DomainEvent>): Step {
  try {
    return { fold, event, keys: fold.view.key(event) };
  } catch (error) {
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
    for (const key of keys) if (!fold.hasLoaded(key)) idsOf(missing, fold).add(key);
  const pause = createYielder();
  for (const [fold, ids] of missing) {
    await fold.load(store, [...ids]);
    await pause();
  }
}

function idsOf(missing: Map<GenerationFold, Set<string>>, fold: GenerationFold): Set<string> {
  const ids = missing.get(fold) ?? new Set();
  missing.set(fold, ids);
  return ids;
}

/** Another writer was first, or another generation took over: what is in memory is stale and must be read again. */
export class ConcurrencyConflict extends Error {
  override readonly name = 'ConcurrencyConflict';
}

/** Maximum number of changed documents in memory before they are stored. */
export const maxPendingDocuments = 2_000;

export function pendingDocuments(folds: readonly GenerationFold[]): number {
  return folds.reduce((sum, { changedCount }) => sum + changedCount, 0);
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
  const { lost, refused } = await store.commit(batch);
  if (lost.length > 0 || refused.length > 0)
    throw new ConcurrencyConflict(
      `${lost.length} documents lost, ${refused.length} generations refused`,
    );
  return folds.flatMap((fold) => fold.settle().map((key) => ({ ...key, view: fold.view.name })));
}

/** Null when there is none. */
export function minPosition(positions: readonly Position[]): Position | null {
  return positions.reduce<Position | null>(
    (least, position) => (least === null || position < least ? position : least),
    null,
  );
}
