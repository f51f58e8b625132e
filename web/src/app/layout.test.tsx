import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeSession, type Role } from '../shared/session/session.ts';
import { fakeIndexedDb } from '../testing/fake-indexed-db.ts';
import { renderPage } from '../testing/render-page.tsx';
import { reviewQueue, stub } from '../testing/stub-network.ts';

const list = stub('GET /api/businesses/approved', []);
const user = { id: '1', full_name: 'Siti Aminah', email: 's@example.com' };
const logIn = (role: Role) => {
  writeSession({ token: 't', role, user });
};
const link = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href') ?? null;

beforeEach(() => {
  localStorage.clear();
});

test('a visitor finds the way in and no dashboard', async () => {
  renderPage('/', list);
  await screen.findByText('No Places Found');
  expect([link('Home'), link('Login'), link('Register'), link('Dashboard')]).toEqual([
    '/',
    '/user/userlogin',
    '/user/register',
    null,
  ]);
});

test.each(['/user/userlogin', '/user/register'])(
  'the links of the header on %s lead on to the page that was asked for',
  async (address) => {
    renderPage(`${address}?next=%2Fform`, list);
    await screen.findByRole('heading', { level: 1 });
    expect([link('Login'), link('Register')]).toEqual([
      '/user/userlogin?next=%2Fform',
      '/user/register?next=%2Fform',
    ]);
  },
);

test.each([
  ['user', '/user/dashboard', '/'],
  ['admin', '/adminDashboard', '/admin'],
] as const)('%s is greeted, has a dashboard and logs out', async (role, dashboard, after) => {
  logIn(role);
  const { browser } = renderPage('/nowhere', list);
  expect(screen.getByText('Hi, Siti Aminah!')).toBeTruthy();
  expect([link('Dashboard'), link('Login')]).toEqual([dashboard, null]);
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => {
    expect(browser.location?.pathname).toBe(after);
  });
  expect(localStorage.length).toBe(0);
  expect(link('Login')).toBe('/user/userlogin');
});

test.each([
  ['a visitor', null, '/user/register?next=%2Fform'],
  ['an owner', 'user', '/form'],
  ['an admin', 'admin', null],
] as const)('"List your business" is for %s what the role allows', async (_who, role, target) => {
  if (role) logIn(role);
  renderPage('/nowhere', list);
  await screen.findByText('Page not found');
  expect(link('List your business')).toBe(target);
});

test.each([
  ['user', '/nowhere', '/'],
  ['admin', '/adminDashboard', '/admin'],
] as const)('Logout of %s on %s asks before it deletes a draft', async (role, address, after) => {
  logIn(role);
  localStorage.setItem('draft:1', '{}');
  const { browser } = renderPage(address, list, reviewQueue());
  const logOut = await screen.findByRole('button', { name: 'Logout' });
  fireEvent.click(logOut);
  fireEvent.click(await screen.findByRole('button', { name: 'Stay logged in' }));
  expect(localStorage.getItem('draft:1')).toBe('{}');
  fireEvent.click(logOut);
  fireEvent.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => {
    expect(browser.location?.pathname).toBe(after);
  });
  expect(localStorage.length).toBe(0);
});

test.each([
  ['user', '/data', 'Privacy'],
  ['admin', '/adminDashboard/deleted', 'Overview'],
] as const)('Back of %s to %s restores the scroll position', async (role, address, next) => {
  logIn(role);
  const { browser } = renderPage(address, list, reviewQueue());
  const scrollTo = vi.spyOn(window, 'scrollTo');
  const link = await screen.findByRole('link', { name: next });
  vi.stubGlobal('scrollY', 300);
  fireEvent.scroll(window);
  fireEvent.click(link);
  await waitFor(() => {
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  });
  vi.stubGlobal('scrollY', 0);
  act(() => browser.navigate?.(-1));
  await waitFor(() => {
    expect(scrollTo).toHaveBeenLastCalledWith(0, 300);
  });
});

test('Logout deletes the photos of the own drafts only', async () => {
  logIn('user');
  const others = ['2', '10', 'draft:10:b1', 'draft:2:b1'];
  const own = ['1', 'draft:1:b1', 'draft:1:b2'];
  const photos = fakeIndexedDb([...own, ...others].map((key) => [key, 'jpg']));
  renderPage('/nowhere', list);
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => {
    expect([...photos.keys()]).toEqual(others);
  });
});

test('Back to a page of owners after the session expired leads to the login again', async () => {
  logIn('user');
  const { browser, sessions } = renderPage('/user/dashboard', list);
  act(() => browser.navigate?.('/saved'));
  await screen.findByRole('heading', { level: 1, name: 'Saved places' });
  act(() => sessions.expire('t'));
  expect(await screen.findByText('Session expired')).toBeTruthy();
  act(() => window.history.back());
  await waitFor(() => {
    expect(browser.location).toMatchObject({
      pathname: '/user/userlogin',
      search: '?next=%2Fuser%2Fdashboard',
    });
  });
  expect(await screen.findByText('Session expired')).toBeTruthy();
});

