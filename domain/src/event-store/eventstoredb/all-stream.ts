import { START, type AllStreamResolvedEvent, type ReadPosition } from '@eventstore/db-client';
import { startOfLog, toPosition, type Position, type RecordedEvent } from '../event-store.ts';
import { decodeEvent } from './stored-event.ts';

export function ours(found: readonly AllStreamResolvedEvent[]): RecordedEvent[] {
  return found.flatMap(({ event }) => (event && decodeEvent(event)?.event) ?? []);
}

export function positionOf({ commitPosition, event }: AllStreamResolvedEvent): Position {
  return toPosition(commitPosition ?? event?.position.commit ?? 0);
}

export function fromPosition(position: Position): ReadPosition {
  if (position === startOfLog) return START;
  const place = BigInt(position);
  return { commit: place, prepare: place };
}
