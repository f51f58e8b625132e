import type { DomainEvent } from '@directory/domain';
import { expect, test } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { foldedRecorded } from '../testing/folded.ts';
import { minute, recorded, recordedByAdmin } from '../testing/recorded.ts';
import { reviews } from './reviews.ts';

const { submitted, imported, edited, approved, rejected, withdrawn, deleted, restored } =
  eventsOf(1);
const reason = { code: 'photo', text: 'The photo shows another place.' };
const change = edited({ phone: '012-1' });

/** By an admin throughout. */
const after = (...events: DomainEvent[]) =>
  foldedRecorded(reviews, recordedByAdmin(events)).get(businessIdOf(1));

test('a submission starts the wait', () => {
  expect(after(submitted())).toEqual({
    businessId: businessIdOf(1),
    waitingSince: minute(0),
    decisions: [],
  });
});

test('a decision ends the wait and records its length', () => {
  expect(after(submitted(), approved)).toMatchObject({
    waitingSince: null,
    decisions: [
      { outcome: 'approved', byAdmin: true, waitedSince: minute(0), decidedAt: minute(1) },
    ],
  });
});

test('an edit during the wait restarts it', () => {
  const record = after(submitted(), change, approved);
  expect(record?.decisions).toMatchObject([{ waitedSince: minute(1), decidedAt: minute(2) }]);
});

test('a rejection stores its reason code and the date of resubmission, but not by an admin', () => {
  expect(after(submitted(), rejected(reason))?.decisions).toMatchObject([
    { outcome: 'rejected', reasonCode: 'photo', resubmittedAt: null },
  ]);
  const again = [submitted(), rejected(reason), change, edited({ phone: '2' }), approved];
  const byOwner = foldedRecorded(reviews, recorded(again)).get(businessIdOf(1));
  expect(byOwner?.decisions).toMatchObject([
    { outcome: 'rejected', resubmittedAt: minute(2) },
    { outcome: 'approved', waitedSince: minute(3), resubmittedAt: null },
  ]);
  expect(after(...again)?.decisions).toMatchObject([{ resubmittedAt: null }, {}]);
});

test('an edit marks only the last decision as resubmitted, and no approval', () => {
  const events = [submitted(), approved, change, rejected(), edited({ phone: '2' })];
  const byOwner = foldedRecorded(reviews, recorded(events)).get(businessIdOf(1));
  expect(byOwner?.decisions).toMatchObject([
    { outcome: 'approved', resubmittedAt: null },
    { outcome: 'rejected', resubmittedAt: minute(4) },
  ]);
});

test('a withdrawn decision is removed and the wait continues from its start', () => {
  expect(after(submitted(), approved, withdrawn('approved'))).toMatchObject({
    waitingSince: minute(0),
    decisions: [],
  });
});

test('the wait begins when the publication of an import is undone', () => {
  const record = foldedRecorded(
    reviews,
    recorded([imported(), approved, withdrawn('approved')]),
  ).get(businessIdOf(1));
  expect(record).toMatchObject({ waitingSince: minute(2), decisions: [] });
});

test('an edit after a withdrawn rejection is not a resubmission', () => {
  const record = after(submitted(), rejected(), withdrawn('rejected'), change, approved);
  expect(record?.decisions).toMatchObject([{ outcome: 'approved', waitedSince: minute(3) }]);
});

test('a deletion does not change earlier reviews', () => {
  const before = after(submitted(), approved);
  expect(after(submitted(), approved, deleted)).toEqual(before);
  expect(after(submitted(), approved, deleted, restored)).toEqual(before);
});

test('an imported and approved business has no review', () => {
  const docs = foldedRecorded(reviews, recorded([imported(), approved]));
  expect(docs.get(businessIdOf(1))?.decisions).toMatchObject([{ byAdmin: false }]);
});

test("an admin's correction, an edit and its approval at one time, counts as no review", () => {
  const events = recorded([imported(), approved, change, approved]).map((event, index) => ({
    ...event,
    metadata: {
      ...event.metadata,
      actor: { id: 'admin-1', role: 'admin' } as const,
      time: minute(Math.min(index, 2)),
    },
  }));
  const record = foldedRecorded(reviews, events).get(businessIdOf(1));
  expect(record?.waitingSince).toBeNull();
  expect(record?.decisions.map(({ byAdmin }) => byAdmin)).toEqual([true, false]);
});
