import type { DomainEvent } from '@directory/domain';
import { describe, expect, test } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf, completeDetails } from '../testing/details.ts';
import { folded, foldedRecorded } from '../testing/folded.ts';
import { minute, recorded } from '../testing/recorded.ts';
import { approvedList } from './approved-list.ts';

const { submitted, imported, edited, approved, rejected, withdrawn, deleted, restored } =
  eventsOf(1);
const first = submitted({ phone: '012-1' });
const change = edited({ phone: '012-2' });

const after = (...events: DomainEvent[]) => folded(approvedList, events).get(businessIdOf(1));

test('a business is hidden before its first approval', () => {
  expect(after(first)).toMatchObject({ visibility: 'hidden', approved: null, approvedAt: null });
});

test('an approved business is public in its approved version', () => {
  expect(after(first, approved)).toEqual({
    id: businessIdOf(1),
    ownerId: 'owner-1',
    visibility: 'public',
    visibilityBeforeRejection: null,
    visibilityBeforeDeletion: null,
    beforeApproval: { visibility: 'hidden', approved: null, approvedAt: null },
    approvedAt: minute(1),
    approved: completeDetails({ phone: '012-1' }),
    latest: completeDetails({ phone: '012-1' }),
    source: null,
    licence: null,
    demonstration: false,
  });
});

test('a listing that was created as a demonstration is marked', () => {
  const events = recorded([first, approved]).map((event, index) =>
    index === 0
      ? { ...event, metadata: { ...event.metadata, demonstration: true as const } }
      : event,
  );
  expect(foldedRecorded(approvedList, events).get(businessIdOf(1))).toMatchObject({
    visibility: 'public',
    demonstration: true,
  });
});

test('an imported place that was published names its source and licence', () => {
  expect(after(imported(), approved)).toMatchObject({
    visibility: 'public',
    source: 'OpenStreetMap',
    licence: 'ODbL-1.0',
  });
});

test('a pending edit does not change the approved version', () => {
  expect(after(first, approved, change)).toMatchObject({
    visibility: 'in-review',
    approved: { phone: '012-1' },
    latest: { phone: '012-2' },
    approvedAt: minute(1),
  });
});

test('the next approval makes the edit public, with the new date', () => {
  expect(after(first, approved, change, approved)).toMatchObject({
    visibility: 'public',
    approved: { phone: '012-2' },
    approvedAt: minute(3),
  });
});

describe('approvedList hides a business that is', () => {
  test.each<[string, DomainEvent[]]>([
    ['a rejected business', [first, rejected()]],
    ['an edit that was rejected', [first, approved, change, rejected()]],
    [
      'a rejected one that was edited',
      [first, approved, change, rejected(), edited({ phone: '3' })],
    ],
    ['a withdrawn approval', [first, approved, withdrawn('approved')]],
    ['an edit after a withdrawn approval', [first, approved, withdrawn('approved'), change]],
    ['a deleted business', [first, approved, deleted]],
    ['a rejected one that was deleted and restored', [first, rejected(), deleted, restored]],
  ])('%s', (_, events) => {
    expect(after(...events)?.visibility).toBe('hidden');
  });
});

test('a withdrawn first approval leaves no approved version', () => {
  expect(after(first, approved, withdrawn('approved'))).toEqual(after(first));
});

test.each<[string, DomainEvent[]]>([
  ['an edit', [first, approved, change]],
  [
    'an edit whose rejection was withdrawn',
    [first, approved, change, rejected(), withdrawn('rejected')],
  ],
  ['an edit after a rejection', [first, approved, change, rejected(), edited({ phone: '3' })]],
  ['an approval that was withdrawn', [first, approved, withdrawn('approved')]],
  ['an edit after a withdrawn approval', [first, approved, withdrawn('approved'), change]],
])('a withdrawn approval of %s leads back to the version approved before', (_, events) => {
  expect(after(...events, approved, withdrawn('approved'))).toEqual(after(...events));
});

test('a withdrawn approval that was deleted and restored leads back to the version approved before', () => {
  const events = [first, approved, change];
  expect(after(...events, approved, deleted, restored, withdrawn('approved'))).toEqual(
    after(...events),
  );
});

test('a withdrawn rejection shows the version before it', () => {
  const before = after(first, approved, change);
  expect(after(first, approved, change, rejected(), withdrawn('rejected'))).toEqual(before);
});

test('restore shows the approved version again', () => {
  expect(after(first, approved, deleted, restored)).toEqual(after(first, approved));
  expect(after(first, approved, change, deleted, restored)).toEqual(after(first, approved, change));
});
