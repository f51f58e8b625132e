import type { DomainEvent } from '@directory/domain';
import { expect, test } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { foldedRecorded } from '../testing/folded.ts';
import { minute, recorded } from '../testing/recorded.ts';
import { audit } from './audit.ts';

const { submitted, imported, edited, approved, rejected, withdrawn, deleted, ownerErased } =
  eventsOf(1);

/** In the order of their ids. */
function entriesBy(
  actor: { id: string | null; role: 'admin' | 'system' },
  ...events: DomainEvent[]
) {
  const history = recorded(events).map((event) => ({
    ...event,
    metadata: { ...event.metadata, actor },
  }));
  return [...foldedRecorded(audit, history)].toSorted().map(([, entry]) => entry);
}

const admin = { id: 'admin-1', role: 'admin' } as const;
const commandLine = { id: null, role: 'system' } as const;

test('each event of a listing is an entry, in the order of time', () => {
  const reason = { code: 'photo', text: 'Not of this shop.' };
  const entries = entriesBy(admin, submitted(), rejected(reason), withdrawn('rejected'), approved);
  expect(entries.map(({ kind, time, revision }) => [kind, time, revision])).toEqual([
    ['submission', minute(0), 0],
    ['rejection', minute(1), 1],
    ['withdrawal', minute(2), 2],
    ['approval', minute(3), 3],
  ]);
  expect(entries[1]).toEqual({
    id: `${minute(1)}/business-${businessIdOf(1)}/0000000001`,
    time: minute(1),
    kind: 'rejection',
    type: 'BusinessRejected',
    role: 'admin',
    actor: 'admin-1',
    businessId: businessIdOf(1),
    revision: 1,
    reasonCode: 'photo',
    operation: null,
    demonstration: false,
  });
});

test('entries hold nothing that anybody typed', () => {
  const typed = 'Warung Rahsia';
  const entries = entriesBy(
    admin,
    submitted({ businessName: typed }),
    edited({ synopsis: typed }),
    rejected({ code: 'other', text: typed }),
    deleted,
    ownerErased(),
  );
  expect(entries).toHaveLength(5);
  expect(JSON.stringify(entries)).not.toContain(typed);
});

test('an import is one entry, with or without its publication', () => {
  expect(entriesBy(commandLine, imported(), approved).map(({ kind }) => kind)).toEqual(['import']);
});

test('an operation is an entry without a business', () => {
  const data = { view: 'listings' };
  expect(entriesBy(commandLine, { type: 'ViewPaused', data })).toMatchObject([
    { kind: 'operation', actor: 'system', businessId: null, operation: data },
  ]);
});

test('an erased account without listings is an erasure, not an operation', () => {
  const data = { accountId: 'owner-1', listings: 0 };
  expect(entriesBy(admin, { type: 'AccountErased', data })).toMatchObject([
    { kind: 'erasure', businessId: null, operation: data },
  ]);
});

test('a visit makes no entry in the audit', () => {
  const visit = {
    type: 'BusinessViewed',
    data: {
      businessId: businessIdOf(1),
      ownerId: null,
      viewedAt: minute(0),
      receivedAt: minute(0),
      firstToday: true,
    },
  } as const;
  expect(entriesBy(commandLine, submitted(), visit)).toHaveLength(1);
});
