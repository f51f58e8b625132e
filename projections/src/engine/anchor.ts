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
 * The anchor of a generation in this log; null for one that is empty. One of an older release, which has none, is anchored at the
 * first event of the log.
 */
export async function findAnchor(
  log: EventStore,
  { position, anchor }: Pick<Generation, 'position' | 'anchor'>,
): Promise<Anchor | null | typeof ofAnotherLog> {
  if (position === startOfLog) return null;
  const first = await eventAfter(log, startOfLog);
  if (!first || first.position > position) return ofAnotherLog;
  if (!anchor) return position > (await log.head()) ? ofAnotherLog : anchorAt(first, startOfLog);
  const present = logOf(first);
  // Anchors of older releases lack the time, or have it at the end of `log`.
  const stored = anchor.time === undefined ? anchor.log : `${anchor.log} ${anchor.time}`;
  if (!`${present.log} ${present.time}`.startsWith(stored)) return ofAnotherLog;
  const found = await eventAfter(log, anchor.after);
  if (found?.position !== anchor.position || found.id !== anchor.eventId) return ofAnotherLog;
  return anchor.log === present.log ? anchor : { ...anchor, ...present };
}

type Log = Pick<Anchor, 'log' | 'time'>;

/** `after` is a position between the event and the one before it. */
export function anchorAt(event: RecordedEvent, after: Position, log: Log = logOf(event)): Anchor {
  return { ...log, after, position: event.position, eventId: event.id };
}

/**
 * A log is known by its first event: by its position, because a copy of a log has the same events at other positions, and by its time,
 * because the places of a first start have the same ids in every directory.
 */
export function logOf({ id, position, metadata }: RecordedEvent): Log {
  return { log: `${id}@${position}`, time: metadata.time };
}

async function eventAfter(log: EventStore, after: Position): Promise<RecordedEvent | undefined> {
  const [event] = await log.readAll({ after, limit: 1 });
  return event;
}