test('after the session expired the other pages can be read', async () => {
  logIn('user');
  const { browser, sessions } = renderPage('/data?from=mail', list);
  act(() => sessions.expire('t'));
  expect(await screen.findByText('Session expired')).toBeTruthy();
  expect(browser.location?.search).toBe('?next=%2Fdata%3Ffrom%3Dmail');
  fireEvent.click(screen.getByRole('link', { name: 'Saved' }));
  await screen.findByRole('heading', { level: 1, name: 'Saved places' });
  expect(browser.location?.pathname).toBe('/saved');
});

test('a login page on which the session expires is not where the next login leads', async () => {
  logIn('user');
  const { browser, sessions } = renderPage('/user/userlogin', list);
  await screen.findByText('You are signed in as Siti Aminah');
  act(() => sessions.expire('t'));
  expect(await screen.findByText('Session expired')).toBeTruthy();
  expect(browser.location).toMatchObject({ pathname: '/user/userlogin', search: '' });
});

test.each([
  ['a visitor', '/user/dashboard', '/user/userlogin', null],
  ['a visitor', '/account', '/user/userlogin', null],
  ['a visitor', '/adminDashboard', '/admin', null],
  ['an admin with a made-up password', '/adminDashboard', '/account', 'admin'],
] as const)('%s who is redirected from %s to %s can go back', async (_who, from, to, role) => {
  if (role) writeSession({ token: 't', role, user: { ...user, mustChangePassword: true } });
  const { browser } = renderPage('/saved', list);
  act(() => browser.navigate?.(from));
  await waitFor(() => {
    expect(browser.location?.pathname).toBe(to);
  });
  act(() => window.history.back());
  await screen.findByRole('heading', { level: 1, name: 'Saved places' });
});

test('a logout in another tab leads from a page of owners to the places', async () => {
  logIn('user');
  const { browser } = renderPage('/user/dashboard', list);
  await screen.findByRole('heading', { level: 1, name: 'Dashboard Overview' });
  localStorage.clear();
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });
  await screen.findByRole('heading', { level: 1, name: /^Discover/ });
  expect(browser.location?.pathname).toBe('/');
});

test('a logout in another tab leads from a page of admins to their log-in, and not back', async () => {
  logIn('admin');
  const { browser } = renderPage('/adminDashboard/deleted', list, reviewQueue());
  await screen.findByRole('heading', { level: 1, name: 'Deleted businesses' });
  localStorage.clear();
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });
  await screen.findByLabelText('Username');
  expect(browser.location).toMatchObject({ pathname: '/admin', search: '' });
});

test('a logout in another tab shows here', () => {
  logIn('user');
  renderPage('/nowhere', list);
  expect(screen.getByText('Hi, Siti Aminah!')).toBeTruthy();
  localStorage.clear();
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });
  expect(screen.queryByText('Hi, Siti Aminah!')).toBeNull();
});

test.each([
  ['user', '/nowhere'],
  ['admin', '/adminDashboard/deleted'],
] as const)('%s skips to the content of %s, whose state stays', async (role, pathname) => {
  logIn(role);
  const state = { results: '/' };
  const { browser } = renderPage({ pathname, state }, list, reviewQueue());
  const skip = await screen.findByRole('link', { name: /^Skip to/ });
  expect(fireEvent.click(skip, { ctrlKey: true })).toBe(true);
  expect(document.activeElement).not.toBe(screen.getByRole('main'));
  expect(fireEvent.click(skip)).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(browser.location).toMatchObject({ hash: '', state });
});

test('an unknown address says so, with one heading and a way home', async () => {
  renderPage('/nowhere/at/all', list);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found');
  expect(link('Browse all places')).toBe('/');
  expect(document.title).toBe('Page not found · Kampong Bharu Directory');
});

test('the heading takes the focus after an admin page', async () => {
  logIn('admin');
  renderPage('/adminDashboard/deleted', list, reviewQueue());
  fireEvent.click(await screen.findByRole('link', { name: 'View site' }));
  const heading = await screen.findByRole('heading', { level: 1, name: /^Discover/ });
  expect(document.activeElement).toBe(heading);
});

test('the heading takes the focus after a change of page and not before', async () => {
  renderPage('/nowhere', list);
  expect(await screen.findByText('Page not found')).toBeTruthy();
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByRole('link', { name: 'Browse all places' }));
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });
  expect(document.activeElement?.textContent).toBe('Discover the beauty of Kampong Bharu');
});

test('the heading takes the focus after Forward', async () => {
  renderPage('/nowhere', list);
  fireEvent.click(await screen.findByRole('link', { name: 'Browse all places' }));
  await screen.findByRole('heading', { level: 1, name: /^Discover/ });
  act(() => window.history.back());
  const left = await screen.findByRole('link', { name: 'Browse all places' });
  expect(document.activeElement).toBe(left);
  act(() => window.history.forward());
  const heading = await screen.findByRole('heading', { level: 1, name: /^Discover/ });
  await waitFor(() => {
    expect(document.activeElement).toBe(heading);
  });
});
