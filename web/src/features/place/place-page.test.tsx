import type { BusinessResponse } from '@directory/api/contracts';
import type { OpeningTimes } from '@directory/domain/catalogue';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { writeSession, type Role } from '../../shared/session/session.ts';
import { anOwnBusiness, aPlace } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { siteTexts } from '../../texts/site-texts.ts';
import { lateStub, pending, problem, stub, unreachable } from '../../testing/stub-network.ts';

const place = aPlace({ id: 'p1', businessName: 'Warung Mak Teh' });
const address = '/places/p1';
const call = '/api/businesses/p1';
const found = (detail: BusinessResponse = place) =>
  stub('GET /api/businesses/:id', { ...detail, adress: detail.address }, { id: detail.id });
const notYet = stub('GET /api/businesses/:id', pending, { id: 'p1' });
const list = stub('GET /api/businesses/approved', []);
const sections = ['Synopsis', 'Video', 'Good to know'];

const clickOn = (channel: string) => ({
  method: 'POST',
  path: '/api/businesses/p1/click',
  body: { channel },
});

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
});

test('a place that is awaited says Loading... to those who hear it', async () => {
  renderPage(address, notYet);
  const waiting = await screen.findByText('Loading...');
  expect(waiting.getAttribute('role')).toBe('status');
});

test('a place that the link brought along is shown at once and asked for again', async () => {
  const known = { ...place, synopsis: 'Old words' };
  const answer = lateStub('GET /api/businesses/:id', { id: 'p1' });
  const { requests } = renderPage({ pathname: address, state: { place: known } }, answer);
  expect(await screen.findByText('Old words')).toBeTruthy();
  expect(screen.queryByText('Loading...')).toBeNull();
  await answer.arrive({ ...place, synopsis: 'New words', adress: null });
  expect(await screen.findByText('New words')).toBeTruthy();
  expect(requests.some(({ path }) => path === call)).toBe(true);
});

test('another place in the state of the link is not shown', async () => {
  renderPage({ pathname: address, state: { place: aPlace({ id: 'p2' }) } }, notYet);
  expect(await screen.findByText('Loading...')).toBeTruthy();
});

test('a double click on Back to results goes one step back, not two', async () => {
  renderPage({ pathname: address, state: { place, results: '/?page=2' } }, notYet);
  const go = vi.spyOn(window.history, 'go').mockReturnValue();
  const link = await screen.findByRole('link', { name: 'Back to results' });
  fireEvent.click(link, { detail: 1 });
  const isLeftToBrowser = fireEvent.click(link, { detail: 2 });
  expect(isLeftToBrowser).toBe(false);
  expect(go.mock.calls).toEqual([[-1]]);
  go.mockRestore();
});

test('a click on Back to results that opens another tab is left to the browser', async () => {
  renderPage({ pathname: address, state: { place, results: '/?page=2' } }, notYet);
  const go = vi.spyOn(window.history, 'go').mockReturnValue();
  const link = await screen.findByRole('link', { name: 'Back to results' });
  expect(fireEvent.click(link, { detail: 1, ctrlKey: true })).toBe(true);
  expect(go).not.toHaveBeenCalled();
  go.mockRestore();
});

test.each([
  ['is gone', problem(404, 'gone')],
  ['cannot be reached', unreachable],
])('a place that %s leads home with a polite notice', async (_why, failure) => {
  const { browser } = renderPage(
    address,
    stub('GET /api/businesses/:id', failure, { id: 'p1' }),
    list,
  );
  const notice = await screen.findByText('That place is no longer available');
  expect(notice.getAttribute('role')).toBe('status');
  expect(browser.location?.pathname).toBe('/');
  expect(console.error).toHaveBeenCalled();
});

test('a place that is opened offline is not said to be gone', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  renderPage(address, stub('GET /api/businesses/:id', unreachable, { id: 'p1' }), list);
  expect(await screen.findByText(siteTexts.load.offline)).toBeTruthy();
  expect(screen.queryByText('That place is no longer available')).toBeNull();
});

test('a hidden place of an owner whose session expired leads to the login, and back from there', async () => {
  const user = { id: 'owner-1', full_name: 'Siti', email: 'siti@example.com' };
  writeSession({ token: 'expired', role: 'user', user });
  const answer = (status: number) => stub('GET /api/businesses/:id', problem(status), { id: 'p1' });
  const [refused, hidden] = [answer(401), answer(404)];
  const respond = () => (localStorage.getItem('token') ? refused : hidden).respond();
  const { browser } = renderPage(address, { ...refused, respond }, list);
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome' })).toBeTruthy();
  expect(browser.location).toMatchObject({
    pathname: '/user/userlogin',
    search: '?next=%2Fplaces%2Fp1',
  });
});

