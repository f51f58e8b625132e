import { expect, test } from 'vitest';
import type { FieldChange } from '../listings/fields.tsx';
import { changesSinceApproval } from './changes-since-approval.ts';

const change = (field: string, before: unknown, after: unknown): FieldChange => ({
  field,
  before,
  after,
});

function history(...events: readonly (string | [string, ...FieldChange[]])[]) {
  return events.map((event, revision) => {
    const [type, ...changes] = typeof event === 'string' ? [event] : event;
    return { revision, type, changes };
  });
}

const submitted: [string, FieldChange] = ['BusinessSubmitted', change('phone', null, '1')];

test('changesSinceApproval returns null for a listing that was never approved', () => {
  expect(changesSinceApproval(history(submitted))).toBeNull();
  expect(changesSinceApproval(history(submitted, 'BusinessRejected'))).toBeNull();
});

test('several edits are compared with the approved version as one change', () => {
  const entries = history(
    submitted,
    'BusinessApproved',
    ['BusinessEdited', change('phone', '1', '2'), change('address', null, 'Here')],
    'BusinessRejected',
    ['BusinessEdited', change('phone', '2', '3')],
  );
  expect(changesSinceApproval(entries)).toEqual([
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
  expect(changesSinceApproval(entries)).toEqual([]);
});

test('an undone approval does not count', () => {
  const entries = history(
    submitted,
    'BusinessApproved',
    ['BusinessEdited', change('phone', '1', '2')],
    'BusinessApproved',
    'DecisionWithdrawn',
  );
  expect(changesSinceApproval(entries)).toEqual([change('phone', '1', '2')]);
});
