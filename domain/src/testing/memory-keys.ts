import type { EventStore } from '../event-store/event-store.ts';
import { directoryLog, type DirectoryLog } from '../personal-data/directory-log.ts';
import type { OwnerKey, OwnerKeys } from '../personal-data/owner-keys.ts';

/** The keys of owners in memory, beginning with those given. */
export function keysInMemory(given: readonly OwnerKey[] = []): OwnerKeys {
  const keys = new Map(given.map((key) => [key.owner, key]));
  return {
    find: async (owners) => owners.flatMap((owner) => keys.get(owner) ?? []),
    add: async (added) => {
      for (const key of added) if (!keys.has(key.owner)) keys.set(key.owner, key);
    },
    beginErasure: async (owner, listings) => {
      const { key = null, erasure } = keys.get(owner) ?? {};
      const first = erasure ?? listings;
      keys.set(owner, { owner, key, erasure: first });
      return first;
    },
    eraseKey: async (owner) => {
      const { erasure = null } = keys.get(owner) ?? {};
      if (erasure !== null) keys.set(owner, { owner, key: null, erasure });
    },
    all: async () => [...keys.values()],
    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** A log with its keys in memory. */
export function withKeysInMemory(stored: EventStore): DirectoryLog {
  return directoryLog(stored, keysInMemory());
}
