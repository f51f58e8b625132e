import { expect, test } from 'vitest';
import { answersOf } from '../../shared/listing-form/form-values.ts';
import { aPlace } from '../../testing/a-place.ts';
import { errorsOfEdit, hasChanged } from './changes.ts';

const before = answersOf(aPlace({ phone: '012-3456789', website: 'https://a.example' }));

test('what reads the same is no change', () => {
  expect(hasChanged(before, { ...before, businessName: ' Warung Mak Teh ' })).toBe(false);
  expect(hasChanged(before, { ...before, website: 'a.example' })).toBe(false);
});

test('a text and a facility are changes', () => {
  expect(hasChanged(before, { ...before, phone: '012-3456780' })).toBe(true);
  expect(hasChanged(before, { ...before, facilities: ['Surau'] })).toBe(true);
});

test('what an imported listing never had may stay away, what it had may not', () => {
  const errors = { kampong: 'Choose the kampong.', phone: 'Enter a phone number.' };
  expect(errorsOfEdit(errors, before, { ...before, phone: '' })).toEqual({
    phone: 'Enter a phone number.',
  });
});
