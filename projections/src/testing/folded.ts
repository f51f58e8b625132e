import type { DomainEvent, DomainEventType, Recorded } from '@directory/domain';
import type { EventOf, View } from '../view.ts';
import { recorded } from './recorded.ts';

/**
 * The documents of a view after a history, by id: what the projector has to arrive at on every way. They are frozen, so that an
 * `evolve` that changes what it is given fails.
 */
export function folded<Doc extends object, Type extends DomainEventType>(
  view: View<Doc, Type>,
  events: readonly DomainEvent[],
): ReadonlyMap<string, Doc> {
  return foldedRecorded(view, recorded(events));
}

export function foldedRecorded<Doc extends object, Type extends DomainEventType>(
  view: View<Doc, Type>,
  events: readonly Recorded<DomainEvent>[],
): ReadonlyMap<string, Doc> {
  const docs = new Map<string, Doc>();
  for (const event of events) {
    if (!isHandled(view, event)) continue;
    for (const id of view.key(event)) {
      const doc = view.evolve(docs.get(id) ?? null, event, id);
      if (doc) docs.set(id, deeplyFrozen(doc));
      else docs.delete(id);
    }
  }
  return docs;
}

function isHandled<Doc extends object, Type extends DomainEventType>(
  { handles }: View<Doc, Type>,
  event: Recorded<DomainEvent>,
): event is EventOf<Type> {
  return handles.some((type) => type === event.type);
}

function deeplyFrozen<Value extends object>(value: Value): Value {
  for (const part of Object.values<unknown>({ ...value }))
    if (typeof part === 'object' && part !== null && !Object.isFrozen(part)) deeplyFrozen(part);
  return Object.freeze(value);
}
