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

export type ReadOptions = {
  readonly types: readonly string[];
  /** Whether what owners typed is decrypted. Without it, fields of it are missing. */
  readonly withPersonalData: boolean;
  /** Events after this position are not read; the newest one by default. */
  readonly until?: Position | undefined;
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
};

/** Reading a page, and decrypting a slice of it, take a few milliseconds. */
const pageSize = 200;
const sliceSize = 50;

/** Yields the events of some types in small slices, in the order of the log. */
export async function* readEvents(
  { stored, personalData }: ReportLog,
  { types, withPersonalData, until, onProgress }: ReadOptions,
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  const end = until ?? (await stored.head());
  const wanted = new Set(types);
  let count = 0;
  for await (const page of readPages(stored, { after: startOfLog, until: end, types, pageSize })) {
    const events = page.events.filter(({ type }) => wanted.has(type));
    if (withPersonalData)
      for (let from = 0; from < events.length; from += sliceSize)
        yield await personalData.decrypt(events.slice(from, from + sliceSize));
    else if (events.length > 0) yield events;
    count += events.length;
    onProgress?.({ events: count, position: page.upTo, end });
  }
}

/**
 * The same up to a moment: of each stream its beginning up to the last event that is not later. The beginning is whole, also where a
 * process with a fast clock wrote in between.
 */
export async function* readEventsAsOf(
  log: ReportLog,
  moment: Date,
  options: ReadOptions,
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  const end = moment.getTime();
  /** By stream, the revision from which on events were left out. */
  const leftOut = new Map<string, number>();
  for await (const page of readEvents(log, options)) {
    const admitted: RecordedEvent[] = [];
    for (const event of page) {
      const { stream, revision, metadata } = event;
      const from = leftOut.get(stream);
      if (!(Date.parse(metadata.time) <= end)) {
        if (from === undefined) leftOut.set(stream, revision);
        continue;
      }
      if (from !== undefined) {
        const later = (await log.stored.readStream(stream, { from })).filter(
          (other) => other.revision < revision,
        );
        admitted.push(
          ...(options.withPersonalData ? await log.personalData.decrypt(later) : later),
        );
        leftOut.delete(stream);
      }
      admitted.push(event);
    }
    if (admitted.length > 0) yield admitted;
  }
}

export type EventTypes = readonly DomainEventType[];

const fieldPageSize = 500;
/** Traffic of another kind may follow: after so many pages, the share of what is asked for is measured again. */
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
