import type { DomainEvent } from '@directory/domain';
import { expect, test } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { folded } from '../testing/folded.ts';
import { ownerSummary } from './owner-summary.ts';

const [one, two, three] = [eventsOf(1), eventsOf(2), eventsOf(3)];
const { submitted, edited, approved, withdrawn, deleted, restored } = one;

const after = (...events: DomainEvent[]) => folded(ownerSummary, events).get('owner-1');

test('a summary counts the listings of an owner by status', () => {
  const events = [submitted(), two.submitted(), three.submitted(), approved, two.rejected()];
  expect(after(...events)).toMatchObject({ total: 3, approved: 1, pending: 1, rejected: 1 });
});

test('an edit and a withdrawn decision count as pending again', () => {
  expect(after(submitted(), approved, edited({ phone: '1' }))).toMatchObject({
    approved: 0,
    pending: 1,
  });
  expect(after(submitted(), approved, withdrawn('approved'))).toMatchObject({
    approved: 0,
    pending: 1,
  });
});

test('a deleted listing is not counted until it is restored', () => {
  expect(after(submitted(), approved, deleted)).toMatchObject({ total: 0, approved: 0 });
  expect(after(submitted(), approved, deleted, restored)).toMatchObject({ total: 1, approved: 1 });
});

test('a listing whose owner was erased is in no summary', () => {
  const { ownerErased } = one;
  expect(after(submitted(), two.submitted(), approved, ownerErased())).toEqual({
    ownerId: 'owner-1',
    total: 1,
    approved: 0,
    pending: 1,
    rejected: 0,
    businesses: { [businessIdOf(2)]: { status: 'pending', deleted: false } },
  });
  expect(after(submitted(), deleted, ownerErased())).toBeUndefined();
});

test('listings of other owners are not counted', () => {
  const others = eventsOf(4, 'owner-2');
  expect(after(submitted(), others.submitted())).toMatchObject({ ownerId: 'owner-1', total: 1 });
});

test('places without an owner are in no summary', () => {
  const { imported, approved: published } = eventsOf(5, null);
  expect(folded(ownerSummary, [imported(), published]).size).toBe(0);
});
