import {
  startOfLog,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '@directory/domain/event-store';
import type { Anchor, Generation } from '../view-store/view-store.ts';

/** Why a generation is not continued: its events are not those of the log. */
export const ofAnotherLog = 'view-of-another-log';

/**
 * Where a generation is in the log; null for one that is empty. One without an anchor, from an older release, gets the first
 * event of the log.
 */
export async function findAnchor(
  log: EventStore,
  { position, anchor }: Pick<Generation, 'position' | 'anchor'>,
): Promise<Anchor | null | typeof ofAnotherLog> {
  if (position === startOfLog) return null;
  const first = await eventAfter(log, startOfLog);
  if (!first || first.position > position) return ofAnotherLog;
  if (!anchor) return position > (await log.head()) ? ofAnotherLog : anchorAt(first, startOfLog);
  // One of an older release lacks the time.
  if (!logOf(first).startsWith(anchor.log)) return ofAnotherLog;
  const found = await eventAfter(log, anchor.after);
  const isSame = found?.position === anchor.position && found.id === anchor.eventId;
  return isSame ? anchor : ofAnotherLog;
}

/** `after` is a position between the event and the one before it. */
export function anchorAt(
  event: RecordedEvent,
  after: Position,
  log: string = logOf(event),
): Anchor {
  return { log, after, position: event.position, eventId: event.id };
}

/**
 * With its position, because a copy of a log has the same events at other positions, and with its time, because the places of a first
 * start have the same ids in every directory.
 */
export function logOf({ id, position, metadata }: RecordedEvent): string {
  return `${id}@${position} ${metadata.time}`;
}

async function eventAfter(log: EventStore, after: Position): Promise<RecordedEvent | undefined> {
  const [event] = await log.readAll({ after, limit: 1 });
  return event;
}
