import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const version = 1;
const nonceLength = 12;
const tagLength = 16;

export const keyLength = 32;

/** Version, nonce, ciphertext and tag in base 64. It decrypts with the same context only. */
export function encryptText(text: string, key: KeyObject, context: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const bytes = [Buffer.from([version]), nonce, ciphertext, cipher.getAuthTag()];
  return Buffer.concat(bytes).toString('base64');
}

/** Null where the text was encrypted with another key, in another context, or changed since. */
export function decryptText(encrypted: string, key: KeyObject, context: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64');
  if (bytes[0] !== version || bytes.length < 1 + nonceLength + tagLength) return null;
  const nonce = bytes.subarray(1, 1 + nonceLength);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-tagLength));
  try {
    const text = decipher.update(bytes.subarray(1 + nonceLength, -tagLength), undefined, 'utf8');
    return text + decipher.final('utf8');
  } catch {
    return null;
  }
}
