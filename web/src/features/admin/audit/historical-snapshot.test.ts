import { expect, test } from 'vitest';
import { isRevision, toIsoTime } from './historical-snapshot.tsx';

test('toIsoTime reads a local time in the zone of the device and returns null for no time', () => {
  expect(Date.parse(toIsoTime('2026-03-01T12:30') ?? '')).toBe(
    new Date(2026, 2, 1, 12, 30).getTime(),
  );
  expect(toIsoTime('')).toBeNull();
});

test('isRevision accepts a number and refuses a date', () => {
  expect([isRevision('0'), isRevision('12'), isRevision('2026-03-01')]).toEqual([
    true,
    true,
    false,
  ]);
});
