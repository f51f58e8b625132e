import { expect, test } from 'vitest';
import { listingFormTexts } from './listing-form-texts.ts';

test('the counter of the synopsis says one character, and several characters', () => {
  expect(listingFormTexts.left(3_990)).toBe('3,990 characters left');
  expect(listingFormTexts.left(1)).toBe('1 character left');
  expect(listingFormTexts.left(0)).toBe('0 characters left');
  expect(listingFormTexts.left(-1)).toBe('1 character over the limit');
});
