import { expect, test } from 'vitest';
import { isRevision, toMoment } from './moment.ts';

test('a local time is told with its zone, and nothing is no time', () => {
  expect(Date.parse(toMoment('2026-03-01T12:30') ?? '')).toBe(
    new Date(2026, 2, 1, 12, 30).getTime(),
  );
  expect(toMoment('')).toBeNull();
});

test('a number is a revision and a date is not', () => {
  expect([isRevision('0'), isRevision('12'), isRevision('2026-03-01')]).toEqual([
    true,
    true,
    false,
  ]);
});
