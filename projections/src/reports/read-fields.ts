import { startOfLog, type EventFields, type FieldPage } from '@directory/domain/event-store';
import { createYielder } from '@directory/domain/event-store/yielder';
import type { EventTypes, ReportSource } from './report.ts';

const pageSize = 1_000;

/**
 * Yields the events of some types in pages, for counting. Where most events are of other types, the log reads only those asked for.
 * Gives way to other work every few milliseconds.
 */
export async function* readFieldPages(
  { log: { stored }, until, onProgress }: ReportSource,
  types: EventTypes,
): AsyncGenerator<readonly EventFields[], void, void> {
  const wanted = new Set<string>(types);
  const pauseIfDue = createYielder();
  let count = 0;
  let isSparse = false;
  for (let after = startOfLog; after < until;) {
    const page: FieldPage = await stored.readFields({
      after,
      until,
      limit: pageSize,
      types: isSparse ? types : undefined,
    });
    const events: readonly EventFields[] = isSparse
      ? page.events
      : page.events.filter(({ type }) => wanted.has(type));
    isSparse ||= events.length < page.events.length / 4;
    after = page.upTo;
    count += events.length;
    onProgress?.({ events: count, position: after, end: until });
    if (events.length > 0) yield events;
    await pauseIfDue();
  }
}
