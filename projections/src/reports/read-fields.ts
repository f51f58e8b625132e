import { startOfLog, type EventFields, type FieldPage } from '@directory/domain/event-store';
import { createYielder } from '@directory/domain/event-store/yielder';
import type { EventTypes, ReportSource } from './report.ts';

const pageSize = 500;
/** Traffic of another kind may follow: every so many pages, the share of what is asked for is measured anew. */
const pagesOfAShare = 50;

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
  let after = startOfLog;
  for (let pages = 0; after < until; pages += 1) {
    const measures = pages % pagesOfAShare === 0;
    const page: FieldPage = await stored.readFields({
      after,
      until,
      limit: pageSize,
      types: isSparse && !measures ? types : undefined,
    });
    const events = page.events.filter(({ type }) => wanted.has(type));
    if (measures) isSparse = events.length < page.events.length / 4;
    after = page.upTo;
    count += events.length;
    onProgress?.({ events: count, position: after, end: until });
    if (events.length > 0) yield events;
    await pauseIfDue();
  }
}
