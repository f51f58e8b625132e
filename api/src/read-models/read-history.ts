import {
  businessStream,
  decodeHistory,
  type BusinessEvent,
  type BusinessId,
  type DirectoryLog,
  type Recorded,
} from '@directory/domain';
import type { DirectoryViews, Listing } from '@directory/projections';
import type { RecordedEvent } from '@directory/domain/event-store';
import { createYielder } from '@directory/domain/event-store/yielder';
import type { HistoryRequest } from '../contracts/history.ts';

export type History = readonly Recorded<BusinessEvent>[];

export type ReadHistory = {
  /** As it is stored, which is what the hash chain covers. */
  readonly stored: readonly RecordedEvent[];
  readonly history: History;
};

const sliceSize = 50;

/** The events of a listing. Other requests are answered in between, as there may be thousands. */
export async function readHistory(
  { stored: log, personalData }: Pick<DirectoryLog, 'stored' | 'personalData'>,
  id: BusinessId,
): Promise<ReadHistory> {
  const stored = await log.readStream(businessStream(id));
  const pause = createYielder();
  const history: Recorded<BusinessEvent>[] = [];
  for (let first = 0; first < stored.length; first += sliceSize) {
    const slice = stored.slice(first, first + sliceSize);
    history.push(...decodeHistory(await personalData.decrypt(slice)));
    await pause();
  }
  return { stored, history };
}

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
