import { act, fireEvent, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyValues } from '../../../shared/listing-form/form-values.ts';
import { draftKey } from '../../../shared/local-storage.ts';
import { SessionContext } from '../../../shared/session/session.ts';
import { noSession } from '../../../testing/fixtures.ts';
import { fakeIndexedDb } from '../../../testing/fake-indexed-db.ts';
import { type Draft, readDraft, useDraft, writeDraft } from './draft.ts';

const savedAt = '2026-11-01T10:32:00.000Z';
const value: Draft = {
  values: { ...emptyValues, businessName: 'Warung', facilities: ['Surau'], pinByHand: true },
  reached: 3,
  commandKey: 'k',
};
const draft = { value, savedAt };
const soon = new Date('2026-11-30T00:00:00Z');
const user = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
/** The fake database has answered. */
const answered = () => act(() => new Promise((resolve) => setTimeout(resolve)));
const WithSession = ({ children }: { readonly children: ReactNode }) => (
  <SessionContext value={{ ...noSession, isOf: () => true }}>{children}</SessionContext>
);

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('readDraft returns the saved draft to its owner only', () => {
  writeDraft('u1', draft);
  expect(readDraft('u1', soon)).toEqual(draft);
  expect(readDraft('u2', soon)).toBeNull();
});

test('readDraft deletes a draft older than 30 days, with its photo', async () => {
  const photos = fakeIndexedDb(['u1', 'draft:u1:b1'].map((key) => [key, 'jpg']));
  writeDraft('u1', draft);
  expect(readDraft('u1', soon)).not.toBeNull();
  expect(readDraft('u1', new Date('2026-12-02T00:00:00Z'))).toBeNull();
  expect(localStorage.getItem(draftKey('u1'))).toBeNull();
  await vi.waitFor(() => {
    expect([...photos.keys()]).toEqual(['draft:u1:b1']);
  });
});

test('a saved photo is restored with the draft that it belongs to, and not without', async () => {
  const photoOf = async () => {
    const form = renderHook(() => useDraft(user), { wrapper: WithSession });
    await answered();
    return form.result.current.photo;
  };
  const photo = { blob: new Blob(['x']), name: 'a.jpg' };
  fakeIndexedDb([['u1', photo]]);
  expect(await photoOf()).toBeNull();
  writeDraft('u1', { value, savedAt: new Date().toISOString() });
  expect(await photoOf()).toEqual(photo);
});

test('a photo that is chosen while the saved one is read stays, until another tab changes it', async () => {
  const photoNamed = (name: string) => ({ blob: new Blob(['x']), name });
  const photos = fakeIndexedDb([['u1', photoNamed('saved.jpg')]]);
  writeDraft('u1', { value, savedAt: new Date().toISOString() });
  const { result } = renderHook(() => useDraft(user), { wrapper: WithSession });
  act(() => result.current.choosePhoto(photoNamed('chosen.jpg')));
  await answered();
  expect(result.current.photo?.name).toBe('chosen.jpg');
  fireEvent.blur(window);
  photos.set('u1', photoNamed('other.jpg'));
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: draftKey('u1') }));
  });
  await answered();
  expect(result.current.photo?.name).toBe('other.jpg');
});

test('a draft that nothing changed keeps its photo as it is after Back from the browser cache', async () => {
  fakeIndexedDb([['u1', { blob: new Blob(['x']), name: 'a.jpg' }]]);
  writeDraft('u1', { value, savedAt: new Date().toISOString() });
  const { result } = renderHook(() => useDraft(user), { wrapper: WithSession });
  await answered();
  const { photo } = result.current;
  act(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await answered();
  expect(result.current.photo).toBe(photo);
});

test('what was sent is no longer saved, and stays in sight until the page is left', async () => {
  writeDraft('u1', { value, savedAt: new Date().toISOString() });
  const { result, unmount } = renderHook(() => useDraft(user), { wrapper: WithSession });
  await act(() => result.current.send(() => Promise.resolve(true)));
  expect(result.current.values.businessName).toBe('Warung');
  unmount();
  expect(localStorage.getItem(draftKey('u1'))).toBeNull();
});

test.each(['', 'null', '{', '[]', '{"answers":{}}', '{"answers":{},"reached":"2"}'])(
  'what is no draft is none: %s',
  (text) => {
    localStorage.setItem(draftKey('u1'), text);
    expect(readDraft('u1', soon)).toBeNull();
  },
);

test('readDraft keeps the valid fields of an older format', () => {
  const other = { answers: { businessName: 'A', phone: 7, facilities: ['Pool'] }, reached: 99 };
  localStorage.setItem(draftKey('u1'), JSON.stringify({ ...other, commandKey: 'k', savedAt }));
  expect(readDraft('u1', soon)).toEqual({
    value: { values: { ...emptyValues, businessName: 'A' }, reached: 5, commandKey: 'k' },
    savedAt,
  });
});

test('writeDraft returns false when the storage is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  expect(writeDraft('u1', draft)).toBe(false);
});

test('a browser that blocks its storage has no draft and saves none', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new Error('blocked');
  });
  expect(readDraft('u1', soon)).toBeNull();
  expect(writeDraft('u1', draft)).toBe(false);
});
