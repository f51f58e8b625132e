import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { BrowserRouter, useLocation } from '../navigation/router.tsx';
import { polyfillDialog } from '../../testing/render-page.tsx';
import { LeaveGuard } from './leave-guard.tsx';

beforeEach(() => {
  cleanup();
  polyfillDialog();
});

function Here() {
  const { pathname, search, hash } = useLocation();
  return <p>{`at ${pathname}${search}${hash}`}</p>;
}

/** Renders a guarded page with a link, which is handled by nothing else: jsdom cannot load pages. */
function renderGuarded(href: string, target?: string) {
  window.history.replaceState(null, '', '/edit');
  const reachedBrowser = vi.fn((event: Event) => event.preventDefault());
  window.addEventListener('click', reachedBrowser);
  onTestFinished(() => window.removeEventListener('click', reachedBrowser));
  render(
    <BrowserRouter>
      <Here />
      <a href={href} target={target}>
        <b>Link</b>
      </a>
      <LeaveGuard isNeeded text="Your changes are lost." />
    </BrowserRouter>,
  );
  return { reachedBrowser, text: screen.getByText('Link') };
}

test('a link that leaves the page is asked about, and then leads to the whole address', async () => {
  const { reachedBrowser, text } = renderGuarded('/places?q=nasi#results');
  fireEvent.click(text);
  expect(reachedBrowser).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  await screen.findByText('at /places?q=nasi#results');
});

test('a link to this page itself leaves it, too', () => {
  const { text } = renderGuarded('/edit');
  fireEvent.click(text);
  expect(screen.getByRole('alertdialog', { name: 'Leave this page?' })).toBeTruthy();
});

test.each([
  ['a link that is opened in a new tab by Ctrl', '/places', { ctrlKey: true }],
  ['a link that is opened in a new tab by Command', '/places', { metaKey: true }],
  ['a link that is opened in a new window by Shift', '/places', { shiftKey: true }],
  ['a link that is saved by Alt', '/places', { altKey: true }],
  ['a link to a part of the page', '/edit#photo', {}],
  ['a link to another site, about which the browser asks', 'https://elsewhere.example/', {}],
])('%s is not asked about', (_link, href, keys) => {
  const { reachedBrowser, text } = renderGuarded(href);
  fireEvent.click(text, keys);
  expect(reachedBrowser).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a link into a new tab is not asked about', () => {
  const { reachedBrowser, text } = renderGuarded('/places', '_blank');
  fireEvent.click(text);
  expect(reachedBrowser).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
