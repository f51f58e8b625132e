import { noBusiness, type Business } from './business/business.ts';
import { businessDecider } from './business/decide.ts';
import { type BusinessEvent, businessStream, type BusinessId } from './business/events.ts';
import { decodeEvent, isBusinessEvent, type Recorded } from './domain-event.ts';
import type { RecordedEvent } from './event-store/event-store.ts';
import type { DirectoryLog } from './personal-data/directory-log.ts';
import { createKeyedQueue, createYielder } from './shared/concurrency.ts';

/** The events of a listing, in order. */
export type History = readonly Recorded<BusinessEvent>[];

type ReadHistory = {
  /** The events as they are stored, which is what the hash chain covers. */
  readonly stored: readonly RecordedEvent[];
  readonly history: History;
};

const sliceSize = 50;
const readQueue = createKeyedQueue();

type HistoryLog = Pick<DirectoryLog, 'stored' | 'personalData'>;

/** The next read of each history: until it begins, all who ask share it. */
const nextReads = new Map<
  BusinessId,
  { readonly log: HistoryLog; readonly result: Promise<ReadHistory> }
>();

/**
 * The events of a listing; none where there is no such listing. As there may be thousands, decoding them gives way
 * to other requests, and reads of one listing take turns and share the next: several such histories at once could exceed the memory.
 *
 * @throws what the log throws, and OwnerKeysUnavailable
 */
export function readHistory(log: HistoryLog, id: BusinessId): Promise<ReadHistory> {
  const next = nextReads.get(id);
  if (next?.log === log) return next.result;
  const result = readQueue(id, () => {
    nextReads.delete(id);
    return readHistoryFrom(log, id, 0);
  });
  nextReads.set(id, { log, result });
  return result;
}

/** The events of a listing from a revision on. */
export async function readHistoryFrom(
  { stored: log, personalData }: HistoryLog,
  id: BusinessId,
  from: number,
): Promise<ReadHistory> {
  const stored = await log.readStream(businessStream(id), { from });
  const pause = createYielder();
  const history: Recorded<BusinessEvent>[] = [];
  for (let first = 0; first < stored.length; first += sliceSize) {
    const slice = stored.slice(first, first + sliceSize);
    history.push(...decodeHistory(await personalData.decrypt(slice)));
    await pause();
  }
  return { stored, history };
}

export function decodeHistory(stored: readonly RecordedEvent[]): History {
  return stored
    .map(decodeEvent)
    .filter((event) => event !== null)
    .filter(isBusinessEvent);
}

export function foldBusiness(history: History): Business {
  return history.reduce(businessDecider.evolve, noBusiness);
}
