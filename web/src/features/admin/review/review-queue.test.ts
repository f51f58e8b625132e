import { expect, test } from 'vitest';
import { anOwnBusiness } from '../../../testing/fixtures.ts';
import { reviewQueue } from './review-queue.ts';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`;

test('what was public comes first, then what has waited longest; what is decided is not there', () => {
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
