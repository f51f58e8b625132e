import { expect, test } from 'vitest';
import { countByStatus } from './count-by-status.ts';

test('listings are counted by status', () => {
  const listings = (['pending', 'approved', 'approved', 'rejected'] as const).map((status) => ({
    status,
  }));
  expect(countByStatus(listings)).toEqual({ all: 4, approved: 2, rejected: 1, pending: 1 });
  expect(countByStatus([])).toEqual({ all: 0, approved: 0, rejected: 0, pending: 0 });
});
