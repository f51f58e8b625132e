import { expect, test } from 'vitest';
import { isRevision } from './use-history.ts';

test('isRevision accepts a number and refuses a date', () => {
  expect([isRevision('0'), isRevision('12'), isRevision('2026-03-01')]).toEqual([
    true,
    true,
    false,
  ]);
});
