import { expect, test } from 'vitest';
import { endOfDay, lastingUtcOffset, localTimeIn } from './local-time.ts';

test.each([
  { zone: 'Asia/Kuala_Lumpur', instant: '2026-10-31T16:00:00.000Z', date: '2026-11-01', hour: 0 },
  { zone: 'Asia/Kuala_Lumpur', instant: '2026-10-31T15:59:59.999Z', date: '2026-10-31', hour: 23 },
  { zone: 'UTC', instant: '2026-02-28T23:59:59.999Z', date: '2026-02-28', hour: 23 },
  { zone: 'America/New_York', instant: '2026-01-01T04:30:00.000Z', date: '2025-12-31', hour: 23 },
  { zone: 'Asia/Kathmandu', instant: '2026-11-21T18:14:59.999Z', date: '2026-11-21', hour: 23 },
  { zone: 'Asia/Kathmandu', instant: '2026-11-21T18:15:00.000Z', date: '2026-11-22', hour: 0 },
])('$instant in $zone is $date, hour $hour', ({ zone, instant, date, hour }) => {
  expect(localTimeIn(zone)(instant)).toEqual({
    month: date.slice(0, 7),
    date,
    day: Number(date.slice(8)),
    hour,
  });
});

test('local time follows daylight saving', () => {
  const localTime = localTimeIn('Europe/Berlin');
  const hours = (instants: string[]) => instants.map((instant) => localTime(instant)?.hour);
  expect(hours(['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00.000Z'])).toEqual([1, 3]);
  expect(hours(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'])).toEqual([2, 2]);
});

test.each([
  ['Asia/Kuala_Lumpur', 480],
  ['Asia/Kathmandu', 345],
  ['America/Bogota', -300],
  ['UTC', 0],
  ['Europe/Berlin', null],
  // One hour back in Ramadan only.
  ['Africa/Casablanca', null],
])('the lasting offset of %s from UTC is %s minutes', (zone, offset) => {
  expect(lastingUtcOffset(zone, 2026)).toBe(offset);
});

test('local time agrees with Intl at every quarter hour of a year', () => {
  const zone = 'Australia/Lord_Howe';
  const localTime = localTimeIn(zone);
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  const start = Date.UTC(2026, 0, 1);
  for (let quarter = 0; quarter < 365 * 96; quarter += 7) {
    const instant = new Date(start + quarter * 900_000).toISOString();
    const local = localTime(instant);
    const [date, hour] = format.format(new Date(instant)).split(', ');
    expect([local?.date, local?.hour]).toEqual([date, Number(hour)]);
  }
});

test('an invalid time has no local time', () => {
  expect(localTimeIn('UTC')('yesterday')).toBeNull();
});

test.each([
  { zone: 'Asia/Kuala_Lumpur', date: '2026-03-31', end: '2026-03-31T15:59:59.999Z' },
  { zone: 'UTC', date: '2026-12-31', end: '2026-12-31T23:59:59.999Z' },
  { zone: 'Asia/Kathmandu', date: '2026-11-21', end: '2026-11-21T18:14:59.999Z' },
  { zone: 'Pacific/Kiritimati', date: '2026-11-21', end: '2026-11-21T09:59:59.999Z' },
  { zone: 'Pacific/Pago_Pago', date: '2026-11-21', end: '2026-11-22T10:59:59.999Z' },
  // The clocks there go forward at midnight, so that the next day has no hour 0.
  { zone: 'Africa/Cairo', date: '2026-04-23', end: '2026-04-23T21:59:59.999Z' },
  { zone: 'Pacific/Pago_Pago', date: '9999-12-31', end: '9999-12-31T23:59:59.999Z' },
])('$date ends in $zone at $end', ({ zone, date, end }) => {
  expect(endOfDay(date, zone).toISOString()).toBe(end);
});
