import { businessStream, type BusinessEvent, type Recorded } from '@directory/domain';
import { toPosition } from '@directory/domain/event-store';
import {
  approved,
  businessId,
  completeDetails,
  edited,
  rejected,
  someMetadata,
  submitted as submittedWith,
  withdrawn,
} from '@directory/domain/testing';
import { describe, expect, test } from 'vitest';
import { pageOf, walkHistory } from './listing-history.ts';

function history(...events: readonly BusinessEvent[]): readonly Recorded<BusinessEvent>[] {
  return events.map((event, revision) => ({
    ...event,
    id: `event-${revision}`,
    metadata: someMetadata({ time: `day ${revision}` }),
    stream: businessStream(businessId),
    revision,
    position: toPosition(revision + 1),
  }));
}

const submitted = submittedWith(completeDetails({ phone: '1', address: null, website: null }));
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });

describe('a page of a history', () => {
  const five = history(
    submitted,
    edited({ phone: '2' }),
    approved,
    edited({ phone: '3' }),
    approved,
  );
  const revisionsOf = (query: Parameters<typeof pageOf>[1]) =>
    pageOf(five, query).events.map(({ revision }) => revision);

  test.each([
    ['the newest events', {}, [3, 4]],
    ['the newest before a revision', { before: 3 }, [1, 2]],
    ['the beginning before an early revision', { before: 1 }, [0]],
    ['the oldest after a revision', { after: 0 }, [1, 2]],
    ['the end after a late revision', { after: 3 }, [4]],
    ['nothing after the last', { after: 4 }, []],
    ['nothing before the first', { before: 0 }, []],
    ['what lies between two revisions', { after: 1, before: 3 }, [2]],
    ['nothing between two that are swapped', { after: 3, before: 1 }, []],
  ])('has %s', (_, query, revisions) => {
    expect(revisionsOf({ ...query, limit: 2 })).toEqual(revisions);
  });

  test.each([{ before: 4 }, { after: 3, before: 1 }])('%j leaves out and repeats none', (query) => {
    const { earlier, events, later } = pageOf(five, { ...query, limit: 2 });
    expect([...earlier, ...events, ...later]).toEqual(five);
  });

  test('compares its first event with the version before it', () => {
    const { entries } = walkHistory(pageOf(five, { after: 2, limit: 1 }), null);
    expect(entries[0]).toMatchObject({ revision: 3, changes: [change('phone', '2', '3')] });
  });
});

describe('the changes since the last decision', () => {
  const sinceDecision = (events: ReturnType<typeof history>) =>
    walkHistory(pageOf(events, { after: 0, limit: 1 }), null).sinceDecision;

  test('a new listing has nothing to be compared with', () => {
    expect(sinceDecision(history(submitted))).toBeNull();
  });

  test('a listing that was never approved is compared with the rejected version', () => {
    expect(sinceDecision(history(submitted, rejected(), edited({ phone: '2' })))).toEqual({
      base: 'rejected',
      time: 'day 1',
      changes: [change('phone', '1', '2')],
    });
  });

  test('a listing whose only approval was undone is compared with the version that was live', () => {
    const events = history(submitted, approved, withdrawn('approved'), edited({ phone: '2' }));
    expect(sinceDecision(events)).toEqual({
      base: 'undone',
      time: 'day 2',
      changes: [change('phone', '1', '2')],
    });
  });

  test('a rejection after the only approval was undone hides no change since', () => {
    const events = history(
      ...[submitted, approved, withdrawn('approved'), edited({ phone: '2' }), rejected()],
      edited({ address: 'Here' }),
    );
    expect(sinceDecision(events)).toMatchObject({
      base: 'undone',
      changes: [change('phone', '1', '2'), change('address', null, 'Here')],
    });
  });

  test('a rejection that was undone hides none either', () => {
    const events = history(
      ...[submitted, approved, withdrawn('approved'), edited({ phone: '2' })],
      ...[rejected(), withdrawn('rejected'), edited({ address: 'Here' })],
    );
    expect(sinceDecision(events)).toEqual({
      base: 'undone',
      time: 'day 2',
      changes: [change('phone', '1', '2'), change('address', null, 'Here')],
    });
  });

  test('several edits are compared with the approved version as one change', () => {
    const events = history(
      submitted,
      approved,
      edited({ phone: '2', address: 'Here' }),
      rejected(),
      edited({ phone: '3' }),
    );
    expect(sinceDecision(events)?.changes).toEqual([
      change('phone', '1', '3'),
      change('address', null, 'Here'),
    ]);
  });

  test('a field that was changed back is no change, also from null', () => {
    const events = history(
      submitted,
      approved,
      edited({ phone: '2', website: 'a' }),
      edited({ phone: '1', website: null }),
    );
    expect(sinceDecision(events)?.changes).toEqual([]);
  });

  test('an undone approval does not count', () => {
    const events = history(
      submitted,
      approved,
      edited({ phone: '2' }),
      approved,
      withdrawn('approved'),
    );
    expect(sinceDecision(events)?.changes).toEqual([change('phone', '1', '2')]);
  });
});
