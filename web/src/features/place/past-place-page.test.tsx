import { publicVersionResponse, type BusinessWithoutStats } from '@directory/api/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { writeSession, type Role } from '../../shared/session/session.ts';
import { aPlace } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { problem, stub } from '../../testing/stub-network.ts';

const at = '2026-03-01T00:00:00.000Z';
const address = `/places/p1/as-of?${new URLSearchParams({ at }).toString()}`;
const place = publicVersionResponse.shape.business
  .unwrap()
  .parse(aPlace({ id: 'p1', synopsis: 'Dulu' })) satisfies BusinessWithoutStats;
const version = (business: BusinessWithoutStats | null) =>
  stub('GET /api/businesses/:id/public-version', { business, time: at }, { id: 'p1', at });

function logIn(role: Role): void {
  writeSession({
    token: 't',
    role,
    user: { id: '9', full_name: 'penghulu', email: '' },
  });
}

beforeEach(() => {
  localStorage.clear();
});

test('an admin sees the page as visitors saw it, under a banner with its date', async () => {
  logIn('admin');
  const { requests } = renderPage(address, version(place));
  expect(await screen.findByRole('heading', { level: 1, name: 'Warung Mak Teh' })).toBeTruthy();
  expect(screen.getByText('Dulu')).toBeTruthy();
  const banner = await screen.findByText(
    'This is the page as visitors saw it on 1 Mar 2026, 08:00.',
  );
  expect(banner).toBeTruthy();
  expect(document.head.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe(
    'noindex',
  );
  expect(screen.getByRole('link', { name: 'History' }).getAttribute('href')).toBe(
    `/adminDashboard/history/p1?${new URLSearchParams({ at }).toString()}`,
  );
  // It is no visit.
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

test('a time at which visitors saw nothing says so', async () => {
  logIn('user');
  renderPage(address, version(null));
  expect(
    await screen.findByText("Visitors couldn't see this listing on 1 Mar 2026, 08:00."),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'My business' }).getAttribute('href')).toBe(
    '/my-businesses/p1',
  );
});

test.each([
  ['admin', 'after event 3.'],
  ['user', 'on 1 Mar 2026, 08:00.'],
] as const)('%s reads that visitors saw the version %s', async (role, moment) => {
  logIn(role);
  renderPage(
    '/places/p1/as-of?at=3',
    stub(
      'GET /api/businesses/:id/public-version',
      { business: place, time: at },
      { id: 'p1', at: '3' },
    ),
  );
  expect(await screen.findByText(`This is the page as visitors saw it ${moment}`)).toBeTruthy();
});

test('the page says whether the place was open then, and marks that day', async () => {
  logIn('admin');
  // 08:00 in the site's time zone, on a Sunday.
  const openingTimes = [{ days: ['sun' as const], from: '06:00', to: '09:30' }];
  renderPage(address, version({ ...place, openingTimes }));
  expect(await screen.findByText('Open until 9:30 am')).toBeTruthy();
  const marked = screen.getAllByRole('row', { current: 'date' });
  expect(marked.map(({ textContent }) => textContent)).toEqual(['Sunday6 am – 9:30 am']);
});

test('the end of today marks this moment, as it has not come yet', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:30:00.000Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  logIn('admin');
  const endOfDay = '2026-11-20T16:00:00.000Z';
  const openingTimes = [{ days: ['fri' as const], from: '20:00', to: '00:00' }];
  const params = { id: 'p1', at: endOfDay };
  const answer = { business: { ...place, openingTimes }, time: at };
  renderPage(
    `/places/p1/as-of?at=${endOfDay}`,
    stub('GET /api/businesses/:id/public-version', answer, params),
  );
  expect(await screen.findByText('Open until midnight')).toBeTruthy();
  const marked = screen.getAllByRole('row', { current: 'date' });
  expect(marked.map(({ textContent }) => textContent)).toEqual(['Friday8 pm – midnight']);
});

test('a failure of the server can be tried again', async () => {
  logIn('admin');
  const failure = problem(500);
  const { respond } = renderPage(
    address,
    stub('GET /api/businesses/:id/public-version', failure, { id: 'p1', at }),
  );
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.getByText("Couldn't load the earlier version.")).toBeTruthy();
  respond(version(place));
  fireEvent.click(retry);
  expect(await screen.findByText('Dulu')).toBeTruthy();
});

test.each([
  ['a time in the future', '2126-01-01T00:00:00.000Z', version(place), /is in the future/],
  [
    'what is no time',
    'zzz',
    stub('GET /api/businesses/:id/public-version', problem(400), { id: 'p1', at: 'zzz' }),
    /no listing or no date/,
  ],
])('%s is refused', async (_, time, answer, shown) => {
  logIn('admin');
  renderPage(`/places/p1/as-of?at=${time}`, answer);
  expect(await screen.findByText(shown)).toBeTruthy();
  expect(screen.queryByText(/as visitors saw it/)).toBeNull();
});

test('a visitor is told that only its owner and admins see a past version', async () => {
  renderPage(
    address,
    stub('GET /api/businesses/:id/public-version', problem(401), { id: 'p1', at }),
  );
  expect(await screen.findByText(/Only the owner of a listing and administrators/)).toBeTruthy();
});
