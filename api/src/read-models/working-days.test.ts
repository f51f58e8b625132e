import { expect, test } from 'vitest';
import { workingDaysIn } from './working-days.ts';

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
])('%s', (...[, since, until, days]) => {
  expect(workingDays(since, until)).toBe(days);
});