test('a place that failed to load is shown by the next click once it can be reached', async () => {
  const { browser, respond } = renderPage(
    '/',
    stub('GET /api/businesses/approved', [place]),
    stub('GET /api/businesses/:id', unreachable, { id: 'p1' }),
  );
  const card = () => screen.findByRole('link', { name: /Warung Mak Teh/ });
  fireEvent.click(await card());
  expect(await screen.findByText('That place is no longer available')).toBeTruthy();
  respond(found({ ...place, synopsis: 'New words' }));
  fireEvent.click(await card());
  expect(await screen.findByText('New words')).toBeTruthy();
  expect(browser.location?.pathname).toBe(address);
});

test('what is not known leaves no gap', async () => {
  renderPage(address, found());
  await screen.findByRole('heading', { level: 1 });
  expect(screen.getByText('N/A')).toBeTruthy();
  expect(screen.getByText('No location data available')).toBeTruthy();
  for (const name of sections) expect(screen.queryByRole('heading', { name })).toBeNull();
  expect(screen.queryByText(/Established/)).toBeNull();
  expect(within(screen.getByRole('list', { name: 'Contact' })).queryByRole('link')).toBeNull();
  expect(screen.queryByRole('list', { name: 'Links' })).toBeNull();
  expect(screen.queryByText(/Source:/)).toBeNull();
});

test('the page shows every field that the place has', async () => {
  renderPage(
    address,
    found({
      ...place,
      yearStarted: 1963,
      subCategory: 'Warung',
      synopsis: 'Nasi lemak.',
      operatingHours: 'Pagi-Tengahhari',
      kampong: 'Chow Kit',
      facilities: ['Tandas', 'Surau'],
      address: '12 Jalan Raja Alang',
      latitude: 0,
      longitude: 0,
      source: 'a public list',
      licence: 'ODbL-1.0',
      youtube: 'https://youtu.be/dQw4w9WgXcQ',
    }),
  );
  expect(await screen.findByText('Established: 1963')).toBeTruthy();
  for (const text of ['Warung', 'Nasi lemak.', 'Pagi-Tengah Hari', 'Chow Kit'])
    expect(screen.getByText(text)).toBeTruthy();
  const facilities = screen.getByText('Facilities').nextElementSibling;
  expect(facilities?.textContent).toBe('Tandas toilet, Surau prayer room');
  for (const name of sections) expect(screen.getByRole('heading', { name })).toBeTruthy();
  // Below the name, and with the map.
  expect(screen.getAllByText('12 Jalan Raja Alang')).toHaveLength(2);
  expect(screen.getByText('Coordinates: 0.00000, 0.00000')).toBeTruthy();
  expect(screen.queryByText('No location data available')).toBeNull();
  for (const name of [/^Google Maps/, /^Waze/, /^OpenStreetMap/])
    expect(screen.getByRole('link', { name })).toBeTruthy();
  expect(screen.getByText(/Source: a public list \(ODbL\)/)).toBeTruthy();
  expect(document.title).toBe('Warung Mak Teh · Kampong Bharu Directory');
});

