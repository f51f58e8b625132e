import { expect, test } from 'vitest';
import { durationText, minutesSince, relativeTime, urgencyOf } from './time.tsx';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const before = (days: number, hours = 0, minutes = 0) =>
  new Date(now - ((days * 24 + hours) * 60 + minutes) * 60_000).toISOString();

test.each([
  [before(3, 4, 59), '3 d 4 h', '3 days 4 hours'],
  [before(1, 0, 59), '1 d', '1 day'],
  [before(0, 23, 59), '23 h 59 min', '23 hours 59 minutes'],
  [before(0, 1), '1 h', '1 hour'],
  [before(0, 0, 59), '59 min', '59 minutes'],
  [before(0, 0, 0), 'less than a minute', 'less than a minute'],
  [before(-1), 'less than a minute', 'less than a minute'],
])('the duration since %s is %s, read aloud %s', (since, text, spoken) => {
  const minutes = minutesSince(since, now);
  expect([durationText(minutes), durationText(minutes, true)]).toEqual([text, spoken]);
});

test.each([
  [before(2), 'fresh'],
  [before(2, 0, 1), 'late'],
  [before(5), 'late'],
  [before(5, 0, 1), 'overdue'],
])('a listing waiting since %s is %s', (since, urgency) => {
  expect(urgencyOf(since, now)).toBe(urgency);
});

test.each([
  ['2026-11-21T12:00:00Z', 'now'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T10:01:00Z', '1 hour ago'],
  ['2026-11-18T11:00:00Z', '3 days ago'],
  ['2026-09-01T12:00:00Z', '2 months ago'],
  ['2023-11-20T12:00:00Z', '3 years ago'],
  ['2026-11-21T12:05:00Z', 'now'],
])('the relative time of %s is %s', (time, text) => {
  expect(relativeTime(time, now)).toBe(text);
});
