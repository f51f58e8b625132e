import type { DirectoryAsOfResponse } from '@directory/api/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { writeSession } from '../../../shared/session/session.ts';
import { aSite } from '../../../testing/fixtures.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { problem, reviewQueue, stub, unreachable } from '../../../testing/stub-network.ts';

const moment = '2026-03-01T15:59:59.999Z';
const directory: DirectoryAsOfResponse = {
  date: '2026-03-01',
  moment,
  counts: { pending: 1, approved: 30, rejected: 2, deleted: 4 },
  matching: 33,
  page: 1,
  pages: 2,
  listings: [
    {
      id: 'a',
      businessName: 'Warung Mak Teh',
      businessInfo: 'Makanan & Minuman',
      subCategory: 'Warung',
      kampong: null,
      status: 'approved',
      changedAt: '2026-02-01T00:00:00.000Z',
      demonstration: false,
    },
  ],
};
const none = reviewQueue();
const first = stub('GET /api/directory', directory, { date: '2026-03-01' });
const address = '/adminDashboard/as-of?date=2026-03-01';

beforeEach(() => {
  localStorage.clear();
  const user = { id: '9', full_name: 'penghulu', email: '' };
  writeSession({ token: 't', role: 'admin', user });
});

test('the directory as of a date shows its count, and links each listing to its page as of then', async () => {
  renderPage(address, none, first);
  expect(
    await screen.findByText('33 listings at the end of 1 March 2026 (Kuala Lumpur time).'),
  ).toBeTruthy();
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  const at = new URLSearchParams({ at: moment }).toString();
  expect(hrefOf('Warung Mak Teh')).toBe(`/places/a/as-of?${at}`);
  expect(hrefOf('All fields and history: Warung Mak Teh')).toBe(`/adminDashboard/history/a?${at}`);
  expect(hrefOf('Page 2')).toBe('/adminDashboard/as-of?date=2026-03-01&page=2');
  expect(screen.getByRole('option', { name: 'Deleted (4)' })).toBeTruthy();
});

test('a date that is refused says why at the field, without Retry', async () => {
  const date = ['Enter a day up to 2026-03-01, such as 2026-03-01.'];
  const refused = problem(400, 'Please check what you entered.', { date });
  renderPage(address, none, stub('GET /api/directory', refused, { date: '2026-03-01' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Please check what you entered.');
  expect(screen.getByLabelText('Date').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(date[0] ?? '')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('the listings of the present day link to their pages as of now', async () => {
  const future = { ...directory, moment: '2126-03-01T15:59:59.999Z' };
  renderPage(address, none, stub('GET /api/directory', future, { date: '2026-03-01' }));
  const link = await screen.findByRole('link', { name: 'Warung Mak Teh' });
  const at = new URL(link.getAttribute('href') ?? '', 'http://site').searchParams.get('at') ?? '';
  expect(Date.parse(at)).toBeGreaterThan(Date.parse(moment));
  expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
});

test.each([
  ['approved', false, true],
  ['pending', false, false],
  ['pending', true, true],
  ['rejected', true, false],
  ['deleted', true, false],
] as const)(
  'a listing that was %s, where edits leave it public: %s, links to its page as of then: %s',
  async (status, keepLastApprovedPublic, isLinked) => {
    const listings = directory.listings.map((listing) => ({ ...listing, status }));
    renderPage(
      address,
      none,
      stub('GET /api/site', { ...aSite, keepLastApprovedPublic }),
      stub('GET /api/directory', { ...directory, listings }, { date: '2026-03-01' }),
    );
    await screen.findByRole('link', { name: 'All fields and history: Warung Mak Teh' });
    const links = screen.queryAllByRole('link', { name: /^Page as visitors saw it/ });
    expect(links).toHaveLength(isLinked ? 1 : 0);
  },
);

test('the report of the listings as of the date is downloaded', async () => {
  const { requests } = renderPage(address, none, first);
  fireEvent.click(await screen.findByRole('button', { name: 'Download all but deleted (CSV)' }));
  const file = '/api/reports/listings.csv?by=business&asOf=2026-03-01&demonstration=true';
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain(file));
});

test('another date, status, category and name are in the address, from the first page', async () => {
  const { browser } = renderPage(`${address}&page=2`, none, first);
  // As a browser reads 26 for the year.
  fireEvent.change(await screen.findByLabelText('Date'), { target: { value: '0026-02-01' } });
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'deleted' } });
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'Pasar' } });
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: ' mak ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(browser.location?.search).toBe('?date=2026-02-01&status=deleted&category=Pasar&q=mak');
});

test('Show keeps the focus, and Back brings the date before into the form', async () => {
  const earlier = { ...directory, date: '2026-02-01', matching: 5 };
  const { browser } = renderPage(
    address,
    none,
    first,
    stub('GET /api/directory', earlier, { date: '2026-02-01' }),
  );
  const status = await screen.findByText(/^33 listings/);
  const date = screen.getByLabelText<HTMLInputElement>('Date');
  fireEvent.change(date, { target: { value: '2026-02-01' } });
  const show = screen.getByRole('button', { name: 'Show' });
  show.focus();
  fireEvent.click(show);
  // Screen readers announce changes of what is there already.
  expect(await screen.findByText(/^5 listings at the end of 1 February 2026/)).toBe(status);
  expect(document.activeElement).toBe(show);
  act(() => browser.navigate?.(-1));
  await screen.findByText(/^33 listings/);
  expect(date.value).toBe('2026-03-01');
  expect(date.isConnected).toBe(true);
});

test('another page focuses the line above the listings', async () => {
  const second = stub(
    'GET /api/directory',
    { ...directory, page: 2 },
    { date: '2026-03-01', page: '2' },
  );
  renderPage(address, none, first, second);
  fireEvent.click(await screen.findByRole('link', { name: 'Page 2' }));
  await waitFor(() => {
    expect(document.activeElement?.textContent).toMatch(/^33 listings/);
  });
});

test('a date without listings says so', async () => {
  const empty = { ...directory, matching: 0, pages: 1, listings: [] };
  renderPage(address, none, stub('GET /api/directory', empty, { date: '2026-03-01' }));
  expect(await screen.findByRole('heading', { name: 'No listings' })).toBeTruthy();
});

test('a failure can be retried', async () => {
  const { respond } = renderPage(
    address,
    none,
    stub('GET /api/directory', unreachable, { date: '2026-03-01' }),
  );
  const retry = await screen.findByRole('button', { name: 'Retry' });
  respond(first);
  fireEvent.click(retry);
  expect(await screen.findByText('Warung Mak Teh')).toBeTruthy();
});

test('settings of the site that failed to load can be retried, which shows today', async () => {
  const { respond } = renderPage('/adminDashboard/as-of', none, stub('GET /api/site', unreachable));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: aSite.timeZone }).format(new Date());
  respond(stub('GET /api/site', aSite), stub('GET /api/directory', directory, { date: today }));
  fireEvent.click(retry);
  expect(await screen.findByText('Warung Mak Teh')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
