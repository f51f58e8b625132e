import { businessStream } from '@directory/domain';
import { startOfLog, type EventStore } from '@directory/domain/event-store';
import type { Place } from '../import/parse-place.ts';
import { importCommandId } from './seed-ids.ts';

export type SeedState =
  /** With the time that the seed told, where one was begun. */
  | { readonly kind: 'incomplete'; readonly begunAt: Date | null }
  | { readonly kind: 'complete' }
  /** Somebody else wrote the first event. */
  | { readonly kind: 'foreign' };

/** How far a seed of these places came: it makes the first of them before all others, and the last after them. */
export async function seedState(log: EventStore, places: readonly Place[]): Promise<SeedState> {
  const [first] = await log.readAll({ after: startOfLog, limit: 1 });
  if (!first) return { kind: 'incomplete', begunAt: null };
  const [firstPlace] = places;
  const lastPlace = places.at(-1);
  if (!firstPlace || !lastPlace || first.metadata.commandId !== importCommandId(firstPlace.id))
    return { kind: 'foreign' };
  const lastEvents = await log.readStream(businessStream(lastPlace.id));
  if (lastEvents.length > 0) return { kind: 'complete' };
  return { kind: 'incomplete', begunAt: new Date(first.metadata.time) };
}
