import type { KeyObject } from 'node:crypto';
import { v4 as uuid } from 'uuid';
import { encryptFor } from './account-encryption.ts';
import { normalizeForLookup, type AccountStore, type Owner } from './account-store.ts';
import { icNumberHash } from './ic-numbers.ts';
import { hashPassword } from './passwords.ts';

/** Where owners are registered, and the key that encrypts their IC numbers before the store sees them. */
export type OwnerRegister = {
  readonly accounts: AccountStore;
  readonly icNumberKey: KeyObject;
};

export type Registration = Omit<Owner, 'id'> & {
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
