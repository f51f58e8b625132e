import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { writeSession } from '../../../shared/session/session.ts';
import { aBusinessWithVisits, anOwnBusiness } from '../../../testing/fixtures.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { lateStub, problem, stub } from '../../../testing/stub-network.ts';

const user = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
const listCall = '/api/businesses/userbusinesses/u1';
const list = stub('GET /api/businesses/approved', []);
const owner = { userId: 'u1' };
const counts = { total: 3, approved: 1, pending: 1, rejected: 1 };
const summary = stub('GET /api/businesses/summary/:userId', counts, owner);
const businesses = stub(
  'GET /api/businesses/userbusinesses/:userId',
  [
    anOwnBusiness({ id: 'b1', businessName: 'Kedai Satu', status: 'approved' }),
    anOwnBusiness({ id: 'b2', businessName: 'Kedai Dua', status: 'pending' }),
    anOwnBusiness({
      id: 'b3',
      businessName: 'Kedai Tiga',
      status: 'rejected',
      rejectionReason: { code: 'photo', text: 'Too dark.' },
    }),
  ],
  owner,
);
const hourlyViews = Array.from({ length: 24 }, (_, hour) => ({
  hour,
  views: hour === 12 ? 34 : 0,
}));

beforeEach(() => {
  localStorage.clear();
  writeSession({ token: 't', role: 'user', user });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const menu = () => within(screen.getByRole('navigation', { name: 'Dashboard' }));

test('the overview shows the account, the counts and rejection reasons', async () => {
  renderPage('/user/dashboard', summary, businesses);
  await heading('Dashboard Overview');
  expect(screen.getByText('Welcome, Siti Aminah')).toBeTruthy();
  expect(screen.getByText('siti@example.com')).toBeTruthy();
  const card = (name: string) =>
    screen.findByRole('link', { name }).then((a) => a.getAttribute('href'));
  expect(await card('3 Total Businesses')).toBe('/user/dashboard?section=businesses');
  expect(await card('1 Rejected')).toBe('/user/dashboard?section=businesses&status=rejected');
  expect(await screen.findByText(/Photo unsuitable: Too dark\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add New Business' }).getAttribute('href')).toBe('/form');
  expect(screen.getByRole('link', { name: 'View My Businesses' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Continue your draft' })).toBeNull();
});

test('the overview shows its buttons once it knows whether there are businesses', async () => {
  const late = lateStub('GET /api/businesses/summary/:userId', owner);
  renderPage('/user/dashboard', late, businesses);
  await heading('Dashboard Overview');
  expect(await screen.findByText('Loading…')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Add New Business' })).toBeNull();
  await late.arrive({ total: 0, approved: 0, pending: 0, rejected: 0 });
  expect(await screen.findByRole('link', { name: 'Add New Business' })).toBeTruthy();
});

test('a business that an administrator removed is named with the date', async () => {
  const removed = stub(
    'GET /api/businesses/userbusinesses/:userId/removed',
    [{ id: 'b9', businessName: 'Kedai Jahit', removedAt: '2026-11-22T04:30:00.000Z' }],
    owner,
  );
  const none = { total: 0, approved: 0, pending: 0, rejected: 0 };
  renderPage(
    '/user/dashboard',
    removed,
    stub('GET /api/businesses/summary/:userId', none, owner),
    stub('GET /api/businesses/userbusinesses/:userId', [], owner),
  );
  const list = async () => within(await screen.findByRole('list', { name: 'Removed businesses' }));
  expect((await list()).getByText('Kedai Jahit')).toBeTruthy();
  const sentence = /was removed by an administrator on 22 Nov 2026, 12:30\./;
  expect(await (await list()).findByText(sentence)).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'View My Businesses' }));
  await heading('My Submitted Businesses');
  expect(await (await list()).findByText(sentence)).toBeTruthy();
});

test('the menu starts open, lists every section and collapses', async () => {
  renderPage('/user/dashboard', summary);
  await heading('Dashboard Overview');
  const entries = menu().getAllByRole('link');
  expect(entries.map((link) => link.textContent)).toEqual([
    'Home',
    'Go to Main Page',
    'Add Business',
    'My Businesses',
    'Analytics',
    'Account',
  ]);
  expect(menu().getByRole('button', { name: 'Logout' })).toBeTruthy();
  const toggle = screen.getByRole('button', { name: 'Menu' });
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
});

/** A screen that is turned by `turn`. */
function stubScreen({ isNarrow }: { isNarrow: boolean }) {
  const media = Object.assign(new EventTarget(), { matches: isNarrow });
  vi.stubGlobal('matchMedia', () => media);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return {
    turn: () =>
      act(() => {
        media.matches = !media.matches;
        media.dispatchEvent(new Event('change'));
      }),
  };
}

test('a phone that is turned does not cover the page with the menu', async () => {
  const { turn } = stubScreen({ isNarrow: false });
  renderPage('/user/dashboard', summary);
  const toggle = await screen.findByRole('button', { name: 'Menu' });
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  turn();
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  turn();
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
});

test('a focus in the menu moves to its button when the menu closes on a turned phone', async () => {
  const { turn } = stubScreen({ isNarrow: false });
  renderPage('/user/dashboard', summary);
  const toggle = await screen.findByRole('button', { name: 'Menu' });
  act(() => menu().getByRole('link', { name: 'Analytics' }).focus());
  turn();
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(toggle);
});

test('on a phone the menu is a drawer with a button that closes it', async () => {
  stubScreen({ isNarrow: true });
  renderPage('/user/dashboard', summary);
  const toggle = await screen.findByRole('button', { name: 'Menu' });
  fireEvent.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(menu().getByRole('button', { name: 'Close menu' }));
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(toggle);
});

test('the drawer closes when the focus moves to the page below it', async () => {
  stubScreen({ isNarrow: true });
  renderPage('/user/dashboard', summary);
  const toggle = await screen.findByRole('button', { name: 'Menu' });
  const link = await screen.findByRole('link', { name: /Rejected/ });
  fireEvent.click(toggle);
  act(() => menu().getByRole('button', { name: 'Close menu' }).focus());
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  act(() => link.focus());
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(link);
});

test('the drawer stays open below the question before a logout, which returns the focus to it', async () => {
  stubScreen({ isNarrow: true });
  localStorage.setItem('draft:u1', '{}');
  renderPage('/user/dashboard', summary);
  const toggle = await screen.findByRole('button', { name: 'Menu' });
  fireEvent.click(toggle);
  fireEvent.click(menu().getByRole('button', { name: 'Logout' }));
  const stay = await screen.findByRole('button', { name: 'Stay logged in' });
  expect(document.activeElement).toBe(stay);
  fireEvent.keyDown(stay, { key: 'Escape' });
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
});

test('My Businesses takes the focus and loads when it is opened, and filters by status', async () => {
  const { browser, requests } = renderPage(
    '/user/dashboard',
    stub('GET /api/businesses/summary/:userId', { ...counts, rejected: 0 }, owner),
    businesses,
  );
  await heading('Dashboard Overview');
  // The overview loads the list for rejected businesses, of which the summary counts none.
  expect(await screen.findByRole('link', { name: '0 Rejected' })).toBeTruthy();
  expect(requests.some(({ path }) => path === listCall)).toBe(false);
  fireEvent.click(menu().getByRole('link', { name: 'My Businesses' }));
  expect(document.activeElement).toBe(await heading('My Submitted Businesses'));
  expect(await screen.findByText('Kedai Satu')).toBeTruthy();
  expect(screen.getByText('pending')).toBeTruthy();
  const status = screen.getByText('3 businesses');
  expect(status.role).toBe('status');
  const details = screen.getByRole('link', { name: 'View Details: Kedai Dua' });
  expect(details.getAttribute('href')).toBe('/my-businesses/b2');
  expect(screen.getAllByRole('link', { name: /^Fix and resubmit/ })).toHaveLength(1);
  fireEvent.click(screen.getByRole('link', { name: 'Rejected' }));
  await waitFor(() => {
    expect(screen.queryByText('Kedai Satu')).toBeNull();
  });
  expect(screen.getByText('Kedai Tiga')).toBeTruthy();
  expect(status.textContent).toBe('1 business');
  fireEvent.click(screen.getByRole('link', { name: 'Fix and resubmit: Kedai Tiga' }));
  const form = { pathname: '/my-businesses/b3', state: { open: 'edit' } };
  await waitFor(() => expect(browser.location).toMatchObject(form));
});

test('an owner of more than twelve businesses finds them by a part of the name', async () => {
  const many = Array.from({ length: 13 }, (_, index) =>
    anOwnBusiness({
      id: `b${index}`,
      businessName: `Kedai ${index}`,
      status: index > 9 ? 'rejected' : 'approved',
    }),
  );
  const answer = stub('GET /api/businesses/userbusinesses/:userId', many, owner);
  renderPage('/user/dashboard?section=businesses', answer);
  const names = () => screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent);
  const search = await screen.findByRole('searchbox', { name: 'Business name' });
  fireEvent.change(search, { target: { value: ' kedai 1' } });
  await screen.findByText('4 businesses');
  expect(names()).toEqual(['Kedai 1', 'Kedai 10', 'Kedai 11', 'Kedai 12']);
  fireEvent.click(screen.getByRole('link', { name: 'Rejected' }));
  await screen.findByText('3 businesses');
  fireEvent.change(search, { target: { value: 'Kedai 2' } });
  await screen.findByText('You have no rejected businesses with that name.');
  fireEvent.click(screen.getByRole('link', { name: 'All' }));
  await screen.findByText('1 business');
  expect(names()).toEqual(['Kedai 2']);
  fireEvent.change(search, { target: { value: 'x' } });
  await screen.findByText('You have no businesses with that name.');
});

test('an owner of many businesses sees fifty at a time, and a search begins at the first page', async () => {
  const many = Array.from({ length: 120 }, (_, index) =>
    anOwnBusiness({ id: `b${index}`, businessName: `Kedai ${index}` }),
  );
  const answer = stub('GET /api/businesses/userbusinesses/:userId', many, owner);
  const { browser } = renderPage('/user/dashboard?section=businesses', answer);
  const names = () => screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent);
  await screen.findByText('120 businesses');
  expect(names()).toHaveLength(50);
  fireEvent.click(screen.getByRole('link', { name: 'Next' }));
  await screen.findByText('Page 2 of 3');
  expect(names()[0]).toBe('Kedai 50');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Kedai 1' } });
  await screen.findByText('31 businesses');
  expect(browser.location?.search).toBe('?section=businesses&q=Kedai+1');
});

test('an owner of a few businesses has no search', async () => {
  renderPage('/user/dashboard?section=businesses&q=satu', businesses);
  await screen.findByText('3 businesses');
  expect(screen.queryByRole('searchbox')).toBeNull();
});

const noAnalytics = stub(
  'GET /api/businesses/userbusinesses/:userId/analytics',
  { analytics: [], hourlyViews: [] },
  owner,
);

test.each([
  [
    '/user/dashboard?section=businesses',
    stub('GET /api/businesses/userbusinesses/:userId', [], owner),
    'No businesses added yet.',
  ],
  ['/my-analytics', noAnalytics, 'No analytics data found.'],
  ['/my-analytics/', noAnalytics, 'No analytics data found.'],
])('%s shows the specified empty state', async (path, empty, text) => {
  renderPage(path, empty);
  expect(await screen.findByText(text)).toBeTruthy();
  const way = screen.getByRole('link', { name: 'Add New Business' });
  expect(way.getAttribute('href')).toBe('/form');
});

test.each([
  ['/user/dashboard', 'GET /api/businesses/summary/:userId'],
  ['/user/dashboard?section=businesses', 'GET /api/businesses/userbusinesses/:userId'],
  ['/my-analytics', 'GET /api/businesses/userbusinesses/:userId/analytics'],
] as const)('%s shows an error with Retry when loading fails', async (path, call) => {
  const { requests } = renderPage(path, stub(call, problem(503), owner));
  expect(await screen.findByText("We couldn't load this. Please try again.")).toBeTruthy();
  const before = requests.length;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => {
    expect(requests.length).toBeGreaterThan(before);
  });
});

test('Analytics shows views by business and the busiest hour', async () => {
  const analytics = [
    aBusinessWithVisits({ id: 'b1', businessName: 'Kedai Satu', views: 34, visitors: 20 }),
  ];
  renderPage(
    '/user/dashboard?section=analytics',
    stub('GET /api/businesses/userbusinesses/:userId/analytics', { analytics, hourlyViews }, owner),
  );
  await heading('Business Analytics');
  expect(await screen.findByText('Busiest: 12:00 (34 views).')).toBeTruthy();
  expect(screen.getByText('Most viewed: Kedai Satu (34 views).')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Performance Overview' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Busiest Time of Day' })).toBeTruthy();
  expect(screen.getByText('23:00')).toBeTruthy();
  expect(screen.getAllByText('Views')).not.toEqual([]);
});

