import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeIndexedDb } from '../../testing/fake-indexed-db.ts';
import { saveDraft } from '../../testing/forms.ts';
import { anOwnBusinessDetail } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { stub } from '../../testing/stub-network.ts';
import { draftKey } from '../local-storage.ts';
import { writeSession } from '../session/session.ts';

const user = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
const mine = anOwnBusinessDetail({ id: 'b1', user_id: 'u1', address: '12, Jalan Raja Alang' });
const press = (name: string) => {
  fireEvent.click(screen.getAllByRole('button', { name }).at(-1) ?? document.body);
};
const isBusy = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-busy') === 'true';

const decode = vi.fn<() => Promise<void>>();

/** Chooses a file; the returned functions end its decoding. */
function choose(name: string, content = 'x') {
  const { promise, resolve, reject } = withResolvers();
  decode.mockReturnValueOnce(promise);
  const files = [new File([content], name, { type: 'image/jpeg' })];
  fireEvent.change(screen.getByLabelText('Photo'), { target: { files } });
  const settle = (end: () => void) =>
    act(async () => {
      end();
      // All that follows the decoding.
      await new Promise((done) => setTimeout(done));
    });
  return { isReady: () => settle(resolve), isDamaged: () => settle(reject) };
}

function withResolvers() {
  let resolve = () => {};
  let reject = () => {};
  const promise = new Promise<void>((...settle) => {
    resolve = () => settle[0]();
    reject = () => settle[1](new Error('damaged'));
  });
  return { promise, resolve, reject };
}

/** jsdom cannot decode and draw images. */
function drawImages() {
  Object.assign(HTMLImageElement.prototype, { decode });
  const context = { fillRect: () => undefined, drawImage: () => undefined };
  const Canvas = class {
    readonly getContext = () => context;
    readonly convertToBlob = () => Promise.resolve(new Blob(['x']));
  };
  vi.stubGlobal('OffscreenCanvas', Canvas);
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ close: () => undefined }));
}

async function openStep(path = '/form?step=4') {
  saveDraft();
  const page = renderPage(path);
  await screen.findByText(/^Step 4 of 5/);
  // Strict mode repeats the effects, which would cancel a photo that was chosen before.
  await act(async () => undefined);
  return page;
}

beforeEach(() => {
  localStorage.clear();
  drawImages();
  writeSession({ token: 't', role: 'user', user });
  Object.assign(URL, { createObjectURL: () => 'blob:a', revokeObjectURL: () => undefined });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the file field is named by the words on its button', async () => {
  await openStep();
  expect(screen.getByLabelText('Photo: Choose a photo')).toHaveProperty('type', 'file');
  await choose('shop.jpg').isReady();
  expect(screen.getByLabelText('Photo: Replace')).toHaveProperty('type', 'file');
});

test('the photo chosen last is used, even when the first finishes later', async () => {
  await openStep();
  const large = choose('large.jpg');
  const small = choose('small.jpg');
  await small.isReady();
  await large.isReady();
  expect(screen.getByText(/^small\.jpg/)).toBeTruthy();
});

test('a photo that fails after another was chosen shows no error', async () => {
  await openStep();
  const large = choose('large.jpg');
  const small = choose('small.jpg');
  await small.isReady();
  await large.isDamaged();
  expect(screen.getByText(/^small\.jpg/)).toBeTruthy();
  expect(screen.queryByText(/damaged/)).toBeNull();
  await choose('last.jpg').isDamaged();
  expect(screen.getByText(/damaged/)).toBeTruthy();
});

test('Remove cancels a photo that is being prepared', async () => {
  await openStep();
  await choose('small.jpg').isReady();
  const large = choose('large.jpg');
  press('Remove');
  await large.isReady();
  expect(screen.getByText('Drop a photo here, or')).toBeTruthy();
});

test('a photo is saved without its blob, which private tabs of Safari do not store', async () => {
  const photos = fakeIndexedDb([]);
  await openStep();
  await choose('shop.jpg').isReady();
  await waitFor(() => {
    expect(photos.get('u1')).toEqual({
      name: 'shop.jpg',
      bytes: new TextEncoder().encode('x').buffer,
    });
  });
  cleanup();
  await openStep();
  expect(await screen.findByText(/^shop\.jpg/)).toBeTruthy();
});

test('a photo that the browser does not store is not shown as saved, until it is removed', async () => {
  fakeIndexedDb([], { isFull: true });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await openStep();
  await choose('shop.jpg').isReady();
  expect(await screen.findByText(/^Not saved on this device\./)).toBeTruthy();
  expect(logged).toHaveBeenCalled();
  // Another tab saves what it shows, without this photo.
  fireEvent(window, new Event('pagehide'));
  fireEvent(window, new StorageEvent('storage', { key: draftKey('u1') }));
  // The stand-in for IndexedDB answers within this turn of the event loop.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.getByText(/^shop\.jpg/)).toBeTruthy();
  press('Remove');
  expect(await screen.findByText(/^Saved on this device at/)).toBeTruthy();
});

