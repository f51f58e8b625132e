import type { EventStore, RecordedEvent } from '../event-store/event-store.ts';
import type { OwnerKeys } from './owner-keys.ts';
import { personalData, type PersonalData } from './personal-data.ts';

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
