import { randomUUID } from 'node:crypto';
import type { DirectoryLog, DomainEvent } from '@directory/domain';
import {
  toPosition,
  type EventMetadata,
  type EventStore,
  type Position,
} from '@directory/domain/event-store';
import { metadataAt, minute, streamOf } from './recorded.ts';

/** Appends events one by one, and returns the position of the last. */
export async function appendEvents(
  log: EventStore,
  events: readonly DomainEvent[],
): Promise<Position> {
  let position = toPosition(0);
  for (const [index, event] of events.entries()) {
    const { type, data } = event;
    const appended = { id: randomUUID(), type, data, metadata: metadataAt(minute(index)) };
    ({ position } = await log.append(streamOf(event), [appended], { expected: 'any' }));
  }
  return position;
}

/** Appends one event as commands do, at a time and by somebody, with personal data encrypted. */
export async function appendAt(
  log: DirectoryLog,
  time: string,
  event: DomainEvent,
  given: Partial<EventMetadata> = {},
): Promise<Position> {
  const { type, data } = event;
  const metadata = { ...metadataAt(time), ...given };
  const events = await log.personalData.encrypt([{ id: randomUUID(), type, data, metadata }]);
  return (await log.append(streamOf(event), events, { expected: 'any' })).position;
}
