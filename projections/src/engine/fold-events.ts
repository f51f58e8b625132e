import { decodeEvent, type DomainEventType } from '@directory/domain';
import { startOfLog, type RecordedEvent, type EventBatch } from '@directory/domain/event-store';
import type { GenerationChanges, QuarantinedKey, ViewStore } from '../view-store/view-store.ts';
import type { GenerationFold } from './fold.ts';
import { createYielder } from '@directory/domain/shared/concurrency';
import { NamedError } from '@directory/domain/shared/unknown';

/** How many events are folded between two looks at the clock. */
const eventsBetweenYields = 64;

/** Folds a batch of the log into every generation that has not seen it. */
export async function foldEvents(
  store: ViewStore,
  folds: readonly GenerationFold[],
  { events, upTo, isPartial = false }: Omit<EventBatch, 'isAtHead'>,
): Promise<void> {
  const pause = createYielder();
  const before = folds.map((fold) => ({ fold, after: fold.position }));
  const byType = foldsByType(folds, events);
  for (const [index, recorded] of events.entries()) {
    const pausing = index % eventsBetweenYields === 0 ? pause() : undefined;
    if (pausing) await pausing;
    const interested = byType.get(recorded.type);
    const event = interested && decodeEvent(recorded);
    if (!event) continue;
    for (const { fold, unseen } of interested)
      if (index >= unseen && !fold.apply(event)) {
        await fold.load(store, events.slice(index));
        fold.apply(event);
      }
  }
  for (const { fold, after } of before) fold.advance(upTo, isPartial ? [] : events, after);
}

/** The types of events that the views of these generations handle. */
export function typesOf(folds: readonly GenerationFold[]): readonly DomainEventType[] {
  return [...new Set(folds.flatMap(({ view }) => view.handles))];
}

/** `unseen` is the index of the first event that the generation has not seen. */
type Interested = { readonly fold: GenerationFold; readonly unseen: number };

function foldsByType(
  folds: readonly GenerationFold[],
  events: readonly RecordedEvent[],
): ReadonlyMap<string, readonly Interested[]> {
  const table = new Map<string, Interested[]>();
  for (const fold of folds) {
    const next = events.findIndex(({ position }) => position > fold.position);
    const interested = { fold, unseen: next < 0 ? events.length : next };
    for (const type of fold.view.handles) table.set(type, [...(table.get(type) ?? []), interested]);
  }
  return table;
}

/** Another writer was first, or another generation took over: what is in memory is stale and must be read again. */
export class ConcurrencyConflict extends NamedError {}

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

/** The maximum number of documents in a commit: others can write between two commits. */
const maxCommitted = 2_000;
/**
 * Only the last commit moves the checkpoint: documents that are ahead of it know which events are in them. Every commit has the
 * quarantine, as a document that is ahead does not meet again the event that quarantined it.
 */
const unmoved = { position: startOfLog, handled: 0, anchor: null } as const;

const conflicts = {
  lost: 'another writer changed a document first',
  refused: 'a generation may not be written any more',
};

async function commit(store: ViewStore, batch: readonly GenerationChanges[]): Promise<void> {
  const outcome = await store.commit(batch);
  if (outcome !== 'stored') throw new ConcurrencyConflict(conflicts[outcome]);
}
