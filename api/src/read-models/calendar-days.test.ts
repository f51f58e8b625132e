import { expect, test } from 'vitest';
import { daysOf, lastDays, monthsOf, periodBefore, weekdayOf } from './calendar-days.ts';

test.each([
  { days: 1, to: '2026-11-21', from: '2026-11-21' },
  { days: 7, to: '2026-11-21', from: '2026-11-15' },
  { days: 28, to: '2024-03-01', from: '2024-02-03' },
  { days: 366, to: '2024-12-31', from: '2024-01-01' },
])('$days days up to $to begin on $from', ({ days, to, from }) => {
  const period = lastDays(days, to);
  expect(period).toEqual({ from, to });
  expect(daysOf(period)).toHaveLength(days);
});

test('the period before is as long and ends where the other begins', () => {
  const before = periodBefore({ from: '2026-03-01', to: '2026-03-31' });
  expect(before).toEqual({ from: '2026-01-29', to: '2026-02-28' });
  expect(periodBefore({ from: '2024-03-01', to: '2024-03-01' }).from).toBe('2024-02-29');
});

test('months are named once each', () => {
  expect(monthsOf({ from: '2026-12-31', to: '2027-02-01' })).toEqual([
    '2026-12',
    '2027-01',
    '2027-02',
  ]);
});

test('weeks begin on Monday', () => {
  const week = daysOf({ from: '2026-11-16', to: '2026-11-22' });
  expect(week.map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
