import { expect, test } from 'vitest';
import { firstVisits } from './first-visits.ts';

const siti = { address: '203.0.113.7', userAgent: 'Safari' };

test('a visitor is new to each business once a day', () => {
  const take = firstVisits();
  const isFirst = (...visit: Parameters<typeof take>) => take(...visit).isFirst;
  expect(isFirst(siti, 'a', '2026-11-21')).toBe(true);
  expect(isFirst(siti, 'a', '2026-11-21')).toBe(false);
  expect(isFirst(siti, 'b', '2026-11-21')).toBe(true);
  expect(isFirst({ ...siti, address: '203.0.113.8' }, 'a', '2026-11-21')).toBe(true);
  expect(isFirst({ ...siti, userAgent: 'Firefox' }, 'a', '2026-11-21')).toBe(true);
  expect(isFirst(siti, 'a', '2026-11-22')).toBe(true);
  expect(isFirst(siti, 'a', '2026-11-22')).toBe(false);
});

test("a visit that is given back is the next one's, and of two at once only one had it", () => {
  const take = firstVisits();
  const [one, two] = [take(siti, 'a', '2026-11-21'), take(siti, 'a', '2026-11-21')];
  expect([one.isFirst, two.isFirst]).toEqual([true, false]);
  two.giveBack();
  expect(take(siti, 'a', '2026-11-21').isFirst).toBe(false);
  one.giveBack();
  expect(take(siti, 'a', '2026-11-21').isFirst).toBe(true);
});

test('what is given back after midnight takes nothing from the new day', () => {
  const take = firstVisits();
  const late = take(siti, 'a', '2026-11-21');
  take(siti, 'a', '2026-11-22');
  late.giveBack();
  expect(take(siti, 'a', '2026-11-22').isFirst).toBe(false);
});
