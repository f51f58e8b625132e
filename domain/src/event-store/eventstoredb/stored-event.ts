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

/** Identifies the call that wrote an event, to distinguish a repeat from the first. */
export type AttemptId = string;

export type StoredEvent = { readonly event: RecordedEvent; readonly attempt: AttemptId };

export function encodeEvent({ id, type, data, metadata }: NewEvent, attempt: AttemptId): EventData {
  return {
    id,
    type,
    contentType: 'application/json',
    data: { ...data },
    metadata: { ...metadata, attempt },
  };
}

/** Null for events of the server, whose names begin with `$`, and of other programs. */
export function decodeEvent(
  stored: StoredStreamEvent | AllStreamRecordedEvent,
): StoredEvent | null {
  const { id, type, data, streamId: stream, position } = stored;
  if (!position || stream.startsWith('$') || type.startsWith('$')) return null;
  const metadata: unknown = stored.metadata;
  if (!isObject(data) || !isOurMetadata(metadata)) return null;
  const { attempt, ...ours } = metadata;
  const event = {
    id,
    type,
    data,
    metadata: ours,
    stream,
    revision: toRevision(stored.revision),
    position: toPosition(position.commit),
  };
  return { event, attempt };
}

/** @throws RangeError beyond what a number holds exactly. */
export function toRevision(revision: bigint): number {
  const number = Number(revision);
  if (!Number.isSafeInteger(number)) throw new RangeError(`not a revision: ${revision.toString()}`);
  return number;
}

/** Looks at the outline only: shapes were checked when the event was made. */
function isOurMetadata(value: unknown): value is EventMetadata & { attempt: AttemptId } {
  return (
    isObject(value) &&
    typeof value['attempt'] === 'string' &&
    typeof value['commandId'] === 'string'
  );
}
