import type { BusinessEvent, Recorded } from '@directory/domain';
import type { DirectoryViews, Listing } from '@directory/projections';
import type { HistoryRequest } from '../contracts/history.ts';

export type History = readonly Recorded<BusinessEvent>[];

/** A listing as the view's own rules make it of its events; null when there are none. */
export function foldListing({ listings }: DirectoryViews, history: History): Listing | null {
  return history.reduce<Listing | null>(
    (listing, event) => listings.evolve(listing, event, event.data.businessId),
    null,
  );
}

/** The beginning of a history, up to a time or a revision; null for a revision that there is not. */
export function upTo(history: History, at: HistoryRequest['at']): History | null {
  if (!at) return history;
  if ('time' in at) {
    const end = Date.parse(at.time);
    const last = history.findLastIndex(({ metadata }) => Date.parse(metadata.time) <= end);
    // A whole beginning, also where a process with a late clock wrote in between.
    return history.slice(0, last + 1);
  }
  const { revision } = at;
  if (!history.some((event) => event.revision === revision)) return null;
  return history.filter((event) => event.revision <= revision);
}
