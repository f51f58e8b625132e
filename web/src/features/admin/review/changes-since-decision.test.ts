import { expect, test } from 'vitest';
import type { FieldChange } from '../listings/fields.tsx';
import { changesSinceDecision } from './changes-since-decision.ts';

const change = (field: string, before: unknown, after: unknown): FieldChange => ({
  field,
  before,
  after,
});

function history(...events: readonly (string | [string, ...FieldChange[]])[]) {
  return events.map((event, revision) => {
    const [type, ...changes] = typeof event === 'string' ? [event] : event;
    return { revision, type, changes, time: `day ${revision}` };
  });
}

const submitted: [string, FieldChange] = ['BusinessSubmitted', change('phone', null, '1')];

test('a new listing has nothing to be compared with', () => {
  expect(changesSinceDecision(history(submitted))).toBeNull();
});

test('a listing that was never approved is compared with the rejected version', () => {
  const entries = history(submitted, 'BusinessRejected', [
    'BusinessEdited',
    change('phone', '1', '2'),
  ]);
  expect(changesSinceDecision(entries)).toEqual({
    base: 'rejected',
    time: 'day 1',
    changes: [change('phone', '1', '2')],
  });
});

test('a listing whose only approval was undone is compared with the version that was live', () => {
  const entries = history(submitted, 'BusinessApproved', 'DecisionWithdrawn', [
    'BusinessEdited',
    change('phone', '1', '2'),
  ]);
  expect(changesSinceDecision(entries)).toEqual({
    base: 'undone',
    time: 'day 2',
    changes: [change('phone', '1', '2')],
  });
});

test('several edits are compared with the approved version as one change', () => {
  const entries = history(
    submitted,
    'BusinessApproved',
    ['BusinessEdited', change('phone', '1', '2'), change('address', null, 'Here')],
    'BusinessRejected',
    ['BusinessEdited', change('phone', '2', '3')],
  );
  expect(changesSinceDecision(entries)?.changes).toEqual([
    change('phone', '1', '3'),
    change('address', null, 'Here'),
  ]);
});

test('a field that was changed back is no change, also from null', () => {
  const entries = history(
    submitted,
    'BusinessApproved',
    ['BusinessEdited', change('phone', '1', '2'), change('website', null, 'a')],
    ['BusinessEdited', change('phone', '2', '1'), change('website', 'a', null)],
  );
  expect(changesSinceDecision(entries)?.changes).toEqual([]);
});

test('an undone approval does not count', () => {
  const entries = history(
    submitted,
    'BusinessApproved',
    ['BusinessEdited', change('phone', '1', '2')],
    'BusinessApproved',
    'DecisionWithdrawn',
  );
  expect(changesSinceDecision(entries)?.changes).toEqual([change('phone', '1', '2')]);
});
