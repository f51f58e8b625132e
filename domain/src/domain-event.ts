import { businessEventTypes, type BusinessEvent } from './business/business.ts';
import { encryptedSchema, upcast } from './business/upcast.ts';
import type { RecordedEvent } from './event-store/event-store.ts';
import { operationEventTypes, type OperationEvent } from './operations.ts';
import { trafficEventTypes, type TrafficEvent } from './traffic.ts';
import { createYielder } from './event-store/yielder.ts';
import type { DirectoryLog } from './personal-data/directory-log.ts';
import { businessStream, type BusinessId } from './shared/ids.ts';

export type DomainEvent = BusinessEvent | TrafficEvent | OperationEvent;
export type DomainEventType = DomainEvent['type'];

/** A stored event, in its newest shape. */
export type Recorded<Event extends DomainEvent> = Event extends DomainEvent
  ? Event & Omit<RecordedEvent, 'type' | 'data'>
  : never;

const businessTypes = new Set<string>(businessEventTypes);
const known = new Set<string>([
  ...businessEventTypes,
  ...trafficEventTypes,
  ...operationEventTypes,
]);

/** The typed event, or null for a type that this version does not know: readers pass over it. */
export function decodeEvent(recorded: RecordedEvent): Recorded<DomainEvent> | null {
  const current = upcast(recorded);
  return isDomainEvent(current) ? current : null;
}

/** Whether this version knows the type and the shape of an event. */
export function isUnderstood({ type, metadata }: RecordedEvent): boolean {
  return known.has(type) && metadata.schema <= encryptedSchema;
}

export function isBusinessEvent(event: Recorded<DomainEvent>): event is Recorded<BusinessEvent> {
  return businessTypes.has(event.type);
}

/** Shapes are checked when events are made, not at each of the many times they are read. */
function isDomainEvent(recorded: RecordedEvent): recorded is Recorded<DomainEvent> {
  return known.has(recorded.type);
}

export type ReadHistory = {
  /** As it is stored, which is what the hash chain covers. */
  readonly stored: readonly RecordedEvent[];
  readonly history: readonly Recorded<BusinessEvent>[];
};

const sliceSize = 50;

/**
 * The events of a listing from a revision on; none where there is no such listing. Other requests are answered in between, as there
 * may be thousands.
 *
 * @throws what the log throws, and OwnerKeysUnavailable
 */
export async function readHistory(
  { stored: log, personalData }: Pick<DirectoryLog, 'stored' | 'personalData'>,
  id: BusinessId,
  from = 0,
): Promise<ReadHistory> {
  const stored = await log.readStream(businessStream(id), { from });
  const pause = createYielder();
  const history: Recorded<BusinessEvent>[] = [];
  for (let first = 0; first < stored.length; first += sliceSize) {
    const slice = stored.slice(first, first + sliceSize);
    history.push(...decodeHistory(await personalData.decrypt(slice)));
    await pause();
  }
  return { stored, history };
}

export function decodeHistory(
  stored: readonly RecordedEvent[],
): readonly Recorded<BusinessEvent>[] {
  return stored
    .map(decodeEvent)
    .filter((event) => event !== null)
    .filter(isBusinessEvent);
}
