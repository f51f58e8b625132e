import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptIcNumber, encryptIcNumber } from './register-owner.ts';

const key = createSecretKey(randomBytes(32));
const encrypt = () => encryptIcNumber('900101-14-5678', key, 'an-account');

test('decryptIcNumber returns what encryptIcNumber encrypted', () => {
  expect(decryptIcNumber(encrypt(), key, 'an-account')).toBe('900101-14-5678');
});

test('an encrypted IC number contains no digits of it and differs each time', () => {
  const encrypted = encrypt();
  expect(Buffer.from(encrypted, 'base64').toString('latin1')).not.toContain('900101');
  expect(encrypt()).not.toBe(encrypted);
});

test('decryptIcNumber throws for another account, another key and changed bytes', () => {
  const encrypted = encrypt();
  const changed = Buffer.from(encrypted, 'base64');
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  const otherKey = createSecretKey(randomBytes(32));
  expect(() => decryptIcNumber(encrypted, key, 'another')).toThrow();
  expect(() => decryptIcNumber(encrypted, otherKey, 'an-account')).toThrow();
  expect(() => decryptIcNumber(changed.toString('base64'), key, 'an-account')).toThrow();
});
