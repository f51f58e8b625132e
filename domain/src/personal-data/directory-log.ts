import { personalEventTypes } from '../business/personal-fields.ts';
import {
  startOfLog,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '../event-store/event-store.ts';
import { readPages, type ReadableLog } from '../event-store/read-pages.ts';
import type { OwnerKeys } from './owner-keys.ts';
import { encryptedFor, personalData, type PersonalData } from './personal-data.ts';

/**
 * The log as rules and views read it: with personal data in the clear, except in `readFields`. Appends encrypt what is not encrypted
 * yet. Its methods also throw OwnerKeysUnavailable.
 */
export interface DirectoryLog extends EventStore {
  /** The log as it is stored, which is what the hash chain covers. */
  readonly stored: EventStore;
  readonly personalData: PersonalData;
  readonly ownerKeys: OwnerKeys;
}

/**
 * Closing it closes the log and the keys, too. `unseenUpTo`: up to which position an owner is known to have no events, so that the log
 * need not be read from its start for each new owner.
 */
export function directoryLog(
  stored: EventStore,
  ownerKeys: OwnerKeys,
  unseenUpTo: (owner: string) => Promise<Position> = async () => startOfLog,
): DirectoryLog {
  const data = personalData(ownerKeys, async (owner) => {
    for await (const each of encryptedOwners(stored, await unseenUpTo(owner)))
      if (each === owner) return true;
    return false;
  });
  const decrypt = (events: readonly RecordedEvent[]) => data.decrypt(events);
  return {
    ...stored,
    stored,
    personalData: data,
    ownerKeys,
    append: async (stream, events, options) =>
      stored.append(stream, await data.encrypt(events), options),
    readStream: async (stream, options) => decrypt(await stored.readStream(stream, options)),
    readAll: async (options) => decrypt(await stored.readAll(options)),
    readLast: async (limit) => decrypt(await stored.readLast(limit)),
    async *subscribe(options) {
      for await (const batch of stored.subscribe(options))
        yield { ...batch, events: await decrypt(batch.events) };
    },
    async ping() {
      await stored.ping();
      await data.ping();
    },
    async close() {
      await stored.close();
      await ownerKeys.close();
    },
  };
}

/** The owner of each encrypted event after a position. */
export async function* encryptedOwners(
  stored: ReadableLog,
  after: Position = startOfLog,
): AsyncGenerator<string, void, void> {
  for await (const { events } of readPages(stored, { after, types: personalEventTypes }))
    for (const event of events) {
      const owner = encryptedFor(event);
      if (owner !== null) yield owner;
    }
}
