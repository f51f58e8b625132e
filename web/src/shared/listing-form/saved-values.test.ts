import { weekdays, type OpeningTimes } from '@directory/domain/catalogue';
import { beforeEach, expect, test, vi } from 'vitest';
import { valuesOf } from './form-values.ts';
import { timesInputOf, withPattern } from './opening-times-input.ts';
import { fakeIndexedDb } from '../../testing/fake-indexed-db.ts';
import { aPlace } from '../../testing/fixtures.ts';
import {
  changedFields,
  changesBetween,
  errorsOfEdit,
  readEdit,
  writeEdit,
} from './saved-values.ts';

const key = 'draft:u1:b1';
const savedAt = '2026-11-01T10:32:00.000Z';
const soon = new Date('2026-11-30T00:00:00Z');

beforeEach(() => {
  localStorage.clear();
});

test('readEdit returns saved changes for 30 days', () => {
  const chosen = { openingTimes: [{ days: ['mon'], ranges: [] }], facilities: ['Surau'] } as const;
  const changes = { businessName: 'Warung', pinByHand: true, ...chosen };
  writeEdit(key, { changes, revision: 3, commandKey: 'k', savedAt });
  expect(readEdit(key, soon)).toEqual({ changes, revision: 3, commandKey: 'k', savedAt });
  expect(readEdit('draft:u1:b2', soon)).toBeNull();
});

test('readEdit deletes changes older than 30 days, with their photo', async () => {
  const photos = fakeIndexedDb(['u1', key].map((name) => [name, 'jpg']));
  writeEdit(key, { changes: { businessName: 'Warung' }, revision: 3, commandKey: 'k', savedAt });
  expect(readEdit(key, new Date('2026-12-02T00:00:00Z'))).toBeNull();
  expect(localStorage.getItem(key)).toBeNull();
  await vi.waitFor(() => {
    expect([...photos.keys()]).toEqual(['u1']);
  });
});

test('readEdit replaces invalid fields and drops unknown ones', () => {
  const changes = { phone: 7, facilities: ['Pool'], pinByHand: 'yes', status: 'approved' };
  localStorage.setItem(key, JSON.stringify({ changes, savedAt }));
  expect(readEdit(key, soon)).toEqual({
    changes: { phone: '', facilities: [], pinByHand: false },
    revision: null,
    commandKey: expect.any(String) as string,
    savedAt,
  });
});

test.each(['', 'null', '{', '{"changes":{}}', '{"changes":7,"savedAt":"2026-11-01"}'])(
  'readEdit returns null for invalid storage: %s',
  (text) => {
    localStorage.setItem(key, text);
    expect(readEdit(key, soon)).toBeNull();
  },
);

const before = valuesOf(aPlace({ phone: '012-3456789', website: 'https://a.example' }));

test('changedFields is empty for values that are sent the same', () => {
  expect(changedFields(before, { ...before, businessName: ' Warung Mak Teh ' })).toEqual([]);
  expect(changedFields(before, { ...before, website: 'a.example' })).toEqual([]);
});

test('changedFields names changed texts and facilities', () => {
  const after = { ...before, phone: '012-3456780', facilities: ['Surau'] as const };
  expect(changedFields(before, after)).toEqual(['phone', 'facilities']);
});

test('changedFields names opening times that are sent otherwise, however they are entered', () => {
  const week: OpeningTimes = [{ days: weekdays, from: '09:00', to: '18:00' }];
  const open = { ...before, openingTimes: timesInputOf(week) };
  expect(changedFields(before, open)).toEqual(['openingTimes']);
  const dayByDay = { ...open, openingTimes: withPattern(open.openingTimes, 'each') };
  expect(changedFields(open, dayByDay)).toEqual([]);
  expect(changesBetween(open, dayByDay)).toEqual({ openingTimes: dayByDay.openingTimes });
});

test('errorsOfEdit ignores fields that were empty before and still are', () => {
  const stored = { ...before, website: 'of an earlier release' };
  const noAddress = 'This is no web address.';
  const wrong = { phone: 'Enter a phone number.', website: noAddress, instagram: noAddress };
  const errors = { kampong: 'Choose the kampong.', ...wrong };
  const entered = { ...stored, phone: '', instagram: 'not a link' };
  expect(errorsOfEdit(errors, stored, entered)).toEqual(wrong);
});
