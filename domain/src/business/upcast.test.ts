import { expect, test } from 'vitest';
import { toPosition, type RecordedEvent } from '../event-store/event-store.ts';
import { someEvent, someMetadata } from '../testing/events.ts';
import { currentSchema, upcast, type Upcasters } from './upcast.ts';

const table: Upcasters = {
  OpeningHoursSet: {
    1: (data) => ({ ...data, hours: ['Pagi-Petang'] }),
    2: (data) => ({ ...data, hours: 'hours' in data ? data.hours : [], zone: 'Asia/Kuala_Lumpur' }),
    4: (data) => ({ opening: data }),
  },
};

function stored(type: string, schema: number, data: object): RecordedEvent {
  const event = someEvent({ type, data, metadata: someMetadata({ schema }) });
  return { ...event, stream: 'business-1', revision: 0, position: toPosition(1) };
}

test('upcast applies every step after the schema of an event', () => {
  const { data } = upcast(stored('OpeningHoursSet', 1, { by: 'owner' }), table);
  expect(data).toEqual({
    opening: { by: 'owner', hours: ['Pagi-Petang'], zone: 'Asia/Kuala_Lumpur' },
  });
});

test('upcast skips the steps up to the schema of an event', () => {
  expect(upcast(stored('OpeningHoursSet', 2, { hours: ['24jam'] }), table).data).toEqual({
    opening: { hours: ['24jam'], zone: 'Asia/Kuala_Lumpur' },
  });
});

test('upcast skips schemas without a step for the type', () => {
  expect(upcast(stored('OpeningHoursSet', 3, { hours: [] }), table).data).toEqual({
    opening: { hours: [] },
  });
});

test('upcast leaves events of the newest schema unchanged', () => {
  const event = stored('OpeningHoursSet', 5, { opening: {} });
  expect(upcast(event, table)).toEqual(event);
});

test('upcast leaves types without steps unchanged', () => {
  const event = stored('BusinessApproved', 1, {});
  expect(upcast(event, table)).toBe(event);
});

test('upcast changes neither the stored event nor its metadata', () => {
  const event = stored('OpeningHoursSet', 1, { by: 'owner' });
  const lifted = upcast(event, table);
  expect(event.data).toEqual({ by: 'owner' });
  expect({ ...lifted, data: null }).toEqual({ ...event, data: null });
});

test.each([
  ['BusinessSubmitted', 'details'],
  ['BusinessImported', 'details'],
  ['OwnerErased', 'remaining'],
])('%s from before there were opening times has null for them', (type, part) => {
  for (const schema of [1, currentSchema]) {
    const before = stored(type, schema, { [part]: { businessName: 'Warung' } });
    expect(upcast(before).data).toEqual({ [part]: { businessName: 'Warung', openingTimes: null } });
    const openingTimes = [{ days: ['mon'], from: '09:00', to: '17:00' }];
    const after = stored(type, schema, { [part]: { openingTimes } });
    expect(upcast(after).data).toEqual({ [part]: { openingTimes } });
  }
});

test('an edit without opening times leaves them as they are', () => {
  const event = stored('BusinessEdited', 1, { changes: { phone: null } });
  expect(upcast(event)).toBe(event);
});
