import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

test.each([
  ['2026-11-21T12:00:00Z', 'now'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T10:01:00Z', '1 hour ago'],
  ['2026-11-18T11:00:00Z', '3 days ago'],
  ['2026-09-01T12:00:00Z', '2 months ago'],
  ['2023-11-20T12:00:00Z', '3 years ago'],
  ['2026-11-21T12:05:00Z', 'now'],
])('%s is told as %s', (time, told) => {
  expect(relativeTime(time, Date.parse('2026-11-21T12:00:00Z'))).toBe(told);
});
