import { Outage } from '../event-store/event-store.ts';

/**
 * The port to the keys under which personal data in events are encrypted, one for each owner. A key is made once, and erased for good.
 * Every adapter passes `contract.suite.ts`. No log line, response or error contains a key.
 *
 * Every method throws OwnerKeysUnavailable when the store is unreachable.
 */
export interface OwnerKeys {
  /** Owners without a key are left out. */
  find(owners: readonly string[]): Promise<readonly OwnerKey[]>;

  /** Resolves once they are on disk. A key that an owner has already stays, also an erased one. */
  add(keys: readonly OwnerKey[]): Promise<void>;

  /**
   * Records that the owner is to be erased, and what becomes of the listings. The key stays readable. Resolves once it is on disk,
   * with the choice that was made first, which stays.
   */
  beginErasure(owner: string, listings: ErasedListings): Promise<ErasedListings>;

  /** Removes the key of an owner whose erasure has begun. Resolves once no file holds it. */
  eraseKey(owner: string): Promise<void>;

  /** The keys of all owners, for a migration, and to find erasures that were interrupted. */
  all(): Promise<readonly OwnerKey[]>;

  ping(): Promise<void>;
  close(): Promise<void>;
}

export type OwnerKey = {
  readonly owner: string;
  /** 32 bytes; null for ever once it was erased. */
  readonly key: Uint8Array | null;
  /** The choice with which the erasure began; from then on the owner can do nothing any more. Null before. */
  readonly erasure: ErasedListings | null;
};

/** What becomes of the listings of an erased owner; `keep` keeps what describes the shop and not the person. */
export const erasedListings = ['delete', 'keep'] as const;
export type ErasedListings = (typeof erasedListings)[number];

export class OwnerKeysUnavailable extends Outage {}