describe('opening hours', () => {
  const now = (time: string) => {
    vi.useFakeTimers({ now: new Date(time), toFake: ['Date'] });
  };
  const openingTimes: OpeningTimes = [
    { days: ['mon', 'tue', 'wed', 'thu'], from: '09:00', to: '18:00' },
    { days: ['fri'], from: '09:00', to: '12:30' },
    { days: ['fri'], from: '14:45', to: '18:00' },
  ];

  test('that are known are a table of the week, with today marked', async () => {
    now('2026-11-20T05:00:00.000Z');
    renderPage(address, found({ ...place, openingTimes, operatingHours: 'Pagi-Petang' }));
    expect(await screen.findByText('Closed · opens 2:45 pm')).toBeTruthy();
    expect(screen.getByText('Pagi-Petang').lang).toBe('ms');
    const week = screen.getByRole('table', { name: 'Opening hours' });
    const rows = within(week).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent).slice(3, 6)).toEqual([
      'Thursday9 am – 6 pm',
      'Friday9 am – 12:30 pm, 2:45 pm – 6 pm',
      'SaturdayClosed',
    ]);
    // On a line of its own, the second range does not begin with the comma.
    expect(within(week).getByText('9 am – 12:30 pm,')).toBeTruthy();
    expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([
      ...Array<null>(4).fill(null),
      'date',
      null,
      null,
    ]);
  });

  test('follow the clock of the site', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T09:59:00.000Z') });
    renderPage(
      { pathname: address, state: { place } },
      found({ ...place, openingTimes, operatingHours: null }),
    );
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.getByText('Open until 6 pm')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(75_000));
    expect(screen.getByText('Closed · opens 9 am Mon')).toBeTruthy();
  });

  test('of which only the span is known are what they usually are', async () => {
    renderPage(address, found({ ...place, operatingHours: 'Pagi-Malam' }));
    expect(await screen.findByText('Usually morning to night')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('that are unknown are said to be', async () => {
    renderPage(address, found());
    expect(await screen.findByText('Opening hours unknown')).toBeTruthy();
  });
});

test('contact buttons open their own tab, tell nothing of where one comes from and count', async () => {
  const { requests } = renderPage(
    address,
    found({
      ...place,
      whatsapp: '012-3456789',
      phone: '032-6931007',
      website: 'https://a.example',
    }),
  );
  const contact = within(await screen.findByRole('list', { name: 'Contact' }));
  const whatsapp = contact.getByRole('link', { name: /WhatsApp/ });
  expect(whatsapp.getAttribute('rel')).toBe('noopener nofollow ugc');
  expect(whatsapp.getAttribute('target')).toBe('_blank');
  const phone = contact.getByRole('link', { name: /^Phone ?03-2693 1007$/ });
  expect(phone.getAttribute('href')).toBe('tel:+60326931007');
  const links = within(screen.getByRole('list', { name: 'Links' }));
  fireEvent.click(links.getByRole('link', { name: /Website/ }));
  await waitFor(() => {
    expect(requests).toContainEqual(clickOn('website'));
  });
});

test('an address without a pin has directions below "No location data available"', async () => {
  const lot = { ...place, address: 'LOT 1, JALAN DAUD, 50300 KUALA LUMPUR' };
  const { requests } = renderPage(address, found(lot));
  expect(await screen.findByText('Lot 1, Jalan Daud, 50300 Kuala Lumpur')).toBeTruthy();
  expect(screen.getByText('No location data available')).toBeTruthy();
  const directions = within(screen.getByRole('list', { name: 'Directions' }));
  fireEvent.click(directions.getByRole('link', { name: /Waze/ }));
  await waitFor(() => {
    expect(requests).toContainEqual(clickOn('directions'));
  });
});

test('without map tiles the map says that it shows no streets, not that it failed', async () => {
  renderPage(address, found(aPlace({ id: 'p1', latitude: 3.1645, longitude: 101.7045 })));
  expect(await screen.findByText('This map shows no streets.')).toBeTruthy();
  expect(screen.getByText('Coordinates: 3.16450, 101.70450')).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Google Maps/ })).toBeTruthy();
  expect(screen.queryByText(/couldn't be loaded/)).toBeNull();
});

test('a click on the photograph shows it whole, and Close returns to it', async () => {
  renderPage(address, found({ ...place, imagePath: 'shop.webp' }));
  const photo = await screen.findByRole('link', { name: 'Enlarge the photo of Warung Mak Teh' });
  expect(photo.getAttribute('href')).toBe('/uploads/shop.webp');
  // Left to the browser, which opens another tab.
  expect(fireEvent.click(photo, { ctrlKey: true })).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(photo);
  const dialog = within(await screen.findByRole('dialog', { name: 'Warung Mak Teh' }));
  expect(dialog.getByRole('img', { name: 'Warung Mak Teh' })).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a photograph that does not load cannot be enlarged', async () => {
  renderPage(address, found({ ...place, imagePath: 'lost.webp' }));
  fireEvent.error(await screen.findByRole('img', { name: 'Warung Mak Teh' }));
  expect(screen.queryByRole('link', { name: /^Enlarge/ })).toBeNull();
});

describe('somebody who is logged in', () => {
  const logIn = (role: Role) => {
    const user = { id: 'owner-1', full_name: 'Siti', email: 'siti@example.com' };
    writeSession({ token: 't', role, user });
  };
  const ownList = (id: string) =>
    stub('GET /api/businesses/userbusinesses/:userId', [anOwnBusiness({ id })], {
      userId: 'owner-1',
    });

  test('can edit the own listing from its page', async () => {
    logIn('user');
    renderPage(address, found(), ownList('p1'));
    const edit = await screen.findByRole('link', { name: 'Edit this listing' });
    expect(edit.getAttribute('href')).toBe('/my-businesses/p1');
  });

  test('cannot edit the listing of somebody else', async () => {
    logIn('user');
    const own = found(aPlace({ id: 'p2', businessName: 'Kedai Dua' }));
    const { browser } = renderPage('/places/p2', own, found(), ownList('p2'));
    await screen.findByRole('link', { name: 'Edit this listing' });
    await act(async () => browser.navigate?.(address));
    await screen.findByRole('heading', { level: 1, name: 'Warung Mak Teh' });
    expect(screen.queryByRole('link', { name: 'Edit this listing' })).toBeNull();
  });

  test('finds the history of a listing as an admin', async () => {
    logIn('admin');
    renderPage(address, found());
    const history = await screen.findByRole('link', { name: 'History and review' });
    expect(history.getAttribute('href')).toBe('/adminDashboard/history/p1');
  });
});

