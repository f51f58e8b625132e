import { expect, test } from 'vitest';
import { ageOf, ageText, urgencyOf } from './age.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const before = (days: number, hours = 0, minutes = 0) =>
  new Date(now - ((days * 24 + hours) * 60 + minutes) * 60_000).toISOString();
const texts = {
  now: 'now',
  days: (days: number, hours: number) => `${days} d ${hours} h`,
  hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  minutes: (minutes: number) => `${minutes} min`,
};

test.each([
  [before(3, 4, 59), '3 d 4 h'],
  [before(0, 23, 59), '23 h 59 min'],
  [before(0, 0, 59), '59 min'],
  [before(0, 0, 0), 'now'],
  [before(-1), 'now'],
])('what waits since %s has waited %s', (since, text) => {
  expect(ageText(ageOf(since, now), texts)).toBe(text);
});

test.each([
  [before(2), 'fresh'],
  [before(2, 0, 1), 'late'],
  [before(5), 'late'],
  [before(5, 0, 1), 'overdue'],
])('what waits since %s is %s', (since, urgency) => {
  expect(urgencyOf(since, now)).toBe(urgency);
});