test.each([
  [29, 'Continue your draft'],
  [31, 'Add your business'],
])('after %d days without a change, a draft is offered as %s', async (days, name) => {
  const savedAt = new Date(Date.now() - days * 24 * 3_600_000).toISOString();
  localStorage.setItem('draft:u1', JSON.stringify({ answers: {}, savedAt }));
  renderPage('/user/dashboard?section=add');
  const button = await screen.findByRole('link', { name });
  expect(button.getAttribute('href')).toBe('/form');
});

test('the overview offers a draft to continue', async () => {
  const savedAt = new Date().toISOString();
  localStorage.setItem('draft:u1', JSON.stringify({ answers: {}, savedAt }));
  renderPage('/user/dashboard', summary, businesses);
  await heading('Dashboard Overview');
  const draft = screen.getByRole('link', { name: 'Continue your draft' });
  expect(draft.getAttribute('href')).toBe('/form');
});

test.each(['/user/dashboard', '/my-analytics'])(
  '%s redirects visitors to the login page',
  async (path) => {
    localStorage.clear();
    const { browser } = renderPage(path, list);
    await heading('Welcome');
    expect(browser.location?.search).toBe(`?${new URLSearchParams({ next: path }).toString()}`);
  },
);

test('the dashboard redirects an admin to the login page', async () => {
  writeSession({ token: 't', role: 'admin', user });
  renderPage('/user/dashboard', list);
  expect(await screen.findByText('You are signed in as Siti Aminah')).toBeTruthy();
});

test('Logout opens the home page and clears localStorage, drafts included', async () => {
  localStorage.setItem('draft:u1', '{}');
  const { browser } = renderPage('/user/dashboard', summary, list);
  await heading('Dashboard Overview');
  fireEvent.click(menu().getByRole('button', { name: 'Logout' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => {
    expect(browser.location?.pathname).toBe('/');
  });
  expect(localStorage.length).toBe(0);
});

test('a 401 response opens the login page with Session expired', async () => {
  const { browser } = renderPage(
    '/user/dashboard',
    stub('GET /api/businesses/summary/:userId', problem(401, 'Please log in.'), owner),
  );
  expect(await screen.findByText('Session expired')).toBeTruthy();
  expect(browser.location).toMatchObject({
    pathname: '/user/userlogin',
    search: '?next=%2Fuser%2Fdashboard',
  });
});
