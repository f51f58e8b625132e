import type { DomainEvent } from '@directory/domain';
import { describe, expect, test } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf, completeDetails } from '../testing/details.ts';
import { folded, foldedRecorded } from '../testing/folded.ts';
import { minute, recorded, recordedByAdmin } from '../testing/recorded.ts';
import { listings } from './listings.ts';

const { submitted, imported, edited, approved, rejected, withdrawn, deleted, restored } =
  eventsOf(1);
const reason = { code: 'photo', text: 'The photo shows another place.' };

const after = (...events: DomainEvent[]) => folded(listings, events).get(businessIdOf(1));

test('a submitted business is pending with all submitted details', () => {
  expect(after(submitted())).toEqual({
    ...completeDetails(),
    id: businessIdOf(1),
    ownerId: 'owner-1',
    status: 'pending',
    statusBeforeDeletion: null,
    revision: 0,
    submittedAt: minute(0),
    changedAt: minute(0),
    sentAt: minute(0),
    approvedAt: null,
    rejectionReason: null,
    wasPublic: false,
    source: null,
    licence: null,
    demonstration: false,
  });
});

test('an imported place names its source and licence', () => {
  expect(after(imported())).toMatchObject({ source: 'OpenStreetMap', licence: 'ODbL-1.0' });
});

test('a listing that was created as a demonstration stays one', () => {
  const events = recorded([submitted(), approved]).map((event, index) =>
    index === 0
      ? { ...event, metadata: { ...event.metadata, demonstration: true as const } }
      : event,
  );
  expect(foldedRecorded(listings, events).get(businessIdOf(1))).toMatchObject({
    status: 'approved',
    demonstration: true,
  });
});

test('an approval stores its date', () => {
  expect(after(submitted(), approved)).toMatchObject({
    status: 'approved',
    approvedAt: minute(1),
    changedAt: minute(1),
    revision: 1,
  });
});

test('an edit changes its fields and makes the business pending', () => {
  expect(
    after(submitted(), approved, edited({ phone: '012-7654321', website: null })),
  ).toMatchObject({
    phone: '012-7654321',
    website: null,
    address: completeDetails().address,
    status: 'pending',
  });
});

test('a rejection has its reason until the next edit', () => {
  expect(after(submitted(), rejected(reason))).toMatchObject({
    status: 'rejected',
    rejectionReason: reason,
  });
  expect(after(submitted(), rejected(reason), edited({ phone: '012-1' }))).toMatchObject({
    status: 'pending',
    rejectionReason: null,
  });
});

test('a rejection may come without a reason', () => {
  expect(after(submitted(), rejected())).toMatchObject({ rejectionReason: null });
});

test('a withdrawn approval removes the date', () => {
  expect(after(submitted(), approved, withdrawn('approved'))).toMatchObject({
    status: 'pending',
    approvedAt: null,
  });
});

test('a withdrawn rejection removes the reason', () => {
  expect(after(submitted(), rejected(reason), withdrawn('rejected'))).toMatchObject({
    status: 'pending',
    rejectionReason: null,
  });
});

describe('a deleted business', () => {
  test('stays as a document with the status deleted', () => {
    expect(after(submitted(), approved, deleted)).toMatchObject({
      status: 'deleted',
      statusBeforeDeletion: 'approved',
      businessName: completeDetails().businessName,
    });
  });

  test('is unchanged after restore', () => {
    const before = after(submitted(), rejected(reason));
    const back = after(submitted(), rejected(reason), deleted, restored);
    expect(back).toEqual({ ...before, revision: 3, changedAt: minute(3) });
  });
});

describe('the place in the review queue', () => {
  const byAdmin = (...events: DomainEvent[]) =>
    foldedRecorded(listings, recordedByAdmin(events)).get(businessIdOf(1))?.sentAt;

  test.each<[string, DomainEvent[]]>([
    ['an undone approval', [submitted(), approved, withdrawn('approved')]],
    ['an undone rejection', [submitted(), rejected(reason), withdrawn('rejected')]],
    ['a deletion that was undone', [submitted(), deleted, restored]],
  ])('is the same after %s', (_what, events) => {
    expect(byAdmin(...events)).toBe(minute(0));
  });

  test('is the last after an edit', () => {
    expect(byAdmin(submitted(), approved, edited({ phone: '012-1' }))).toBe(minute(2));
  });

  test('is the last after the publication of an import was undone, as nobody waited', () => {
    expect(after(imported(), approved, withdrawn('approved'))?.sentAt).toBe(minute(2));
  });
});

describe('wasPublic', () => {
  const change = edited({ phone: '012-1' });
  const again = edited({ phone: '012-2' });

  test.each<[string, boolean, DomainEvent[]]>([
    ['a new one', false, [submitted()]],
    ['an edit of an approved one', true, [submitted(), approved, change]],
    ['a second edit of it', true, [submitted(), approved, change, again]],
    ['an edit of a new one', false, [submitted(), change]],
    ['an edit of a rejected one', false, [submitted(), approved, change, rejected(), again]],
    ['a withdrawn approval', true, [submitted(), approved, withdrawn('approved')]],
    [
      'a withdrawn rejection of an edit of an approved one',
      true,
      [submitted(), approved, change, rejected(), withdrawn('rejected')],
    ],
    ['an approved one, which waits for nothing', false, [submitted(), approved, change, approved]],
  ])('%s: %s', (_, wasPublic, events) => {
    expect(after(...events)?.wasPublic).toBe(wasPublic);
  });
});

test('events of a business that was never submitted make no document', () => {
  expect(after(approved)).toBeUndefined();
});
