import { expect, test } from 'vitest';
import { anOwnBusiness } from '../../../testing/fixtures.ts';
import { countByStatus, reviewQueue } from './listings.ts';

test('countByStatus counts the listings of each status', () => {
  const listings = (['pending', 'approved', 'approved', 'rejected'] as const).map((status) => ({
    status,
  }));
  expect(countByStatus(listings)).toEqual({ all: 4, approved: 2, rejected: 1, pending: 1 });
  expect(countByStatus([])).toEqual({ all: 0, approved: 0, rejected: 0, pending: 0 });
});

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`;

test('reviewQueue sorts pending listings: hidden ones first, then by waiting time; decided ones are left out', () => {
  const queue = reviewQueue([
    anOwnBusiness({ id: 'new', changedAt: at(9) }),
    anOwnBusiness({ id: 'old', changedAt: at(1) }),
    anOwnBusiness({ id: 'hidden-new', changedAt: at(8), wasPublic: true }),
    anOwnBusiness({ id: 'hidden-old', changedAt: at(7), wasPublic: true }),
    anOwnBusiness({ id: 'done', status: 'approved', changedAt: at(1) }),
    anOwnBusiness({ id: 'turned-down', status: 'rejected', changedAt: at(1) }),
  ]);
  expect(queue.map(({ id }) => id)).toEqual(['hidden-old', 'hidden-new', 'old', 'new']);
});
