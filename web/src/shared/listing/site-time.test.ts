import { expect, test } from 'vitest';
import { endOfMinuteIn, localTimeIn, timeZoneText, withFullYear } from './site-time.ts';

test.each([
  ['Asia/Kuala_Lumpur', '2026-03-01T12:30', '2026-03-01T04:30:59.999Z'],
  ['Europe/London', '2026-07-01T12:30', '2026-07-01T11:30:59.999Z'],
  // Two hours after the clocks went back, and in the hour after they went forward.
  ['America/New_York', '2026-11-01T03:00', '2026-11-01T08:00:59.999Z'],
  ['America/New_York', '2026-03-08T03:30', '2026-03-08T07:30:59.999Z'],
])('a minute in %s, %s, is read up to its end, %s, and shown as it was', (timeZone, local, iso) => {
  expect(endOfMinuteIn(timeZone, local)).toBe(iso);
  expect(localTimeIn(timeZone, Date.parse(iso))).toBe(local);
});

test('what is no time, and a zone that is not known yet, give null', () => {
  expect([endOfMinuteIn('Asia/Kuala_Lumpur', ''), endOfMinuteIn('', '2026-03-01T12:30')]).toEqual([
    null,
    null,
  ]);
});

test.each([
  ['0019-05-12', '2019-05-12'],
  ['0026-03-01T12:30', '2026-03-01T12:30'],
  ['2019-05-12', '2019-05-12'],
  ['1957-08-31', '1957-08-31'],
  ['', ''],
])('a year of two digits is of this century: the day %s is %s', (entered, day) => {
  expect(withFullYear(entered)).toBe(day);
});

test('a zone is named by its city', () => {
  expect(timeZoneText('Asia/Kuala_Lumpur')).toBe('Kuala Lumpur time');
});
