import type { DomainEvent, DomainEventType, Recorded } from '@directory/domain';
import { recorded } from './recorded.ts';

/** A view of any documents. Its methods are compared loosely, as those of `AnyView`. */
type Foldable<Doc extends object> = {
  readonly handles: readonly DomainEventType[];
  key(event: Recorded<DomainEvent>): readonly string[];
  evolve(doc: Doc | null, event: Recorded<DomainEvent>, id: string): Doc | null;
  readonly evolvesInPlace?: boolean;
};

/** The documents of a view after a history, by id. */
export function folded<Doc extends object>(
  view: Foldable<Doc>,
  events: readonly DomainEvent[],
): ReadonlyMap<string, Doc> {
  return foldedRecorded(view, recorded(events));
}

/**
 * The documents that the projector has to arrive at, whatever way it takes. They are frozen, so that an `evolve` that changes what it
 * is given fails; a view that `evolvesInPlace` is given a copy.
 */
export function foldedRecorded<Doc extends object>(
  view: Foldable<Doc>,
  events: readonly Recorded<DomainEvent>[],
): ReadonlyMap<string, Doc> {
  const docs = new Map<string, Doc>();
  for (const event of events.filter(({ type }) => view.handles.includes(type)))
    for (const id of view.key(event)) {
      const before = docs.get(id) ?? null;
      const doc = view.evolve(view.evolvesInPlace ? structuredClone(before) : before, event, id);
      if (doc) docs.set(id, deeplyFrozen(doc));
      else docs.delete(id);
    }
  return docs;
}

function deeplyFrozen<Value extends object>(value: Value): Value {
  const parts: unknown[] = Object.values(value);
  for (const part of parts)
    if (typeof part === 'object' && part !== null && !Object.isFrozen(part)) deeplyFrozen(part);
  return Object.freeze(value);
}
