import { expect, test } from 'vitest';
import { cutSynopsis } from './cells.tsx';

test('cutSynopsis keeps fifty characters, and the first fifty of a longer text', () => {
  expect(cutSynopsis('x'.repeat(50))).toBeNull();
  expect(cutSynopsis('x'.repeat(51))).toBe('x'.repeat(50));
});

test('cutSynopsis does not split a character of two code units', () => {
  expect(cutSynopsis('🍜'.repeat(51))).toBe('🍜'.repeat(50));
});
