import type { EventStore, Position, RecordedEvent } from '@directory/domain/event-store';
import type { ViewStore } from '../view-store/view-store.ts';
import { commitFolds, maxPendingDocuments, pendingDocuments } from './commit-folds.ts';
import { foldEvents } from './fold-events.ts';
import type { GenerationFold } from './generation-fold.ts';
import { minPosition } from './lowest.ts';

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
/** So much is done again at most after an interruption. */
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
