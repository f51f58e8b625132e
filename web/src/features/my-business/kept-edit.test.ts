import { beforeEach, expect, test } from 'vitest';
import { readEdit, writeEdit } from './kept-edit.ts';

const key = 'draft:u1:b1';
const savedAt = '2026-11-01T10:32:00.000Z';
const soon = new Date('2026-11-30T00:00:00Z');

beforeEach(() => {
  localStorage.clear();
});

test('changes come back as they were left, for 30 days', () => {
  const changes = { businessName: 'Warung', facilities: ['Surau'], pinByHand: true } as const;
  writeEdit(localStorage, key, { changes, savedAt });
  expect(readEdit(localStorage, key, soon)).toEqual(changes);
  expect(readEdit(localStorage, key, new Date('2026-12-02T00:00:00Z'))).toBeNull();
  expect(readEdit(localStorage, 'draft:u1:b2', soon)).toBeNull();
});

test('what other hands left is read field by field', () => {
  const changes = { phone: 7, facilities: ['Pool'], status: 'approved' };
  localStorage.setItem(key, JSON.stringify({ changes, savedAt }));
  expect(readEdit(localStorage, key, soon)).toEqual({ phone: '', facilities: [] });
});

test.each(['', 'null', '{', '{"changes":{}}', '{"changes":7,"savedAt":"2026-11-01"}'])(
  'what is no change is none: %s',
  (text) => {
    localStorage.setItem(key, text);
    expect(readEdit(localStorage, key, soon)).toBeNull();
  },
);