test('a photo that is removed at once is not saved', async () => {
  const photos = fakeIndexedDb([]);
  const put = vi.spyOn(photos, 'set');
  const reading = new Set<() => void>();
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(
    () => new Promise((resolve) => reading.add(() => resolve(new ArrayBuffer(1)))),
  );
  await openStep();
  await choose('shop.jpg').isReady();
  await waitFor(() => expect(reading.size).toBe(1));
  press('Remove');
  for (const read of reading) read();
  await waitFor(() => expect(put).toHaveBeenCalled());
  await waitFor(() => expect([...photos.keys()]).toEqual([]));
});

test('Discard cancels a photo that is being prepared', async () => {
  const photos = fakeIndexedDb([]);
  await openStep();
  const photo = choose('large.jpg');
  press('Discard');
  press('Discard');
  await screen.findByText(/^Step 1 of 5/);
  await photo.isReady();
  expect([...photos.keys()]).toEqual([]);
});

test('another photo is another submission, saved when the page is left', async () => {
  await openStep();
  await choose('small.jpg').isReady();
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem(draftKey('u1'))).toMatch(/"commandKey":"[0-9a-f]{32}"/);
});

test('Next waits for the photo', async () => {
  await openStep();
  const photo = choose('large.jpg');
  expect(screen.getByText('Preparing photo…')).toBeTruthy();
  press('Next');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(isBusy('Next')).toBe(true);
  await photo.isReady();
  expect(screen.getByText('Photo ready').role).toBe('status');
  expect(isBusy('Next')).toBe(false);
  press('Next');
  expect(await screen.findByText(/^Step 5 of 5/)).toBeTruthy();
});

test('Submit waits for a photo chosen before returning to the review', async () => {
  const { requests } = await openStep('/form?step=4&then=review');
  await choose('small.jpg').isReady();
  const photo = choose('large.jpg');
  press('Back to step 5');
  await screen.findByText(/^Step 5 of 5/);
  press('Confirm & Submit');
  expect(isBusy('Confirm & Submit')).toBe(true);
  await photo.isReady();
  expect(isBusy('Confirm & Submit')).toBe(false);
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('Save in the edit form waits for the photo', async () => {
  const { requests } = renderPage(
    '/my-businesses/b1',
    stub('GET /api/businesses/:id', mine, { id: 'b1' }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  fireEvent.change(await screen.findByLabelText('Business name'), { target: { value: 'Baru' } });
  const photo = choose('large.jpg');
  press('Save');
  expect(isBusy('Save')).toBe(true);
  await photo.isReady();
  expect(isBusy('Save')).toBe(false);
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('a refused photo is announced, a missing one by the summary alone', async () => {
  await openStep();
  await choose('damaged.jpg').isDamaged();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The selected file is damaged and cannot be read.',
  );
  await choose('small.jpg').isReady();
  expect(screen.queryByRole('alert')).toBeNull();
  press('Remove');
  press('Next');
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Please correct the followingAdd a photo of the business.',
  ]);
});

test('a HEIC photo that is named .jpg is refused as HEIC, with what to do', async () => {
  await openStep();
  await choose('IMG_0412.jpg', '\0\0\0\x18ftypheic').isDamaged();
  expect((await screen.findByRole('alert')).textContent).toMatch(/^HEIC photos can't be used/);
});

test('an AVIF photo in the container of HEIC is not refused as HEIC', async () => {
  await openStep();
  await choose('photo.jpg', '\0\0\0\x1cftypmif1\0\0\0\0mif1avif').isDamaged();
  expect((await screen.findByRole('alert')).textContent).not.toContain('HEIC');
});

test('the summary gives the reason for which a photo was refused', async () => {
  await openStep();
  await choose('damaged.jpg').isDamaged();
  press('Next');
  const reason = 'The selected file is damaged and cannot be read.';
  expect(screen.getByRole('link', { name: reason })).toBeTruthy();
  expect(screen.queryByText('Add a photo of the business.')).toBeNull();
});

test('a photo of few pixels is taken with a warning, a larger one without', async () => {
  await openStep();
  await choose('thumbnail.jpg').isReady();
  const width = vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get');
  width.mockReturnValue(160);
  fireEvent.load(screen.getByAltText('Photo preview'));
  expect(screen.getByText(/^Photo ready, but it is small/)).toBeTruthy();
  URL.createObjectURL = () => 'blob:larger';
  await choose('shop.jpg').isReady();
  expect(screen.getByText('Photo ready')).toBeTruthy();
  width.mockReturnValue(1600);
  fireEvent.load(screen.getByAltText('Photo preview'));
  expect(screen.getByText('Photo ready')).toBeTruthy();
});

test('Remove moves the focus to the button that chooses another photo', async () => {
  await openStep();
  await choose('shop.jpg').isReady();
  screen.getByRole('button', { name: 'Remove' }).focus();
  press('Remove');
  expect(screen.queryByText(/^shop\.jpg/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Photo'));
});
