import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mayBePersonal } from './business/personal-fields.ts';
import { currentSchema } from './business/upcast.ts';
import {
  decodeEvent,
  isBusinessEvent,
  type DomainEvent,
  type DomainEventType,
} from './domain-event.ts';
import type { RecordedEvent } from './event-store/event-store.ts';
import { firstTamperedRevision } from './event-store/hash-chain.ts';
import { decodeHistory, foldBusiness } from './read-history.ts';
import { operationEventTypes } from './operations.ts';
import { personalData } from './personal-data/personal-data.ts';
import {
  approved,
  businessId,
  completeDetails,
  deleted,
  edited,
  imported,
  ownerErased,
  ownerId,
  rejected,
  restored,
  sparseDetails,
  submitted,
  withdrawn,
} from './testing/builders.ts';
import { keysInMemory } from './testing/memory-keys.ts';

/** What each type looks like today. */
const current: { readonly [Type in DomainEventType]: Extract<DomainEvent, { type: Type }> } = {
  BusinessSubmitted: submitted(),
  BusinessImported: imported(),
  BusinessEdited: edited({
    phone: '013-1112222',
    operatingHours: '24jam',
    facilities: ['Tandas', 'Surau'],
    website: null,
  }),
  BusinessApproved: approved,
  BusinessRejected: rejected({ code: 'incomplete', text: 'Alamat tidak lengkap.' }),
  DecisionWithdrawn: withdrawn('approved'),
  BusinessDeleted: deleted,
  BusinessRestored: restored,
  OwnerErased: ownerErased(sparseDetails()),
  BusinessViewed: {
    type: 'BusinessViewed',
    data: {
      businessId,
      ownerId,
      viewedAt: '2026-11-21T08:59:58.500Z',
      receivedAt: '2026-11-21T09:00:00.000Z',
      firstToday: true,
    },
  },
  BusinessLinkClicked: {
    type: 'BusinessLinkClicked',
    data: { businessId, ownerId, channel: 'whatsapp', clickedAt: '2026-11-21T09:00:12.000Z' },
  },
  ViewPaused: { type: 'ViewPaused', data: { view: 'listings' } },
  ViewResumed: { type: 'ViewResumed', data: { view: 'listings' } },
  ViewRebuildRequested: { type: 'ViewRebuildRequested', data: { view: 'listings' } },
  MailsRetried: { type: 'MailsRetried', data: { mails: 2 } },
  MailsDiscarded: { type: 'MailsDiscarded', data: { mails: 2 } },
  PlacesImported: {
    type: 'PlacesImported',
    data: { imported: 120, existing: 3, refused: 2, published: true },
  },
  AdminCreated: { type: 'AdminCreated', data: { accountId: ownerId } },
  PasswordSet: { type: 'PasswordSet', data: { accountId: ownerId, role: 'owner' } },
  AccountDisabled: { type: 'AccountDisabled', data: { accountId: ownerId, role: 'owner' } },
  AccountEnabled: { type: 'AccountEnabled', data: { accountId: ownerId, role: 'owner' } },
  AdminRemoved: { type: 'AdminRemoved', data: { accountId: ownerId } },
  SecondFactorRemoved: { type: 'SecondFactorRemoved', data: { accountId: ownerId } },
  KeyRotated: { type: 'KeyRotated', data: { key: 'tokens' } },
  AccountErased: { type: 'AccountErased', data: { accountId: ownerId, listings: 2 } },
};

/** Events as they were once stored. These files never change: logs that hold such events are out there. */
const folder = new URL('./golden/', import.meta.url);
const golden = readdirSync(folder).map((name) => ({
  name,
  event: parseEvent(readFileSync(new URL(name, folder), 'utf8')),
}));
/** Under which the personal data of the owner in them are encrypted. */
const key = Buffer.from('not a secret: the key of the test').subarray(0, 32);
const data = personalData(keysInMemory([{ owner: ownerId, key, erasure: null }]));

/** It has the shape of schema 1: releases before 29 November 2026 wrote only encrypted events in it, and this one writes all. */
const encryptedSchema = 2;

