import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { places } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { stub } from '../../testing/stub-network.ts';

const list = (count: number) => stub('GET /api/businesses/approved', places(count));
const cards = () =>
  screen
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
    .filter((href) => href?.startsWith('/places/'));
const heart = (name: string) => screen.findByRole('button', { name: `Save ${name}` });

test('a heart saves a place on this device, and another click removes it', async () => {
  const { requests } = renderPage('/', list(3));
  const button = await heart('Place 2');
  expect(button.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(button);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  expect(localStorage.getItem('saved-places')).toBe('place-2');
  fireEvent.click(button);
  expect(localStorage.getItem('saved-places')).toBe('');
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

test('the saved places are shown, the newest first; one that is removed can be saved again', async () => {
  localStorage.setItem('saved-places', 'place-3,place-1');
  renderPage('/saved', list(3));
  expect(await screen.findByText('2 places')).toBeTruthy();
  expect(cards()).toEqual(['/places/place-3', '/places/place-1']);
  fireEvent.click(await heart('Place 3'));
  expect(await screen.findByText('1 place')).toBeTruthy();
  expect(localStorage.getItem('saved-places')).toBe('place-1');
  expect(cards()).toEqual(['/places/place-3', '/places/place-1']);
  fireEvent.click(await heart('Place 3'));
  expect(await screen.findByText('2 places')).toBeTruthy();
  expect(localStorage.getItem('saved-places')?.split(',').toSorted()).toEqual([
    'place-1',
    'place-3',
  ]);
});

test('a page that the browser kept for Back shows what was saved meanwhile', async () => {
  localStorage.setItem('saved-places', 'place-1');
  renderPage('/saved', list(3));
  await screen.findByText('1 place');
  localStorage.setItem('saved-places', 'place-2,place-1');
  act(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  expect(cards()).toEqual(['/places/place-2', '/places/place-1']);
});

test('without saved places the page leads to the directory, and asks for no places', async () => {
  const { requests } = renderPage('/saved', list(3));
  expect(await screen.findByText(/^No saved places yet/)).toBeTruthy();
  expect(requests.filter(({ path }) => path.startsWith('/api/businesses'))).toEqual([]);
});

test('a saved place that is gone is reported and can be removed', async () => {
  localStorage.setItem('saved-places', 'gone-1,place-1');
  renderPage('/saved', list(1));
  expect(await screen.findByText('1 saved place is no longer listed.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => {
    expect(localStorage.getItem('saved-places')).toBe('place-1');
  });
  expect(screen.queryByText(/no longer listed/)).toBeNull();
  expect(document.activeElement?.textContent).toBe('1 place');
});

test('a shared list shows the places of its link and saves them all', async () => {
  localStorage.setItem('saved-places', 'place-1');
  renderPage('/saved?ids=place-2,gone-1,place-1,place-2,<b>', list(3));
  expect(await screen.findByText('2 places')).toBeTruthy();
  expect(cards()).toEqual(['/places/place-2', '/places/place-1']);
  const save = screen.getByRole('button', { name: 'Save all' });
  save.focus();
  fireEvent.click(save);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'All saved' }));
  expect(save.ariaDisabled).toBe('true');
  expect(localStorage.getItem('saved-places')).toBe('place-2,place-1');
});

test('the list is shared by the ids in its link', async () => {
  localStorage.setItem('saved-places', 'place-2,place-1');
  renderPage('/saved', list(3));
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }));
  const link = await screen.findByLabelText('Copy this link');
  expect(link).toHaveProperty('value', `${window.location.href}?ids=place-2,place-1`);
  expect(document.activeElement).toBe(link);
});

test('a list without a place left is not shared', async () => {
  localStorage.setItem('saved-places', 'place-1');
  renderPage('/saved', list(1));
  await screen.findByRole('button', { name: 'Share' });
  fireEvent.click(await heart('Place 1'));
  expect(await screen.findByText('0 places')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  fireEvent.click(await heart('Place 1'));
  expect(await screen.findByRole('button', { name: 'Share' })).toBeTruthy();
});

test('a link that may not be copied is shown to be copied by hand', async () => {
  const writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  localStorage.setItem('saved-places', 'place-2');
  renderPage('/saved', list(3));
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }));
  const link = await screen.findByLabelText('Copy this link');
  expect(link).toHaveProperty('value', `${window.location.href}?ids=place-2`);
  expect(document.activeElement).toBe(link);
});

test('the button says that the link was copied, and shares and says so again', async () => {
  const copied: string[] = [];
  let finish: (() => void) | undefined;
  const writeText = (text: string) => {
    copied.push(text);
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  localStorage.setItem('saved-places', 'place-2');
  renderPage('/saved', list(3));
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }));
  finish?.();
  const again = await screen.findByRole('button', { name: 'Link copied' });
  expect(said()).toContain('Link copied');
  fireEvent.click(again);
  // Only words that are new are announced.
  expect(said()).not.toContain('Link copied');
  finish?.();
  await screen.findByRole('button', { name: 'Link copied' });
  expect(said()).toContain('Link copied');
  expect(copied).toEqual(Array(2).fill(`${window.location.href}?ids=place-2`));
  Reflect.deleteProperty(navigator, 'clipboard');
});
