import type { DirectoryLog, DomainEventType } from '@directory/domain';
import {
  startOfLog,
  type Position,
  type RecordedEvent,
  type EventFields,
  type FieldPage,
} from '@directory/domain/event-store';
import { readPages } from '@directory/domain/event-store/read-pages';
import { createYielder } from '@directory/domain/shared/concurrency';

export type ReportLog = Pick<DirectoryLog, 'stored' | 'personalData'>;

export type ReadProgress = {
  /** How many events were read. */
  readonly events: number;
  readonly position: Position;
  readonly end: Position;
};

/** Where a report reads, up to the newest event when it began. */
export type ReportSource = {
  readonly log: ReportLog;
  readonly until: ReadProgress['end'];
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
};

/** Small enough that reading a page, or decrypting a slice of it, takes only a few milliseconds. */
const pageSize = 200;
const sliceSize = 50;

/** Yields the events of some types, decrypted, in small slices and in the order of the log. */
export async function* readEvents(
  source: ReportSource,
  types: readonly DomainEventType[],
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  for await (const events of readStoredEvents(source, types))
    for (let from = 0; from < events.length; from += sliceSize)
      yield await source.log.personalData.decrypt(events.slice(from, from + sliceSize));
}

/** Yields the events of some types as they are stored, in pages. */
export async function* readStoredEvents(
  { log: { stored }, until, onProgress }: ReportSource,
  types: readonly DomainEventType[],
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  const wanted = new Set<string>(types);
  let count = 0;
  for await (const page of readPages(stored, { after: startOfLog, until, types, pageSize })) {
    const events = page.events.filter(({ type }) => wanted.has(type));
    yield events;
    count += events.length;
    onProgress?.({ events: count, position: page.upTo, end: until });
  }
}

const fieldPageSize = 500;
/** After so many pages, the share of the wanted events is measured again, as other traffic may follow. */
const pagesOfAShare = 50;

/**
 * Yields the events of some types in pages, for counting. Where most events are of other types, the log reads only those asked for.
 * Gives way to other work every few milliseconds.
 */
export async function* readFieldPages(
  { log: { stored }, until, onProgress }: ReportSource,
  types: readonly DomainEventType[],
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
      limit: fieldPageSize,
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
