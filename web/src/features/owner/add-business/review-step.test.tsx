import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { draftKey } from '../../../shared/local-storage.ts';
import { writeSession } from '../../../shared/session/session.ts';
import { fakeIndexedDb } from '../../../testing/fake-indexed-db.ts';
import { anOwnBusinessDetail } from '../../../testing/fixtures.ts';
import { saveDraft } from '../../../testing/forms.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { lateStub, problem, stub } from '../../../testing/stub-network.ts';
import { readDraft } from './draft.ts';

const user = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
const button = (name: string) => screen.getAllByRole('button', { name }).at(-1) ?? document.body;
const press = (name: string) => {
  fireEvent.click(button(name));
};
const isBusy = (name: string) => button(name).getAttribute('aria-busy') === 'true';

beforeEach(() => {
  localStorage.clear();
  writeSession({ token: 't', role: 'user', user });
  fakeIndexedDb([['u1', { blob: new Blob(['x']), name: 'a.jpg' }]]);
  Object.assign(URL, { createObjectURL: () => 'blob:a', revokeObjectURL: () => undefined });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** Submits; the response arrives when the test sends it. */
async function submit() {
  const late = lateStub('POST /api/businesses');
  saveDraft();
  const page = renderPage('/form?step=4', late);
  await screen.findByText(/^a\.jpg/);
  press('Next');
  await screen.findByText(/^Step 5 of 5/);
  press('Confirm & Submit');
  expect(isBusy('Confirm & Submit')).toBe(true);
  return { ...page, answer: late.arrive };
}

test.each(['Change: Basic details', 'Back to step 4', 'Edit', 'Discard'])(
  'while a business is being sent, %s leads nowhere',
  async (name) => {
    const { answer } = await submit();
    press(name);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByText(/^Step 5 of 5/)).toBeTruthy();
    await answer(problem(503));
    expect(await screen.findByText(/We couldn't submit your business/)).toBeTruthy();
    press(name);
    await waitFor(() => {
      const isAsked = screen.queryByRole('alertdialog') !== null;
      expect(isAsked || screen.queryByText(/^Step 5 of 5/) === null).toBe(true);
    });
  },
);

test("the browser's Back stays at the review while the business is being sent", async () => {
  const { answer, browser, requests } = await submit();
  const before = browser.location;
  browser.navigate?.(-1);
  await waitFor(() => {
    expect(browser.location?.key).not.toBe(before?.key);
    expect(browser.location?.search).toBe('?step=5');
  });
  expect(isBusy('Confirm & Submit')).toBe(true);
  press('Confirm & Submit');
  await answer(problem(503));
  expect(await screen.findByText(/We couldn't submit your business/)).toBeTruthy();
  expect(readDraft('u1', new Date())).not.toBeNull();
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('what another tab saves while a business is being sent is not deleted by its answer', async () => {
  const { answer } = await submit();
  saveDraft({ synopsis: 'Ditulis di tab lain.' });
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: draftKey('u1') }));
  });
  await answer(anOwnBusinessDetail());
  await screen.findByText('Data submitted successfully!');
  expect(readDraft('u1', new Date())?.value.values.synopsis).toBe('Ditulis di tab lain.');
});

test('a draft that another tab discards while it is sent is saved again with its photo', async () => {
  const photos = fakeIndexedDb([['u1', { blob: new Blob(['x']), name: 'a.jpg' }]]);
  const { answer } = await submit();
  localStorage.removeItem(draftKey('u1'));
  photos.clear();
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: draftKey('u1') }));
  });
  expect(screen.queryByText(/^Saved on this device/)).toBeNull();
  await answer(problem(503));
  expect(await screen.findByText(/We couldn't submit your business/)).toBeTruthy();
  fireEvent(window, new Event('pagehide'));
  expect(readDraft('u1', new Date())).not.toBeNull();
  await waitFor(() => {
    expect([...photos.keys()]).toEqual(['u1']);
  });
});

test('a retry is the same submission, and changed answers are another one', async () => {
  saveDraft();
  renderPage('/form?step=5', stub('POST /api/businesses', problem(503)));
  const fetching = vi.spyOn(window, 'fetch');
  onTestFinished(() => fetching.mockRestore());
  const posts = () =>
    fetching.mock.calls.flatMap(([path, request]) =>
      path === '/api/businesses' && request ? request : [],
    );
  const send = async () => {
    const { length } = posts();
    press('Confirm & Submit');
    await waitFor(() => {
      expect([posts().length, isBusy('Confirm & Submit')]).toEqual([length + 1, false]);
    });
  };
  await screen.findByRole('button', { name: 'Enlarge photo' });
  await send();
  await send();
  press('Change: Basic details');
  const name = await screen.findByLabelText('Business name');
  fireEvent.change(name, { target: { value: 'Warung Baru' } });
  press('Save and return to review');
  await screen.findByText(/^Step 5 of 5/);
  await send();
  const keys = posts().map(({ headers }) => new Headers(headers).get('Idempotency-Key'));
  expect(keys).toEqual(['k', 'k', expect.stringMatching(/^[0-9a-f]{32}$/)]);
  const [{ body } = {}] = posts();
  expect(body instanceof FormData && body.get('user_id')).toBe('u1');
});

test('a link to a field that the server refused opens its step with the reason', async () => {
  const { answer } = await submit();
  await answer(problem(400, 'Refused.', { email: ['No mail arrives there.'] }));
  fireEvent.click(await screen.findByRole('link', { name: 'No mail arrives there.' }));
  expect(await screen.findByText(/^Step 1 of 5/)).toBeTruthy();
  expect(screen.getByText('No mail arrives there.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
});

test('errors of the server are in a summary that takes the focus', async () => {
  const { answer } = await submit();
  await answer(problem(400, 'Refused.', { email: ['No mail arrives there.'] }));
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain('No mail arrives there.');
  expect(document.activeElement).toBe(summary);
});

test('a business that the server refuses shows why, and does not ask to try again', async () => {
  const { answer } = await submit();
  await answer(problem(409, 'You have 20 businesses waiting for review. Please wait.'));
  const reason = await screen.findByText(/^You have 20 businesses waiting for review\./);
  expect(reason.textContent).toContain('Your details are still here.');
  expect(screen.queryByText(/try again/)).toBeNull();
});

test('after a submission the dialog stands alone, and leads to the dashboard', async () => {
  const { answer, browser } = await submit();
  await answer(anOwnBusinessDetail());
  expect((await screen.findByRole('alertdialog', { name: 'Success' })).textContent).toContain(
    'Data submitted successfully!',
  );
  expect(screen.queryByText(/^Step \d of 5/)).toBeNull();
  expect(screen.queryByLabelText('Business name')).toBeNull();
  expect(readDraft('u1', new Date())).toBeNull();
  press('Close');
  await waitFor(() => {
    expect(browser.location?.pathname).toBe('/user/dashboard');
  });
});

test('Back leads from the dialog of a submission to the dashboard', async () => {
  const { answer, browser } = await submit();
  await answer(anOwnBusinessDetail());
  await screen.findByRole('alertdialog', { name: 'Success' });
  browser.navigate?.(-1);
  await waitFor(() => {
    expect(browser.location?.pathname).toBe('/user/dashboard');
  });
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
