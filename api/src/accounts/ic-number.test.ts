import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openIcNumber, sealIcNumber } from './ic-number.ts';

const key = createSecretKey(randomBytes(32));
const seal = { key, accountId: 'an-account' };

test('a sealed IC number opens with its key for its account', () => {
  expect(openIcNumber(sealIcNumber('900101-14-5678', seal), seal)).toBe('900101-14-5678');
});

test('the sealed text shows nothing of the number and differs each time', () => {
  const sealed = sealIcNumber('900101-14-5678', seal);
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('900101');
  expect(sealIcNumber('900101-14-5678', seal)).not.toBe(sealed);
});

test('it does not open for another account, with another key or after a change', () => {
  const sealed = sealIcNumber('900101-14-5678', seal);
  const changed = Buffer.from(sealed, 'base64');
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  expect(() => openIcNumber(sealed, { key, accountId: 'another' })).toThrow();
  expect(() => openIcNumber(sealed, { ...seal, key: createSecretKey(randomBytes(32)) })).toThrow();
  expect(() => openIcNumber(changed.toString('base64'), seal)).toThrow();
});
