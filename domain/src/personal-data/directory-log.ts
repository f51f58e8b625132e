import type { EventStore, RecordedEvent } from '../event-store/event-store.ts';
import type { OwnerKeys } from './owner-keys.ts';
import { personalData, type PersonalData } from './personal-data.ts';
import type { BusinessEvent } from '../business/events.ts';
import { decodeEvent, isBusinessEvent, type Recorded } from '../domain-event.ts';
import { createYielder } from '../shared/concurrency.ts';
import { businessStream, type BusinessId } from '../shared/ids.ts';

/**
 * The log as rules and views read it: with personal data in the clear, but for `readFields`. Appends store what they are given; who appends events of
 * listings encrypts them, as `commandHandler` does.
 */
export interface DirectoryLog extends EventStore {
  /** As it is stored, which is what the hash chain covers. */
  readonly stored: EventStore;
  readonly personalData: PersonalData;
  readonly ownerKeys: OwnerKeys;
}

/** Takes over both: closing it closes them. */
export function directoryLog(stored: EventStore, ownerKeys: OwnerKeys): DirectoryLog {
  const data = personalData(ownerKeys);
  const decrypt = (events: readonly RecordedEvent[]) => data.decrypt(events);
  return {
    stored,
    personalData: data,
    ownerKeys,
    append: (stream, events, options) => stored.append(stream, events, options),
    readStream: async (stream, options) => decrypt(await stored.readStream(stream, options)),
    readAll: async (options) => decrypt(await stored.readAll(options)),
    readFields: (options) => stored.readFields(options),
    readLast: async (limit) => decrypt(await stored.readLast(limit)),
    async *subscribe(options) {
      for await (const batch of stored.subscribe(options))
        yield { ...batch, events: await decrypt(batch.events) };
    },
    head: () => stored.head(),
    ping: () => stored.ping(),
    async close() {
      await stored.close();
      await ownerKeys.close();
    },
  };
}

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
