import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { draftKey } from '../../../shared/local-storage.ts';
import { writeSession } from '../../../shared/session/session.ts';
import {
  aHistory,
  aHistoryEntry,
  anOwnBusinessDetail,
  aPastBusiness,
} from '../../../testing/fixtures.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { lateStub, problem, reviewQueue, stub } from '../../../testing/stub-network.ts';

const own = { id: 'a' };
const listing = (ownerId: string | null) =>
  anOwnBusinessDetail({ ...own, status: 'approved', phone: '032-315274', user_id: ownerId });
const history = (ownerId: string | null) => {
  const entry = aHistoryEntry({ status: 'approved' });
  const past = aHistory('a', [entry], { business: aPastBusiness({ ...own, user_id: ownerId }) });
  return stub('GET /api/businesses/:id/history', past, own);
};
const none = reviewQueue();

beforeEach(() => {
  localStorage.clear();
  const user = { id: '9', full_name: 'penghulu', email: '' };
  writeSession({ token: 't', role: 'admin', user });
});

test('an admin corrects open data and returns to its history, which confirms it', async () => {
  const { browser, requests } = renderPage(
    '/adminDashboard/history/a',
    none,
    history(null),
    stub('GET /api/businesses/:id', listing(null), own),
    stub('PUT /api/businesses/update/:id', listing(null), own),
  );
  fireEvent.click(await screen.findByRole('link', { name: 'Correct this listing' }));
  const phone = await screen.findByLabelText('Phone');
  fireEvent.change(phone, { target: { value: '0323152740' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(browser.location?.pathname).toBe('/adminDashboard/history/a');
  });
  expect(await screen.findByText('Correction saved.')).toHaveProperty('role', 'status');
  const sent = requests.filter(({ method }) => method === 'PUT');
  expect(sent.map(({ path }) => path)).toEqual([
    `/api/businesses/update/a?revision=${listing(null).revision}`,
  ]);
});

test('a correction that is saved late does not leave the page that was opened meanwhile', async () => {
  const answer = lateStub('PUT /api/businesses/update/:id', own);
  const detail = stub('GET /api/businesses/:id', listing(null), own);
  const { browser, requests } = renderPage('/adminDashboard/correct/a', none, detail, answer);
  const phone = await screen.findByLabelText('Phone');
  fireEvent.change(phone, { target: { value: '0323152740' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(requests.some(({ method }) => method === 'PUT')).toBe(true);
  });
  fireEvent.click(screen.getByRole('link', { name: 'Reports' }));
  await screen.findByRole('heading', { level: 1, name: 'Reports' });
  await answer.arrive(listing(null));
  expect(browser.location?.pathname).toBe('/adminDashboard/reports');
});

test('a business with an owner cannot be corrected', async () => {
  const detail = stub('GET /api/businesses/:id', listing('u1'), own);
  renderPage('/adminDashboard/correct/a', none, detail);
  expect(await screen.findByText(/This business has an owner/)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Correct this listing' })).toBeTruthy();
  expect(screen.queryByLabelText('Phone')).toBeNull();
});

test.each(['correct', 'history'])('%s of a business that is gone offers no Retry', async (page) => {
  const gone = problem(404, 'There is no such business.');
  const paths = ['GET /api/businesses/:id', 'GET /api/businesses/:id/history'] as const;
  renderPage(`/adminDashboard/${page}/a`, none, ...paths.map((path) => stub(path, gone, own)));
  expect((await screen.findByRole('alert')).textContent).toBe('There is no such business.');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('a 404 without a message, as of a proxy, can be retried', async () => {
  const paths = ['GET /api/businesses/:id', 'GET /api/businesses/:id/history'] as const;
  const answer = problem(404, '');
  renderPage('/adminDashboard/correct/a', none, ...paths.map((path) => stub(path, answer, own)));
  await screen.findByText(/^Couldn't load the business\./);
  await screen.findByRole('button', { name: 'Retry' });
});

test('the history of a business with an owner has no link to correct it', async () => {
  renderPage('/adminDashboard/history/a', none, history('u1'));
  await screen.findByRole('link', { name: 'Public page' });
  expect(screen.queryByRole('link', { name: 'Correct this listing' })).toBeNull();
});

/** As another tab does that saved or discarded the changes, and has the focus then. */
const endElsewhere = () => {
  const key = draftKey('9', 'a');
  fireEvent.blur(window);
  localStorage.removeItem(key);
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });
};

async function changeCorrection() {
  const detail = stub('GET /api/businesses/:id', listing(null), own);
  const page = renderPage('/adminDashboard/correct/a', none, detail, history(null));
  fireEvent.change(await screen.findByLabelText('Phone'), { target: { value: '0323152740' } });
  return page;
}

test('a correction that another tab saved or discarded ends with a word', async () => {
  await changeCorrection();
  endElsewhere();
  expect(
    await screen.findByText('Your changes were saved or discarded in another tab.'),
  ).toHaveProperty('role', 'status');
  expect(window.location.pathname).toBe('/adminDashboard/history/a');
});

test('a correction that ends in another tab does not leave the page that was opened meanwhile', async () => {
  await changeCorrection();
  fireEvent.click(screen.getByRole('link', { name: 'Reports' }));
  // React shows no other page before this ends.
  await act(async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(window.location.pathname).toBe('/adminDashboard/reports');
    endElsewhere();
  });
  await screen.findByRole('heading', { level: 1, name: 'Reports' });
  expect(window.location.pathname).toBe('/adminDashboard/reports');
});
