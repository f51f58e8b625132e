import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@directory/domain';
import { toPosition, type EventStore, type Position } from '@directory/domain/event-store';
import { metadataAt, minute, streamOf } from './recorded.ts';

/** Appends events one by one, as they are, and returns the position of the last. */
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
