import type {
  AllStreamRecordedEvent,
  EventData,
  RecordedEvent as StoredStreamEvent,
} from '@eventstore/db-client';
import { isObject } from '../../shared/unknown.ts';
import {
  toPosition,
  type EventMetadata,
  type NewEvent,
  type RecordedEvent,
} from '../event-store.ts';

export function toEventData({ id, type, data, metadata }: NewEvent): EventData {
  return { id, type, contentType: 'application/json', data: { ...data }, metadata };
}

/** Null for events of the server, whose names begin with `$`, and of other programs. */
export function toRecordedEvent(
  stored: StoredStreamEvent | AllStreamRecordedEvent,
): RecordedEvent | null {
  const { id, type, data, streamId: stream, position } = stored;
  if (!position || stream.startsWith('$') || type.startsWith('$')) return null;
  const metadata: unknown = stored.metadata;
  if (!isObject(data) || !isOurMetadata(metadata)) return null;
  // Earlier releases also stored which call wrote the event.
  delete metadata.attempt;
  return {
    id,
    type,
    data,
    metadata,
    stream,
    revision: toRevision(stored.revision),
    position: toPosition(position.commit),
  };
}

/** @throws RangeError beyond what a number holds exactly. */
export function toRevision(revision: bigint): number {
  const number = Number(revision);
  if (!Number.isSafeInteger(number)) throw new RangeError(`not a revision: ${revision.toString()}`);
  return number;
}

/** Looks at the outline only: shapes were checked when the event was made. */
function isOurMetadata(value: unknown): value is EventMetadata & { attempt?: string } {
  return isObject(value) && typeof value['commandId'] === 'string';
}
