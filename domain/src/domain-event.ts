import { businessEventTypes, type BusinessEvent } from './business/events.ts';
import { currentSchema, upcast } from './business/upcast.ts';
import type { RecordedEvent } from './event-store/event-store.ts';
import { operationEventTypes, type OperationEvent } from './operations.ts';
import { trafficEventTypes, type TrafficEvent } from './traffic.ts';

export type DomainEvent = BusinessEvent | TrafficEvent | OperationEvent;
export type DomainEventType = DomainEvent['type'];

/** A stored event in its current schema, with its metadata and its place in the log. */
export type Recorded<Event extends DomainEvent> = Event extends DomainEvent
  ? Event & Omit<RecordedEvent, 'type' | 'data'>
  : never;

const businessTypes = new Set<string>(businessEventTypes);
const known = new Set<string>([
  ...businessEventTypes,
  ...trafficEventTypes,
  ...operationEventTypes,
]);

/** The typed event, or null for a type or schema that this version does not know: readers skip it. */
export function decodeEvent(recorded: RecordedEvent): Recorded<DomainEvent> | null {
  const current = upcast(recorded);
  return isUnderstood(current) ? current : null;
}

/** Whether this version knows the type and the shape of an event. Shapes are checked when events are made, not each time they are read. */
export function isUnderstood(recorded: RecordedEvent): recorded is Recorded<DomainEvent> {
  return known.has(recorded.type) && recorded.metadata.schema <= currentSchema;
}

export function isBusinessEvent(event: Recorded<DomainEvent>): event is Recorded<BusinessEvent> {
  return businessTypes.has(event.type);
}
