import type { KeyObject } from 'node:crypto';
import { decryptFor, deriveKey, keyedHash } from './account-encryption.ts';
import type { AccountStore } from './account-store.ts';

/** The same for every way to write the number; tells nothing about it without the key. */
export function icNumberHash(icNumber: string, icNumberKey: KeyObject): string {
  return keyedHash(icNumber.replace(/\D/g, ''), deriveKey(icNumberKey, 'ic-number-hashes'));
}

/** For accounts from before the hashes, and from a migration. @throws AccountsUnavailable */
export async function hashStoredIcNumbers(
  accounts: Pick<AccountStore, 'hashIcNumbers'>,
  icNumberKey: KeyObject,
): Promise<void> {
  await accounts.hashIcNumbers(({ id, encryptedIcNumber }) => {
    try {
      return icNumberHash(decryptFor(id, encryptedIcNumber, icNumberKey), icNumberKey);
    } catch {
      // A damaged number keeps nobody from starting.
      return null;
    }
  });
}
