import { expect, test } from 'vitest';
import { firstVisits } from './first-visits.ts';

const siti = { address: '203.0.113.7', userAgent: 'Safari' };

test('a visitor is new to each business once a day', () => {
  const isFirst = firstVisits();
  expect(isFirst(siti, 'a', '2026-11-21')).toBe(true);
  expect(isFirst(siti, 'a', '2026-11-21')).toBe(false);
  expect(isFirst(siti, 'b', '2026-11-21')).toBe(true);
  expect(isFirst({ ...siti, address: '203.0.113.8' }, 'a', '2026-11-21')).toBe(true);
  expect(isFirst({ ...siti, userAgent: 'Firefox' }, 'a', '2026-11-21')).toBe(true);
  expect(isFirst(siti, 'a', '2026-11-22')).toBe(true);
  expect(isFirst(siti, 'a', '2026-11-22')).toBe(false);
});
