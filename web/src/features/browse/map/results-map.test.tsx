import type { BusinessResponse } from '@directory/api/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aPlace, aSite } from '../../../testing/fixtures.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { stub, unreachable } from '../../../testing/stub-network.ts';

const list = (listed: BusinessResponse[]) => stub('GET /api/businesses/approved', listed);
const stall = aPlace({ id: 'stall', businessName: 'Gerai', latitude: 3.1645, longitude: 101.7045 });
const market = aPlace({
  id: 'market',
  businessName: 'Pasar Minggu',
  businessInfo: 'Pasar',
  latitude: 3.17,
  longitude: 101.71,
});
const unpinned = aPlace({ id: 'unpinned', businessName: 'Tanpa Pin' });
const pin = (name: string | RegExp) => screen.findByRole('button', { name });
const isHighlighted = (element: Element | null) => element?.className.includes('highlighted');
const item = (name: string) =>
  screen.getByRole('link', { name: new RegExp(name) }).closest('li') ?? document.body;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  // jsdom has no layout, and a map without a size shows nothing.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

test('the switch between list and map is links that keep the filters', async () => {
  renderPage('/?category=Pasar&view=map', list([stall, market]));
  const views = within(await screen.findByRole('navigation', { name: 'View' }));
  expect(views.getByRole('link', { current: true }).textContent).toBe('Map');
  expect(views.getByRole('link', { name: 'List' }).getAttribute('href')).toBe('/?category=Pasar');
  expect(await pin('Pasar Minggu, Pasar')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Gerai, Makanan & Minuman' })).toBeNull();
  fireEvent.click(views.getByRole('link', { name: 'List' }));
  expect(views.getByRole('link', { current: true }).textContent).toBe('List');
  expect(screen.queryByRole('button', { name: 'Pasar Minggu, Pasar' })).toBeNull();
});

test('the map of a search has the pins of what the words find', async () => {
  renderPage('/?q=pasar&view=map', list([stall, market]));
  expect(await pin('Pasar Minggu, Pasar')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Gerai, Makanan & Minuman' })).toBeNull();
});

test('a map without tiles says that it shows no streets, not that it failed', async () => {
  renderPage('/?view=map', list([stall]));
  expect(await screen.findByText(/^This map shows no streets/)).toBeTruthy();
  expect(screen.queryByText(/couldn't be loaded/)).toBeNull();
});

test('a map of which a tile is missing is shown, and one without any says so', async () => {
  const site = { ...aSite, map: { ...aSite.map, tileUrl: 'https://tiles.example/{z}/{x}/{y}' } };
  const { container } = renderPage('/?view=map', list([stall]), stub('GET /api/site', site));
  await pin('Gerai, Makanan & Minuman');
  const [first, second] = container.querySelectorAll('.leaflet-tile');
  fireEvent.error(first ?? container);
  expect(await screen.findByText(/^The map couldn't be loaded/)).toBeTruthy();
  fireEvent.load(second ?? container);
  await waitFor(() => expect(screen.queryByText(/^The map couldn't be loaded/)).toBeNull());
  fireEvent.error(first ?? container);
  expect(screen.queryByText(/^The map couldn't be loaded/)).toBeNull();
});

test('an empty result has a map only where another area can be searched', async () => {
  const { browser } = renderPage('/?area=100,3,101,4&view=map', list([stall]));
  expect(await screen.findByText('No Places Found')).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Map of the results' })).toBeTruthy();
  browser.navigate?.('/?q=zzzzzz&view=map');
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: 'Map of the results' })).toBeNull();
  });
  expect(await screen.findByText('No Places Found')).toBeTruthy();
});

test('pointing at a card highlights its pin, and pointing at a pin its card', async () => {
  renderPage('/?view=map', list([stall, market]));
  const stallPin = await pin('Gerai, Makanan & Minuman');
  expect(isHighlighted(stallPin)).toBe(false);
  fireEvent.focus(screen.getByRole('link', { name: /Gerai/ }));
  expect(isHighlighted(stallPin)).toBe(true);
  expect(isHighlighted(await pin('Pasar Minggu, Pasar'))).toBe(false);
  fireEvent.blur(screen.getByRole('link', { name: /Gerai/ }));
  expect(isHighlighted(stallPin)).toBe(false);
  fireEvent.mouseOver(stallPin);
  expect(item('Gerai').dataset['highlighted']).toBe('true');
  expect(item('Pasar Minggu').dataset['highlighted']).toBeUndefined();
});

test('a card in a cluster highlights the cluster', async () => {
  const neighbour = { ...market, latitude: 3.1647, longitude: 101.7047 };
  renderPage('/?view=map', list([stall, neighbour]));
  const cluster = await pin('2 places near Gerai. Zoom in');
  fireEvent.focus(screen.getByRole('link', { name: /Pasar Minggu/ }));
  expect(isHighlighted(cluster)).toBe(true);
});

test('the number of a large cluster separates its thousands', async () => {
  const stack = Array.from({ length: 1200 }, (_, index) => ({ ...stall, id: `stall-${index}` }));
  renderPage('/?view=map', list(stack));
  const cluster = await pin('1,200 places at the pin of Gerai');
  expect(cluster.textContent).toBe('1,200');
});

test('a pin opens a card, which takes the focus, and Escape gives it back', async () => {
  renderPage('/?view=map', list([stall, market]));
  const marketPin = await pin('Pasar Minggu, Pasar');
  marketPin.focus();
  fireEvent.keyDown(marketPin, { key: 'Enter' });
  const card = within(await screen.findByRole('group', { name: 'Chosen on the map' }));
  expect(document.activeElement).toBe(card.getByRole('link', { name: /Pasar Minggu/ }));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByRole('group', { name: 'Chosen on the map' })).toBeNull();
  expect(document.activeElement).toBe(marketPin);
});

test('a card whose pin has gone into a cluster gives the focus to the map', async () => {
  renderPage('/?view=map', list([stall, market]));
  fireEvent.click(await pin('Pasar Minggu, Pasar'));
  const zoomOut = await pin('Zoom out');
  for (let level = 0; level < 5; level += 1) fireEvent.click(zoomOut);
  await pin('2 places near Gerai. Zoom in');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByRole('group', { name: 'Chosen on the map' })).toBeNull();
  const map = screen.getByRole('group', { name: 'Map. Arrow keys move it, plus and minus zoom.' });
  expect(document.activeElement).toBe(map);
});

test('a card that filters took away stays away when they are removed', async () => {
  const { browser } = renderPage('/?view=map', list([stall, market]));
  fireEvent.click(await pin('Pasar Minggu, Pasar'));
  const card = () => screen.queryByRole('group', { name: 'Chosen on the map' });
  await waitFor(() => expect(card()).toBeTruthy());
  act(() => browser.navigate?.('/?category=Makanan+%26+Minuman&view=map'));
  await waitFor(() => expect(card()).toBeNull());
  act(() => browser.navigate?.('/?view=map'));
  await pin('Pasar Minggu, Pasar');
  expect(card()).toBeNull();
});

test('the card of a pin says how far it is from the landmark', async () => {
  renderPage('/?near=masjid-jamek&view=map', list([stall, market]));
  fireEvent.click(await pin('Gerai, Makanan & Minuman'));
  const card = await screen.findByRole('group', { name: 'Chosen on the map' });
  expect(card.textContent).toContain('10 m · 1 min on foot');
});

test('places at one pin are chosen together', async () => {
  renderPage('/?view=map', list([stall, { ...market, ...position(stall) }]));
  fireEvent.click(await pin('2 places at the pin of Gerai'));
  const card = within(await screen.findByRole('group', { name: 'Chosen on the map' }));
  expect(card.getAllByRole('link')).toHaveLength(2);
});

test('places without a pin are counted below the map, with a link to them', async () => {
  renderPage('/?kampong=Chow+Kit&page=2&view=map', list([stall, unpinned].map(inChowKit)));
  expect(await screen.findByText('1 place has no pin.')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Show in the list' });
  expect(link.getAttribute('href')).toBe('/?kampong=Chow+Kit&pin=none');
  fireEvent.click(link);
  expect(await screen.findByRole('link', { name: 'Remove Not on the map' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Gerai/ })).toBeNull();
  // The link disappears with the map.
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Places' }));
});

test('a moved map offers the first page of what is there, and takes the focus', async () => {
  const { browser } = renderPage('/?kampong=Chow+Kit&page=2&view=map', list([inChowKit(stall)]));
  fireEvent.click(await pin('Zoom out'));
  const search = await screen.findByRole('link', { name: 'Search this area' });
  expect(search.getAttribute('href')).toMatch(/^\/\?kampong=Chow\+Kit&area=[^&]+&view=map$/);
  fireEvent.click(search);
  await waitFor(() => expect(browser.location?.search).toContain('area='));
  expect(screen.queryByRole('link', { name: 'Search this area' })).toBeNull();
  const map = screen.getByRole('group', { name: 'Map. Arrow keys move it, plus and minus zoom.' });
  expect(document.activeElement).toBe(map);
});

function position({ latitude, longitude }: BusinessResponse) {
  return { latitude, longitude };
}

function inChowKit(place: BusinessResponse): BusinessResponse {
  return { ...place, kampong: 'Chow Kit' };
}

test('the map appears once a Retry has loaded the settings of the site', async () => {
  const { respond } = renderPage('/?view=map', list([stall]), stub('GET /api/site', unreachable));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  respond(stub('GET /api/site', aSite));
  fireEvent.click(retry);
  await pin(/^Gerai, /);
});
