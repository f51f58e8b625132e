import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPhone, leadingNumber, maskPhone, telLink, whatsappDigits } from './phone.ts';

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
  ['0060 12-345 6789', '601-23456789'],
  ['0060 11-2345 6789', '601-123456789'],
  ['+60 (0)11-2345 6789', '601-123456789'],
  ['+60 (0)12-345 6789', '600-123456789'],
  ['01234567890123456789', '012-345678901'],
  ['0126001234567890', '012-600123456'],
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
  ['600-123456789', '60123456789'],
  ['0060 12-345 6789', '60123456789'],
  ['+65 6123 4567', '6561234567'],
  ['', ''],
])('the WhatsApp number of "%s" is %s', (text, digits) => {
  expect(whatsappDigits(text)).toBe(digits);
});

test.each([
  ['032-7152069', '03-2715 2069', 'tel:+60327152069'],
  ['012-3456789', '012-345 6789', 'tel:+60123456789'],
  ['601-23456789', '012-345 6789', 'tel:+60123456789'],
  ['+60 3-2715 2069', '03-2715 2069', 'tel:+60327152069'],
  ['0060 3-2715 2069', '03-2715 2069', 'tel:+60327152069'],
  ['600-327152069', '03-2715 2069', 'tel:+60327152069'],
  ['+60 (0)12-345 6789', '012-345 6789', 'tel:+60123456789'],
  ['011-12345678', '011-1234 5678', 'tel:+601112345678'],
  ['042-612345', '04-261 2345', 'tel:+6042612345'],
  ['042-6123456', '042-6123456', 'tel:+60426123456'],
  ['088-234567', '088-234 567', 'tel:+6088234567'],
  ['130-0882525', '1300-88-2525', 'tel:1300882525'],
  ['012-0060123', '012-006 0123', 'tel:+60120060123'],
  [' 999 ', '999', 'tel:999'],
  [' +65 6012 345678', '+65 6012 345678', 'tel:+656012345678'],
  ['600-1234', '600-1234', 'tel:6001234'],
  ['+65 6123 4567', '+65 6123 4567', 'tel:+6561234567'],
])('the stored number "%s" is shown as %s and dialled as %s', (stored, shown, link) => {
  expect(formatPhone(stored)).toBe(shown);
  expect(telLink(stored)).toBe(link);
});

test('a text without digits is no number to dial', () => {
  expect(telLink('ask at the counter')).toBeNull();
});

test('formatting changes no digits of a national number and is idempotent', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^0[1-9]\d{5,9}$/), (digits) => {
      const shown = formatPhone(maskPhone(digits));
      expect(shown.replace(/\D/g, '')).toBe(digits);
      expect(formatPhone(shown)).toBe(shown);
    }),
  );
});

test.each([
  ['01234567890326912345', '0123456789'],
  ['0112345678903', '01123456789'],
  ['006001123456789', '006001123456789'],
  ['60326912345900', '60326912345'],
  ['13008825259', '1300882525'],
  ['0821234567', '082123456'],
  ['01234567', undefined],
  ['6591234567', undefined],
])('leadingNumber(%s) is %s', (digits, number) => {
  expect(leadingNumber(digits)).toBe(number);
});
