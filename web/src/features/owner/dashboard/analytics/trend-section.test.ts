import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../../../shared/listing/use-history.ts';
import { milestonesOf } from './trend-section.tsx';

const entry = (type: string, time: string, status: HistoryEntry['status']): HistoryEntry => ({
  ...{ revision: 0, type, time, status, changes: [], reason: null, demonstration: false },
  actor: { role: 'user', id: null, name: null },
  restoredVersion: null,
});
const reading = { timeZone: 'Asia/Kuala_Lumpur', staysPublic: false };
const approved = [
  entry('BusinessSubmitted', '2026-11-01T01:00:00.000Z', 'pending'),
  entry('BusinessApproved', '2026-11-02T01:00:00.000Z', 'approved'),
];
const edit = entry('BusinessEdited', '2026-11-05T01:00:00.000Z', 'pending');

test('milestonesOf marks an edit of a public listing as hidden until it is approved', () => {
  const again = entry('BusinessApproved', '2026-11-07T01:00:00.000Z', 'approved');
  expect([...milestonesOf([...approved, edit, again], reading)]).toEqual([
    ['2026-11-02', ['approved']],
    ['2026-11-05', ['edited', 'hidden']],
    ['2026-11-07', ['approved']],
  ]);
});

test('milestonesOf marks no edit as hidden when the approved version stays public', () => {
  const milestones = milestonesOf([...approved, edit], { ...reading, staysPublic: true });
  expect(milestones.get('2026-11-05')).toEqual(['edited']);
});

test.each([
  ['DecisionWithdrawn', 'pending'],
  ['BusinessDeleted', 'deleted'],
] as const)('%s of a public listing hides it', (type, status) => {
  const last = entry(type, '2026-11-05T01:00:00.000Z', status);
  expect(milestonesOf([...approved, last], reading).get('2026-11-05')).toEqual(['hidden']);
});

test.each([
  ['approved', ['restored']],
  ['pending', undefined],
] as const)('milestonesOf marks a restoration as %s: %s', (status, marks) => {
  const deleted = entry('BusinessDeleted', '2026-11-05T01:00:00.000Z', 'deleted');
  const restored = entry('BusinessRestored', '2026-11-06T01:00:00.000Z', status);
  const entries = [...approved, deleted, restored];
  expect(milestonesOf(entries, reading).get('2026-11-06')).toEqual(marks);
});

test('milestonesOf skips rejections of non-public listings and lists each kind once a day', () => {
  const rejected = entry('BusinessRejected', '2026-11-01T02:00:00.000Z', 'rejected');
  const edits = [edit, { ...edit, time: '2026-11-05T02:00:00.000Z' }];
  expect([...milestonesOf([...approved.slice(0, 1), rejected, ...edits], reading)]).toEqual([
    ['2026-11-05', ['edited']],
  ]);
});

test('milestonesOf uses days in the time zone of the site', () => {
  const late = entry('BusinessApproved', '2026-11-02T16:30:00.000Z', 'approved');
  expect([...milestonesOf([late], reading).keys()]).toEqual(['2026-11-03']);
});
