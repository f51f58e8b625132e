import { expect, test } from 'vitest';
import { cutSynopsis } from './cut-synopsis.ts';

test('fifty characters are shown whole, of more the first fifty', () => {
  expect(cutSynopsis('x'.repeat(50))).toBeNull();
  expect(cutSynopsis('x'.repeat(51))).toBe('x'.repeat(50));
});

test('a character of two units is not cut in half', () => {
  expect(cutSynopsis('🍜'.repeat(51))).toBe('🍜'.repeat(50));
});
