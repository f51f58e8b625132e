import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Returns nonce, tag and ciphertext in base 64. The account id is authenticated: the text decrypts for this account only. */
export function encryptFor(accountId: string, text: string, key: KeyObject): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(accountId, 'utf8'));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64');
}

/** @throws Error for a text that was encrypted with another key or for another account, or changed since */
export function decryptFor(accountId: string, encrypted: string, key: KeyObject): string {
  const bytes = Buffer.from(encrypted, 'base64');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(accountId, 'utf8'));
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  const content = decipher.update(bytes.subarray(nonceLength + tagLength));
  return Buffer.concat([content, decipher.final()]).toString('utf8');
}

/** Derives a key of 256 bits for one purpose and salt; it reveals neither the given key nor other derived ones. */
export function deriveKey(key: KeyObject, purpose: string, salt = ''): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, salt, purpose, 32)));
}

/** A hash that is the same for the same text and key, and reveals nothing without the key. */
export function keyedHash(text: string, key: KeyObject): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
