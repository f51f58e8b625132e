import { type BusinessEvent, businessStream, type BusinessId } from './business/events.ts';
import { decodeEvent, isBusinessEvent, type Recorded } from './domain-event.ts';
import type { RecordedEvent } from './event-store/event-store.ts';
import { createYielder } from './shared/concurrency.ts';
import type { DirectoryLog } from './personal-data/personal-data.ts';

export type ReadHistory = {
  /** As it is stored, which is what the hash chain covers. */
  readonly stored: readonly RecordedEvent[];
  readonly history: readonly Recorded<BusinessEvent>[];
};

const sliceSize = 50;

/**
 * The events of a listing from a revision on; none where there is no such listing. Other requests are answered in between, as there
 * may be thousands.
 *
 * @throws what the log throws, and OwnerKeysUnavailable
 */
export async function readHistory(
  { stored: log, personalData }: Pick<DirectoryLog, 'stored' | 'personalData'>,
  id: BusinessId,
  from = 0,
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

export function decodeHistory(
  stored: readonly RecordedEvent[],
): readonly Recorded<BusinessEvent>[] {
  return stored
    .map(decodeEvent)
    .filter((event) => event !== null)
    .filter(isBusinessEvent);
}