describe('stored events of earlier schemas', () => {
  test('exist for each type and schema', () => {
    const schemas = Array.from({ length: currentSchema }, (_, index) => index + 1);
    const expected = Object.keys(current).flatMap((type) =>
      schemas
        .filter((schema) => schema !== encryptedSchema || mayBePersonal(type))
        .map((schema) => `${type}.v${schema}.json`),
    );
    expect(golden.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  });

  test.each(golden)('$name has the type and schema of its file name', ({ name, event }) => {
    expect(name).toBe(`${event.type}.v${event.metadata.schema}.json`);
  });

  test.each(golden)('$name decodes to the newest shape', async ({ event }) => {
    const [decrypted] = await data.decrypt([event]);
    const decoded = decrypted && decodeEvent(decrypted);
    if (!decoded) throw new Error('not known any more');
    expect(outlineOf(decoded.data)).toEqual(outlineOf(current[decoded.type].data));
    expect({ ...decoded, data: null }).toEqual({ ...decrypted, data: null });
  });

  test('with encrypted personal data decrypt to what is stored in the clear before', async () => {
    const contentOf = async (name: string) => {
      const file = golden.find((each) => each.name === name);
      const [decrypted] = file ? await data.decrypt([file.event]) : [];
      const decoded = decrypted && decodeEvent(decrypted);
      return decoded && { ...decoded.data, businessId: null, ownerId: null };
    };
    for (const type of Object.keys(current).filter(mayBePersonal)) {
      const encrypted = await contentOf(`${type}.v${encryptedSchema}.json`);
      expect(encrypted).toBeDefined();
      expect(encrypted).toEqual(await contentOf(`${type}.v1.json`));
    }
  });

  const history = golden
    .map(({ event }) => event)
    .filter(({ stream }) => stream === `business-${businessId}`)
    .toSorted((one, other) => one.revision - other.revision);

  test('fold into the expected listing', () => {
    const events = decodeHistory(history);
    expect(events).toHaveLength(7);
    const statuses = events.map((_, index) => foldBusiness(events.slice(0, index + 1)).status);
    expect(statuses).toEqual([
      'pending',
      'pending',
      'approved',
      'pending',
      'rejected',
      'deleted',
      'rejected',
    ]);
    expect(foldBusiness(events)).toEqual({
      status: 'rejected',
      businessId,
      ownerId,
      details: completeDetails({
        phone: '013-1112222',
        operatingHours: '24jam',
        facilities: ['Tandas', 'Surau'],
        website: null,
      }),
      reason: { code: 'incomplete', text: 'Alamat tidak lengkap — sila semak.' },
    });
  });

  test('match the hashes that were stored with them', async () => {
    const encrypted = golden
      .map(({ event }) => event)
      .filter(({ metadata }) => metadata.schema === encryptedSchema)
      .filter(({ type }) => type !== 'BusinessImported')
      .toSorted((one, other) => one.revision - other.revision);
    for (const chain of [history, encrypted]) {
      expect(chain.slice(1).every(({ metadata }) => metadata.previous !== undefined)).toBe(true);
      expect(await firstTamperedRevision(chain)).toBeNull();
    }
  });
});

test('decodeEvent returns null for an unknown type', () => {
  const [first] = golden;
  if (!first) throw new Error('no golden events');
  for (const type of ['BusinessTeleported', 'toString', ''])
    expect(decodeEvent({ ...first.event, type })).toBeNull();
});

test.each(golden)(
  'decodeEvent returns null for $name in a schema of a newer release, also after decrypt',
  async ({ event }) => {
    const schema = currentSchema + 1;
    const newer = { ...event, metadata: { ...event.metadata, schema } };
    expect(decodeEvent(newer)).toBeNull();
    expect((await data.decrypt([newer])).map(decodeEvent)).toEqual([null]);
  },
);

test('isBusinessEvent is false for visits and operations', () => {
  const kinds = golden.map(({ event }) => decodeEvent(event)).filter((event) => event !== null);
  expect(
    kinds
      .filter((event) => !isBusinessEvent(event))
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(['BusinessLinkClicked', 'BusinessViewed', ...operationEventTypes].toSorted());
});

/** The fields, and the fields within them, but not what they hold. */
function outlineOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, outlineOf(inner)]));
}

function parseEvent(text: string): RecordedEvent {
  const value: unknown = JSON.parse(text);
  if (isRecordedEvent(value)) return value;
  throw new Error(`not an event: ${text}`);
}

function isRecordedEvent(value: unknown): value is RecordedEvent {
  const fields = ['id', 'type', 'data', 'metadata', 'stream', 'revision', 'position'];
  return typeof value === 'object' && value !== null && fields.every((field) => field in value);
}
