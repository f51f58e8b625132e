import { businessStream } from '@directory/domain';
import { startOfLog, type EventStore, type RecordedEvent } from '@directory/domain/event-store';
import type { Place } from '../import/parse-place.ts';
import { importCommandId, seedCorrelationId } from './seed-ids.ts';

export type SeedState =
  /** With the time that the seed told, where one was begun. */
  | { readonly kind: 'incomplete'; readonly begunAt: Date | null }
  | { readonly kind: 'complete' }
  /** Somebody else wrote the first event. */
  | { readonly kind: 'foreign' };

/**
 * How far a seed of these places came: it makes the first of them before all others, and the last after them. Once the
 * directory has been in use a seed is complete, also when an older version seeded less than this one would.
 */
export async function seedState(log: EventStore, places: readonly Place[]): Promise<SeedState> {
  const [first] = await log.readAll({ after: startOfLog, limit: 1 });
  if (!first) return { kind: 'incomplete', begunAt: null };
  const [firstPlace] = places;
  const lastPlace = places.at(-1);
  if (!firstPlace || !lastPlace || first.metadata.commandId !== importCommandId(firstPlace.id))
    return { kind: 'foreign' };
  const lastEvents = await log.readStream(businessStream(lastPlace.id));
  if (lastEvents.length > 0 || !(await isUnused(log))) return { kind: 'complete' };
  return { kind: 'incomplete', begunAt: new Date(first.metadata.time) };
}

const page = 1_000;

/** Whether nothing but seeding ever happened; stops reading at the first event that shows otherwise. */
async function isUnused(log: EventStore): Promise<boolean> {
  let after = startOfLog;
  for (;;) {
    const events = await log.readAll({ after, limit: page });
    if (!events.every(isSeeded)) return false;
    const last = events.at(-1);
    if (!last) return true;
    after = last.position;
  }
}

function isSeeded({ metadata }: RecordedEvent): boolean {
  return metadata.correlationId === seedCorrelationId || metadata.demonstration === true;
}
