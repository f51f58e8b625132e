import { expect, test } from 'vitest';
import { count, number } from './count.ts';

const international = new Intl.NumberFormat('en');

test.each([0, 7, 592, 999, 1_000, 58_000, 999_999, 1_000_000, -4, -1_234, 0.5, 1_234.5678])(
  '%d is written as Intl writes it',
  (amount) => {
    expect(number.format(amount)).toBe(international.format(amount));
  },
);

test('a count has its noun', () => {
  expect(count(1, 'place', 'places')).toBe('1 place');
  expect(count(1_500, 'place', 'places')).toBe('1,500 places');
});
