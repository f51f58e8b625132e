import type { DomainEvent } from '@directory/domain';
import { expect, test } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { foldedRecorded } from '../testing/folded.ts';
import { minute, recorded } from '../testing/recorded.ts';
import { reviews } from './reviews.ts';

const { submitted, imported, edited, approved, rejected, withdrawn, deleted, restored } =
  eventsOf(1);
const reason = { code: 'photo', text: 'The photo shows another place.' };
const change = edited({ phone: '012-1' });

/** As if an admin had done it all: of the actor only decisions tell. */
const after = (...events: DomainEvent[]) =>
  foldedRecorded(
    reviews,
    recorded(events).map((event) => ({
      ...event,
      metadata: { ...event.metadata, actor: { id: 'admin-1', role: 'admin' } },
    })),
  ).get(businessIdOf(1));

test('what is submitted waits from then on', () => {
  expect(after(submitted())).toEqual({
    businessId: businessIdOf(1),
    waitingSince: minute(0),
    decisions: [],
  });
});

test('a decision ends the wait and tells how long it was', () => {
  expect(after(submitted(), approved)).toMatchObject({
    waitingSince: null,
    decisions: [
      { outcome: 'approved', byAdmin: true, waitedSince: minute(0), decidedAt: minute(1) },
    ],
  });
});

test('a save while it waits begins the wait anew', () => {
  const record = after(submitted(), change, approved);
  expect(record?.decisions).toMatchObject([{ waitedSince: minute(1), decidedAt: minute(2) }]);
});

test('a rejection keeps the code of its reason, and when it was sent again', () => {
  expect(after(submitted(), rejected(reason))?.decisions).toMatchObject([
    { outcome: 'rejected', reasonCode: 'photo', resubmittedAt: null },
  ]);
  const again = after(submitted(), rejected(reason), change, edited({ phone: '2' }), approved);
  expect(again?.decisions).toMatchObject([
    { outcome: 'rejected', resubmittedAt: minute(2) },
    { outcome: 'approved', waitedSince: minute(3), resubmittedAt: null },
  ]);
});

test('a decision that was taken back is none, and the wait goes on from where it began', () => {
  expect(after(submitted(), approved, withdrawn('approved'))).toMatchObject({
    waitingSince: minute(0),
    decisions: [],
  });
});

test('a rejection that was taken back was not answered by the save after it', () => {
  const record = after(submitted(), rejected(), withdrawn('rejected'), change, approved);
  expect(record?.decisions).toMatchObject([{ outcome: 'approved', waitedSince: minute(3) }]);
});

test('a deletion changes nothing of the reviews that were', () => {
  const before = after(submitted(), approved);
  expect(after(submitted(), approved, deleted)).toEqual(before);
  expect(after(submitted(), approved, deleted, restored)).toEqual(before);
});

test('on what is taken over as approved nobody decided', () => {
  const docs = foldedRecorded(reviews, recorded([imported(), approved]));
  expect(docs.get(businessIdOf(1))?.decisions).toMatchObject([{ byAdmin: false }]);
});
