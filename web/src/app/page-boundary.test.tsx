import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StaticRouter } from '../shared/navigation/router.tsx';
import { PageBoundary } from './layout.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Broken(): never {
  throw new Error('the code of this page is gone');
}

test('PageBoundary says that the device is offline when a page cannot be loaded', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(
    <StaticRouter location="/a">
      <PageBoundary>
        <Broken />
      </PageBoundary>
    </StaticRouter>,
  );
  expect(screen.getByRole('heading', { name: "You're offline" })).toBeTruthy();
  expect(document.title).toBe("You're offline · Kampong Bharu Directory");
  expect(screen.getAllByText(/offline/)).toHaveLength(1);
  expect(screen.queryByText('Something went wrong')).toBeNull();
});

test('PageBoundary tries a page again while offline and once online, without a reload', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let isThere = false;
  const Page = () => (isThere ? <p>the page</p> : <Broken />);
  render(
    <StaticRouter location="/a">
      <PageBoundary>
        <Page />
      </PageBoundary>
    </StaticRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('heading', { name: "You're offline" })).toBeTruthy();
  isThere = true;
  onLine.mockReturnValue(true);
  fireEvent.online(window);
  expect(screen.getByText('the page')).toBeTruthy();
});

test('PageBoundary shows and logs a page that throws, and renders the next page', () => {
  const view = render(
    <StaticRouter location="/a">
      <PageBoundary>
        <Broken />
      </PageBoundary>
    </StaticRouter>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
  expect(document.title).toBe('Something went wrong · Kampong Bharu Directory');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(console.error).toHaveBeenCalled();
  view.rerender(
    <StaticRouter location="/b">
      <PageBoundary>
        <p>the next page</p>
      </PageBoundary>
    </StaticRouter>,
  );
  expect(screen.getByText('the next page')).toBeTruthy();
});
