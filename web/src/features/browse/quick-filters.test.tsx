import { villageCentre } from '@directory/domain/catalogue';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aPlace } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { stub } from '../../testing/stub-network.ts';

// A position that was asked for stays in the memory of the page, so these come first.
test.each([
  // As in browsers inside of apps, which have no such interface.
  [undefined, 'Choose Near me to see distances from where you are.'],
  ['prompt', 'Choose Near me to see distances from where you are.'],
  ['granted', 'Nearest to you first.'],
])('a reload with the permission "%s" says: %s', async (state, text) => {
  const ask = vi.fn((give: PositionCallback) => give(here));
  stubGeolocation(ask);
  const value = state && { query: () => Promise.resolve({ state }) };
  Object.defineProperty(navigator, 'permissions', { value, configurable: true });
  const pin = { latitude: 3.16, longitude: 101.7 };
  const places = [aPlace({ id: 'p1', ...pin }), aPlace({ id: 'p2', ...pin })];
  renderPage('/?near=me', stub('GET /api/businesses/approved', places));
  expect(await screen.findByText(text)).toBeTruthy();
  // A browser that would have to ask the visitor is not asked.
  await act(async () => Promise.resolve());
  expect(ask.mock.calls.length > 0).toBe(state === 'granted');
  expect(screen.queryAllByText('Nearest to you first.')).toHaveLength(state === 'granted' ? 1 : 0);
});

test.each(['/', '/?near=me'])('%s says that the position is refused', async (address) => {
  const ask = vi.fn((_: PositionCallback, refuse: () => void) => refuse());
  stubGeolocation(ask);
  renderPage(address, stub('GET /api/businesses/approved', []));
  fireEvent.click(await screen.findByRole('button', { name: 'Near me' }));
  expect(await screen.findByText(/^We couldn't get your location/)).toBeTruthy();
  expect(ask).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('link', { name: 'Monorel Chow Kit', hidden: true }));
  await waitFor(() => expect(screen.queryByText(/^We couldn't get your location/)).toBeNull());
});

test('a late position keeps the filters that were chosen meanwhile', async () => {
  const { browser, answer } = await askForPosition();
  fireEvent.click(screen.getByRole('link', { name: 'Open now' }));
  await waitFor(() => expect(browser.location?.search).toBe('?open=now'));
  await answer();
  await waitFor(() => expect(browser.location?.search).toBe('?open=now&near=me'));
});

test('a late position does not leave the page that was opened meanwhile', async () => {
  const { browser, answer } = await askForPosition();
  act(() => browser.navigate?.('/saved'));
  await screen.findByRole('heading', { level: 1, name: 'Saved places' });
  await answer();
  expect(browser.location).toMatchObject({ pathname: '/saved', search: '' });
});

test('another click on Near me removes the filter once the position is known', async () => {
  stubGeolocation((give: PositionCallback) => give(here));
  const { browser } = renderPage('/', stub('GET /api/businesses/approved', []));
  const button = await screen.findByRole('button', { name: 'Near me' });
  fireEvent.click(button);
  await waitFor(() => expect(browser.location?.search).toBe('?near=me'));
  fireEvent.click(button);
  await waitFor(() => expect(browser.location?.search).toBe(''));
});

test('the nearest places to the visitor come first', async () => {
  stubGeolocation((give: PositionCallback) => give(here));
  const middle = aPlace({ id: 'p1', businessName: 'Tengah', ...villageCentre });
  const near = aPlace({ id: 'p2', businessName: 'Dekat', latitude: 3.1601, longitude: 101.7 });
  renderPage('/', stub('GET /api/businesses/approved', [middle, near]));
  const names = () =>
    screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  await screen.findByRole('heading', { level: 3, name: 'Dekat' });
  expect(names()).toEqual(['Tengah', 'Dekat']);
  fireEvent.click(screen.getByRole('button', { name: 'Near me' }));
  await screen.findByText('Nearest to you first.');
  expect(names()).toEqual(['Dekat', 'Tengah']);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Places near you');
});

test('a quick filter keeps the others and begins at the first page', async () => {
  renderPage('/?kampong=Chow+Kit&page=2', stub('GET /api/businesses/approved', []));
  const link = await screen.findByRole('link', { name: 'Open now' });
  expect(link.getAttribute('href')).toBe('/?kampong=Chow+Kit&open=now');
});

test('Escape closes the landmarks, and the focus is on what opened them', async () => {
  renderPage('/', stub('GET /api/businesses/approved', []));
  const list = await screen.findByRole('list', { name: 'Landmarks', hidden: true });
  const landmarks = list.closest('details');
  landmarks?.setAttribute('open', '');
  fireEvent.keyDown(within(list).getAllByRole('link', { hidden: true })[0] ?? list, {
    key: 'Escape',
  });
  expect(landmarks?.open).toBe(false);
  expect(document.activeElement?.textContent).toBe('Near a landmark…');
});

test('a landmark that is chosen closes the list, and the focus is on what opened it', async () => {
  renderPage('/', stub('GET /api/businesses/approved', []));
  const list = await screen.findByRole('list', { name: 'Landmarks', hidden: true });
  list.closest('details')?.setAttribute('open', '');
  fireEvent.click(within(list).getByRole('link', { name: 'Monorel Chow Kit', hidden: true }));
  expect(list.closest('details')?.open).toBe(false);
  expect(document.activeElement?.textContent).toBe('Near a landmark…');
});

/** Clicks Near me on the home page; `answer` then gives the position. */
async function askForPosition() {
  const ask = vi.fn<Geolocation['getCurrentPosition']>();
  stubGeolocation(ask);
  const { browser } = renderPage('/', stub('GET /api/businesses/approved', []));
  fireEvent.click(await screen.findByRole('button', { name: 'Near me' }));
  return { browser, answer: () => act(async () => ask.mock.calls[0]?.[0](here)) };
}

const here = {
  coords: { latitude: 3.16, longitude: 101.7 } as GeolocationCoordinates,
} as GeolocationPosition;

function stubGeolocation(getCurrentPosition: unknown): void {
  const value = { getCurrentPosition };
  Object.defineProperty(navigator, 'geolocation', { value, configurable: true });
}
