import type { KeyObject } from 'node:crypto';
import { v4 as uuid } from 'uuid';
import { decryptFor, deriveKey, encryptFor, keyedHash } from './account-encryption.ts';
import { normalizeForLookup, type AccountStore, type Owner } from './account-store.ts';
import { hashPassword } from './passwords.ts';

/** Where owners are registered, and the key that encrypts their IC numbers before the store sees them. */
export type OwnerRegister = { readonly accounts: AccountStore; readonly icNumberKey: KeyObject };

type Registration = Omit<Owner, 'id'> & {
  readonly icNumber: string;
  readonly password: string;
};

/** @throws EmailTaken, IcNumberTaken, AccountsUnavailable */
export async function registerOwner(
  { accounts, icNumberKey }: OwnerRegister,
  { fullName, phone, email, icNumber, password }: Registration,
): Promise<Owner> {
  const owner = { id: uuid(), fullName, phone, email: normalizeForLookup(email) };
  await accounts.registerOwner({
    ...owner,
    passwordHash: await hashPassword(password),
    encryptedIcNumber: encryptFor(owner.id, icNumber, icNumberKey),
    icNumberHash: icNumberHash(icNumber, icNumberKey),
  });
  return owner;
}

/** A hash that is the same however the number is written, and reveals nothing about it without the key. */
function icNumberHash(icNumber: string, icNumberKey: KeyObject): string {
  return keyedHash(icNumber.replace(/\D/g, ''), deriveKey(icNumberKey, 'ic-number-hashes'));
}

/** Hashes the numbers of accounts from before the hashes, and from a migration. @throws AccountsUnavailable */
export async function hashStoredIcNumbers(
  accounts: Pick<AccountStore, 'hashIcNumbers'>,
  icNumberKey: KeyObject,
): Promise<void> {
  await accounts.hashIcNumbers(({ id, encryptedIcNumber }) => {
    try {
      return icNumberHash(decryptFor(id, encryptedIcNumber, icNumberKey), icNumberKey);
    } catch {
      // A damaged number must not stop the start.
      return null;
    }
  });
}
