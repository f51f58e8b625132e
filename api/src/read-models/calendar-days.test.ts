import { weekdayOf } from '@directory/projections';
import { expect, test } from 'vitest';
import {
  startOfDay,
  daysOf,
  lastDays,
  monthsOf,
  periodBefore,
  workingDaysIn,
} from './calendar-days.ts';

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

test('periodBefore is as long and ends the day before', () => {
  const before = periodBefore({ from: '2026-03-01', to: '2026-03-31' });
  expect(before).toEqual({ from: '2026-01-29', to: '2026-02-28' });
  expect(periodBefore({ from: '2024-03-01', to: '2024-03-01' }).from).toBe('2024-02-29');
});

test('monthsOf returns each month once', () => {
  expect(monthsOf({ from: '2026-12-31', to: '2027-02-01' })).toEqual([
    '2026-12',
    '2027-01',
    '2027-02',
  ]);
});

test('weekdayOf returns 1 for Monday to 7 for Sunday', () => {
  const week = daysOf({ from: '2026-11-16', to: '2026-11-22' });
  expect(week.map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

const workingDays = workingDaysIn('Asia/Kuala_Lumpur');

test.each([
  ['the same day', '2026-11-16T01:00:00Z', '2026-11-16T08:00:00Z', 1],
  ['the next day', '2026-11-16T01:00:00Z', '2026-11-17T01:00:00Z', 1],
  ['two days later', '2026-11-16T01:00:00Z', '2026-11-18T01:00:00Z', 2],
  ['over a weekend', '2026-11-20T01:00:00Z', '2026-11-23T01:00:00Z', 1],
  ['within a weekend', '2026-11-21T01:00:00Z', '2026-11-22T01:00:00Z', 1],
  ['two weeks later', '2026-11-16T01:00:00Z', '2026-11-30T01:00:00Z', 10],
  ['two weeks and a weekend later', '2026-11-13T01:00:00Z', '2026-11-29T01:00:00Z', 10],
  ['by the days of the zone', '2026-11-16T15:59:00Z', '2026-11-17T16:01:00Z', 2],
  ['with a clock that went back', '2026-11-18T01:00:00Z', '2026-11-16T01:00:00Z', 1],
])('the working days to %s', (...[, since, until, days]) => {
  expect(workingDays(since, until)).toBe(days);
});

test.each([
  ['Asia/Kuala_Lumpur', '2026-11-22', '2026-11-21T16:00:00.000Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00.000Z'],
  // A day that begins at one o'clock, as the clocks went forward at midnight.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
])('in %s the day %s begins at %s', (zone, day, start) => {
  expect(startOfDay(day, zone)).toBe(start);
});
