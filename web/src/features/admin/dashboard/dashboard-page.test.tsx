import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { writeSession, type Role } from '../../../shared/session/session.ts';
import { anOwnBusiness, aSite } from '../../../testing/fixtures.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { problem, reviewQueue, stub, unreachable } from '../../../testing/stub-network.ts';

const user = { id: '9', full_name: 'penghulu', email: '' };
const logIn = (role: Role) => {
  writeSession({ token: 't', role, user });
};
const queued = { status: 'pending', sort: 'review' };
const queuePath = '/api/businesses?status=pending&sort=review';

beforeEach(() => {
  localStorage.clear();
});

test('the dashboard welcomes the admin and shows the review queue', async () => {
  logIn('admin');
  renderPage(
    '/adminDashboard',
    reviewQueue([
      anOwnBusiness({ id: 'b', businessName: 'Kedai Lama', wasPublic: true }),
      anOwnBusiness({ id: 'a', businessName: 'Warung Baru' }),
    ]),
  );
  expect(await screen.findByText('Welcome, penghulu!')).toBeTruthy();
  expect(
    (await screen.findByRole('link', { name: 'Waiting for review 2' })).getAttribute('href'),
  ).toBe('/business-list?status=pending');
  expect(screen.getByText(/2 businesses are waiting for review\. 1 of them was/)).toBeTruthy();
  const names = screen.getAllByRole('link', { name: /^(Kedai Lama|Warung Baru)$/ });
  expect(names.map((link) => link.textContent)).toEqual(['Kedai Lama', 'Warung Baru']);
  const ages = names.map((link) => link.nextSibling?.textContent);
  expect(ages).toEqual([
    expect.stringMatching(/^was live · waiting /),
    expect.stringMatching(/^waiting /),
  ]);
  expect(screen.getAllByRole('link', { name: 'View Business List' })[0]?.getAttribute('href')).toBe(
    '/business-list',
  );
});

test('where edits leave the approved version public, the dashboard calls none of them hidden', async () => {
  logIn('admin');
  const queue = reviewQueue([anOwnBusiness({ id: 'b', wasPublic: true })]);
  const site = stub('GET /api/site', { ...aSite, keepLastApprovedPublic: true });
  renderPage('/adminDashboard', queue, site);
  expect(
    await screen.findByText(/^1 business is waiting for review\. It was live before\.$/),
  ).toBeTruthy();
});

const figures = {
  days: 30,
  approved: 12,
  rejected: 3,
  medianWaitMinutes: 1500,
  rejections: [
    { code: 'photo', count: 2 },
    { code: null, count: 1 },
  ],
  resubmitted: 1,
};

test('the dashboard shows the review activity of the last days', async () => {
  logIn('admin');
  renderPage('/adminDashboard', reviewQueue(), stub('GET /api/review-figures', figures));
  expect(
    await screen.findByRole('heading', { name: 'Review activity, last 30 days' }),
  ).toBeTruthy();
  expect((await screen.findByText('Median wait')).nextSibling?.firstChild?.textContent).toBe(
    '1 d 1 h',
  );
  expect(screen.getByText('1 d 1 h').ariaHidden).toBe('true');
  expect(screen.getByText('1 day 1 hour')).toBeTruthy();
  expect(screen.getByText('Rejected and resubmitted').nextSibling?.textContent).toBe(
    '1 of 3 (33%)',
  );
  expect(screen.getByRole('row', { name: 'Photo unsuitable 2' })).toBeTruthy();
  expect(screen.getByRole('row', { name: 'No reason given 1' })).toBeTruthy();
});

test('review activity without decisions shows a sentence instead of zeros', async () => {
  logIn('admin');
  const nothing = { ...figures, approved: 0, rejected: 0, medianWaitMinutes: null, rejections: [] };
  renderPage('/adminDashboard', reviewQueue(), stub('GET /api/review-figures', nothing));
  expect(await screen.findByText('No decisions in this period.')).toBeTruthy();
  expect(screen.queryByText('Median wait')).toBeNull();
});

test.each([['user' as const], [null]])(
  'a visitor with role %s is redirected to the admin login',
  async (role) => {
    if (role) logIn(role);
    const { browser, requests } = renderPage('/adminDashboard');
    await waitFor(() => {
      expect(browser.location?.pathname).toBe('/admin');
    });
    expect(requests.some(({ path }) => path.startsWith('/api/businesses'))).toBe(false);
  },
);

test('a session that the server refuses ends at the login with "Session expired"', async () => {
  logIn('admin');
  const { browser } = renderPage(
    '/adminDashboard',
    stub('GET /api/businesses', problem(401, 'Please log in.'), queued),
  );
  expect(await screen.findByText('Session expired')).toBeTruthy();
  expect(browser.location).toMatchObject({ pathname: '/admin', search: '?next=%2FadminDashboard' });
  expect(Object.keys(localStorage)).toEqual(['expired']);
});

test('a list that failed to load shows Retry, which requests it again', async () => {
  logIn('admin');
  const { requests } = renderPage(
    '/adminDashboard',
    stub('GET /api/businesses', unreachable, queued),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => {
    expect(requests.filter(({ path }) => path === queuePath).length).toBeGreaterThan(2);
  });
});

test('Logout ends the session and opens the admin login', async () => {
  logIn('admin');
  const { browser } = renderPage('/adminDashboard', reviewQueue());
  fireEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(() => {
    expect(browser.location?.pathname).toBe('/admin');
  });
  expect(localStorage.length).toBe(0);
  expect(await screen.findByRole('heading', { level: 1, name: 'Admin Panel' })).toBeTruthy();
  expect(screen.queryByText('Session expired')).toBeNull();
});
