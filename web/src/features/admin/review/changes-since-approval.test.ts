import { expect, test } from 'vitest';
import { changesSinceApproval, type FieldChange } from './changes-since-approval.ts';

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

test('what was never approved has nothing to be compared with', () => {
  expect(changesSinceApproval(history(submitted))).toBeNull();
  expect(changesSinceApproval(history(submitted, 'BusinessRejected'))).toBeNull();
});

test('several saves are one difference from the approved version', () => {
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

test('what was changed and changed back is no difference, also from nothing', () => {
  const entries = history(
    submitted,
    'BusinessApproved',
    ['BusinessEdited', change('phone', '1', '2'), change('website', null, 'a')],
    ['BusinessEdited', change('phone', '2', '1'), change('website', 'a', null)],
  );
  expect(changesSinceApproval(entries)).toEqual([]);
});

test('an approval that was taken back does not count', () => {
  const entries = history(
    submitted,
    'BusinessApproved',
    ['BusinessEdited', change('phone', '1', '2')],
    'BusinessApproved',
    'DecisionWithdrawn',
  );
  expect(changesSinceApproval(entries)).toEqual([change('phone', '1', '2')]);
});