test('a video waits for a click before it loads anything of its host', async () => {
  const { container } = renderPage(
    address,
    found({ ...place, youtube: 'https://youtu.be/dQw4w9WgXcQ' }),
  );
  const play = await screen.findByRole('button', { name: /Play video/ });
  expect(container.querySelector('iframe')).toBeNull();
  fireEvent.click(play);
  const frame = screen.getByTitle('Video of Warung Mak Teh');
  expect(frame.getAttribute('src')).toBe(
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  );
  expect(frame.getAttribute('sandbox')).toMatch(/^allow-scripts (?!.*top-navigation)/);
  expect(document.activeElement).toBe(frame);
});

test('a video of another host is a link', async () => {
  renderPage(address, found({ ...place, youtube: 'https://films.example/1' }));
  const link = await screen.findByRole('link', { name: /Watch video/ });
  expect(link.getAttribute('href')).toBe('https://films.example/1');
});

test('a script in any text is shown as text and as nothing else', async () => {
  const script = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
  const { container } = renderPage(
    address,
    found({
      ...place,
      businessName: script,
      subCategory: script,
      synopsis: script,
      address: script,
      phone: `012${script}`,
      whatsapp: `012${script}`,
      website: 'javascript:alert(1)',
      facebook: script,
      instagram: 'javascript:alert(1)',
      tiktok: script,
      onlineOrder: 'data:text/html,x',
      location: 'javascript:alert(1)',
      youtube: 'javascript:alert(1)',
      source: script,
      licence: script,
      latitude: 3.1,
      longitude: 101.7,
    }),
  );
  expect(await screen.findByRole('heading', { level: 1, name: script })).toBeTruthy();
  expect(container.querySelector('script, img')).toBeNull();
  const schemes = screen
    .getAllByRole('link')
    .map((link) => new URL(link.getAttribute('href') ?? '', 'https://site.example').protocol);
  expect(new Set(schemes)).toEqual(new Set(['https:', 'tel:']));
});

test('the visit is counted once, 500 ms after opening, although effects run twice', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T04:00:00Z') });
  const { requests } = renderPage({ pathname: address, state: { place } }, found());
  const pings = () => requests.filter(({ method }) => method === 'POST');
  const fetched = vi.spyOn(window, 'fetch');
  await act(() => vi.advanceTimersByTimeAsync(499));
  expect(pings()).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(pings()).toEqual([
    {
      method: 'POST',
      path: '/api/businesses/p1/view',
      body: { viewedAt: '2026-11-21T04:00:00.500Z' },
    },
  ]);
  // Also if the page is left at once.
  expect(fetched).toHaveBeenCalledWith(
    '/api/businesses/p1/view',
    expect.objectContaining({ keepalive: true }),
  );
});

test('a visit with an expired session is counted as that of a visitor', async () => {
  vi.useFakeTimers();
  const user = { id: 'owner-1', full_name: 'Siti', email: 'siti@example.com' };
  writeSession({ token: 'expired', role: 'user', user });
  const expired = stub('POST /api/businesses/:id/view', problem(401), { id: 'p1' });
  const { requests } = renderPage({ pathname: address, state: { place } }, found(), expired);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(requests.filter(({ path }) => path.endsWith('/view'))).toHaveLength(2);
});

test('a visitor who leaves before 500 ms is not counted', async () => {
  vi.useFakeTimers();
  const { browser, requests } = renderPage({ pathname: address, state: { place } }, found(), list);
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(screen.getByRole('heading', { level: 1, name: 'Warung Mak Teh' })).toBeTruthy();
  await act(async () => browser.navigate?.('/'));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a visit that cannot be counted is logged and nothing else', async () => {
  vi.useFakeTimers();
  renderPage(
    { pathname: address, state: { place } },
    found(),
    stub('POST /api/businesses/:id/view', unreachable, { id: 'p1' }),
  );
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Warung Mak Teh');
  expect(console.error).toHaveBeenCalled();
});

test('the search of the header leads home with the name', async () => {
  const { browser } = renderPage(address, found(), list);
  await screen.findByRole('heading', { level: 1 });
  const search = screen.getByRole('combobox', { name: 'Search places' });
  fireEvent.change(search, { target: { value: 'satay' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => {
    expect(browser.location).toMatchObject({ pathname: '/', search: '?q=satay' });
  });
});
