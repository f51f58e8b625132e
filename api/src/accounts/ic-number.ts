import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** What seals the IC number of one account: the sealed text opens with the same key and for the same account only. */
export type Seal = { readonly key: KeyObject; readonly accountId: string };

/** Nonce, tag and cipher text in base 64. */
export function sealIcNumber(icNumber: string, { key, accountId }: Seal): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(accountId, 'utf8'));
  const sealed = Buffer.concat([cipher.update(icNumber, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** @throws Error when the text was sealed with another key, for another account, or changed since. */
export function openIcNumber(sealed: string, { key, accountId }: Seal): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(accountId, 'utf8'));
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  const content = decipher.update(bytes.subarray(nonceLength + tagLength));
  return Buffer.concat([content, decipher.final()]).toString('utf8');
}
