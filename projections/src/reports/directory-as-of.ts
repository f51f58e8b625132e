import {
  businessEventTypes,
  decodeEvent,
  isBusinessEvent,
  type BusinessId,
} from '@directory/domain';
import type { RecordedEvent } from '@directory/domain/event-store';
import { createYielder } from '@directory/domain/shared/concurrency';
import { listings, type Listing } from '../views/listings.ts';
import { readEventsAsOf, type ReadOptions, type ReportLog } from './read-events.ts';

/** Every listing by its id, also those that were deleted. */
export type Directory = ReadonlyMap<BusinessId, Listing>;

/**
 * Every listing as it was at a moment, folded from the log alone, up to the same event of each stream as its history at that moment.
 * What was erased since does not appear; without personal data nothing that an owner typed does. Gives way to other work every few
 * milliseconds.
 *
 * @throws Unavailable, Timeout, UnusableLog, OwnerKeysUnavailable
 */
export async function directoryAsOf(
  log: ReportLog,
  moment: Date,
  options: Omit<ReadOptions, 'types'>,
): Promise<Directory> {
  const directory = new Map<BusinessId, Listing>();
  const pauseIfDue = createYielder();
  const read = readEventsAsOf(log, moment, { ...options, types: businessEventTypes });
  for await (const page of read)
    for (const event of page) {
      foldInto(directory, event);
      const pause = pauseIfDue();
      if (pause) await pause;
    }
  return directory;
}

function foldInto(directory: Map<BusinessId, Listing>, recorded: RecordedEvent): void {
  const event = decodeEvent(recorded);
  if (!event || !isBusinessEvent(event)) return;
  const { businessId } = event.data;
  const listing = listings.evolve(directory.get(businessId) ?? null, event, businessId);
  if (listing) directory.set(businessId, listing);
}
