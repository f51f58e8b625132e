import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptFor, deriveKey, encryptFor, keyedHash } from './account-encryption.ts';

const key = createSecretKey(randomBytes(32));
const encrypt = () => encryptFor('an-account', '900101-14-5678', key);

test('decryptFor returns what encryptFor encrypted', () => {
  expect(decryptFor('an-account', encrypt(), key)).toBe('900101-14-5678');
});

test('an encrypted text contains nothing of it and differs each time', () => {
  const encrypted = encrypt();
  expect(Buffer.from(encrypted, 'base64').toString('latin1')).not.toContain('900101');
  expect(encrypt()).not.toBe(encrypted);
});

test('decryptFor throws for another account, another key and changed bytes', () => {
  const encrypted = encrypt();
  const changed = Buffer.from(encrypted, 'base64');
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  const otherKey = createSecretKey(randomBytes(32));
  expect(() => decryptFor('another', encrypted, key)).toThrow();
  expect(() => decryptFor('an-account', encrypted, otherKey)).toThrow();
  expect(() => decryptFor('an-account', changed.toString('base64'), key)).toThrow();
});

test('keyedHash depends on the text, the key and its purpose', () => {
  const hash = keyedHash('text', deriveKey(key, 'one'));
  expect(keyedHash('text', deriveKey(key, 'one'))).toBe(hash);
  expect(keyedHash('texts', deriveKey(key, 'one'))).not.toBe(hash);
  expect(keyedHash('text', deriveKey(key, 'other'))).not.toBe(hash);
});
