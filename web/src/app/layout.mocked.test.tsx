import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeSession } from '../shared/session/session.ts';
import { aPlace } from '../testing/fixtures.ts';
import { renderPage } from '../testing/render-page.tsx';
import { reviewQueue, stub } from '../testing/stub-network.ts';

vi.mock('../shared/ui/modal.tsx', () => {
  throw new Error('the code of the dialogs cannot be fetched');
});

vi.mock('../features/admin/operations/operations-page.tsx', () => {
  throw new Error('the code of the page cannot be fetched');
});

vi.mock('../features/account/account-page.tsx', () => new Promise(() => undefined));
vi.mock('../features/owner/dashboard/dashboard-page.tsx', () => new Promise(() => undefined));

const failed = "Couldn't load this part of the page.";

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('the page stays when the dialog of Logout cannot be fetched', async () => {
  const user = { id: '1', full_name: 'Siti Aminah', email: 's@example.com' };
  writeSession({ token: 't', role: 'user', user });
  localStorage.setItem('draft:1', '{}');
  renderPage('/nowhere');
  expect(await screen.findByText('Page not found')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByText(failed)).toBeTruthy();
  expect(screen.getByText('Page not found')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
});

test('an admin page that cannot be fetched has the frame of the others, whose links lead on', async () => {
  writeSession({ token: 't', role: 'admin', user: { id: '9', full_name: 'penghulu', email: '' } });
  const { browser } = renderPage('/adminDashboard/operations', reviewQueue());
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  await waitFor(() => {
    expect(document.title).toBe('Something went wrong · Kampong Bharu Directory');
  });
  fireEvent.click(await screen.findByRole('link', { name: 'Reports' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Reports' })).toBeTruthy();
  expect(browser.location?.pathname).toBe('/adminDashboard/reports');
});

test('a first page whose code is being fetched is announced as loading', async () => {
  renderPage('/account');
  expect(await screen.findByRole('progressbar', { name: /^Loading/ })).toBeTruthy();
});

test('Logout leads home while the code of the page is being fetched', async () => {
  const user = { id: '1', full_name: 'Siti Aminah', email: 's@example.com' };
  writeSession({ token: 't', role: 'user', user });
  renderPage('/user/dashboard', stub('GET /api/businesses/approved', []));
  // The page and its guard are being rendered.
  await import('./areas.tsx');
  expect(await screen.findByRole('progressbar', { name: /^Loading/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByText('No Places Found')).toBeTruthy();
  expect(window.location.pathname).toBe('/');
});

test('the place stays when the dialog of its photograph cannot be fetched', async () => {
  const place = aPlace({ id: 'p1', imagePath: 'photo.webp' });
  renderPage(
    '/places/p1',
    stub('GET /api/businesses/:id', { ...place, adress: null }, { id: 'p1' }),
  );
  fireEvent.click(await screen.findByRole('link', { name: /^Enlarge/ }));
  expect(await screen.findByText(failed)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Warung Mak Teh' })).toBeTruthy();
});
