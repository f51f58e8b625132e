import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskPhone, whatsappDigits } from './phone.ts';

test.each([
  ['', ''],
  ['0', '0'],
  ['012', '012'],
  ['0123', '012-3'],
  ['0123456789', '012-3456789'],
  ['012-3456789', '012-3456789'],
  ['012--3456789', '012-3456789'],
  ['  012 345 6789\n', '012-3456789'],
  ['(012) 345.6789', '012-3456789'],
  ['+60 12-345 6789', '601-23456789'],
  ['Tel: 03-2692 1234 (pejabat)', '032-6921234'],
  ['01234567890123456789', '012-345678901'],
  ['telefon', ''],
])('typing or pasting "%s" gives "%s"', (text, masked) => {
  expect(maskPhone(text)).toBe(masked);
});

test('the mask limits any input to 13 characters and is idempotent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d +()-]{0,30}$/)), (text) => {
      const masked = maskPhone(text);
      expect(masked).toMatch(/^(\d{0,3}|\d{3}-\d{1,9})$/);
      expect(maskPhone(masked)).toBe(masked);
    }),
  );
});

test.each([
  ['012-3456789', '60123456789'],
  ['0123456789', '60123456789'],
  ['+60 12-345 6789', '60123456789'],
  ['601-23456789', '60123456789'],
  ['', ''],
])('the WhatsApp number of "%s" is %s', (text, digits) => {
  expect(whatsappDigits(text)).toBe(digits);
});
