import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import { v4 as uuid } from 'uuid';
import { normalizeForLookup, type AccountStore, type Owner } from './account-store.ts';
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

/** @throws EmailTaken, AccountsUnavailable */
export async function registerOwner(
  { accounts, icNumberKey }: OwnerRegister,
  { fullName, phone, email, icNumber, password }: Registration,
): Promise<Owner> {
  const owner = { id: uuid(), fullName, phone, email: normalizeForLookup(email) };
  await accounts.registerOwner({
    ...owner,
    passwordHash: await hashPassword(password),
    encryptedIcNumber: encryptIcNumber(icNumber, icNumberKey, owner.id),
  });
  return owner;
}

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Nonce, tag and ciphertext in base 64. The account id is authenticated: the text decrypts for this account only. */
export function encryptIcNumber(icNumber: string, key: KeyObject, accountId: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(accountId, 'utf8'));
  const ciphertext = Buffer.concat([cipher.update(icNumber, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64');
}

/** @throws Error when it was encrypted with another key or for another account, or changed since. */
export function decryptIcNumber(encrypted: string, key: KeyObject, accountId: string): string {
  const bytes = Buffer.from(encrypted, 'base64');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(accountId, 'utf8'));
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  const content = decipher.update(bytes.subarray(nonceLength + tagLength));
  return Buffer.concat([content, decipher.final()]).toString('utf8');
}
