import { randomUUID } from 'node:crypto';
import { currentSchema } from '../business/upcast.ts';
import type { EventMetadata, NewEvent, RecordedEvent } from '../event-store/event-store.ts';

/** Metadata as the product writes them; every id is new unless given. */
export function someMetadata(given: Partial<EventMetadata> = {}): EventMetadata {
  return {
    commandId: randomUUID(),
    correlationId: randomUUID(),
    actor: { id: null, role: 'system' },
    time: '2026-11-21T08:00:00.000Z',
    schema: currentSchema,
    ...given,
  };
}

/** An event for tests of stores, to which its meaning is of no concern. */
export function someEvent(given: Partial<NewEvent> = {}): NewEvent {
  return {
    id: randomUUID(),
    type: 'BusinessApproved',
    data: { note: 'Kampung Baru' },
    metadata: someMetadata(),
    ...given,
  };
}

export function someEvents(count: number): readonly NewEvent[] {
  return Array.from({ length: count }, () => someEvent());
}

/** A stream that no other test uses, also on a server that keeps what earlier runs wrote. */
export function someStream(): string {
  return `contract-${randomUUID()}`;
}

/** A recorded event as a plain object, which tests can compare and copy: some logs parse data and metadata only when asked. */
export function plainEvent(event: RecordedEvent): RecordedEvent {
  const { id, type, data, metadata, stream, revision, position } = event;
  return { id, type, data, metadata, stream, revision, position };
}
