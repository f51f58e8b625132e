import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Fragment } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { BrowserRouter, Link, type Route, Routes, useLocation, useNavigate } from './router.tsx';
import { useScrollMemory } from './scroll-memory.ts';

beforeEach(cleanup);

function Page() {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p>{`at ${pathname}${hash}`}</p>
      <button onClick={() => navigate(-1)}>Back</button>
    </>
  );
}

function Scrolled() {
  useScrollMemory();
  return null;
}

test.each(['scrollend', 'pagehide'])(
  'a reload after %s restores the scroll position when the content arrives, unless the visitor moves first',
  async (end) => {
    const scrollTo = vi.fn();
    vi.stubGlobal('scrollTo', scrollTo);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    window.history.replaceState({ key: end, idx: 0 }, '', '/');
    const { unmount } = render(<Scrolled />, { wrapper: BrowserRouter });
    vi.stubGlobal('scrollY', 300);
    fireEvent.scroll(window);
    fireEvent(window, new Event(end));
    const left = window.history.state as { scrollPositions: Map<string, number> };
    expect(left.scrollPositions.get(end)).toBe(300);
    unmount();

    vi.stubGlobal('scrollY', 0);
    render(<Scrolled />, { wrapper: BrowserRouter });
    expect(scrollTo.mock.calls).toEqual([[0, 300]]);
    const addContent = () => act(() => document.body.append('content'));
    addContent();
    await vi.waitFor(() => expect(scrollTo.mock.calls).toEqual(Array(2).fill([0, 300])));
    fireEvent.wheel(window);
    addContent();
    await act(() => Promise.resolve());
    expect(scrollTo).toHaveBeenCalledTimes(2);
  },
);

test('a link within the page leaves the scroll position of the first page as it was', async () => {
  const scrollTo = vi.fn();
  vi.stubGlobal('scrollTo', scrollTo);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const scrollDown = (top: number) => {
    vi.stubGlobal('scrollY', top);
    fireEvent.scroll(window);
  };
  window.history.replaceState({ idx: 0 }, '', '/');
  render(
    <BrowserRouter>
      <Scrolled />
      <Link to="/saved">saved</Link>
      <Page />
    </BrowserRouter>,
  );
  scrollDown(700);
  fireEvent.click(screen.getByText('saved'));
  window.location.hash = 'end';
  await screen.findByText('at /saved#end');
  scrollDown(400);
  act(() => window.history.back());
  await screen.findByText('at /saved');
  act(() => window.history.back());
  await vi.waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 700));
});

test('a link within the page leads to its part also where the browser scrolls before popstate', async () => {
  const scrollTo = vi.fn();
  vi.stubGlobal('scrollTo', scrollTo);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  window.history.replaceState({ key: 'privacy', idx: 0 }, '', '/');
  render(
    <BrowserRouter>
      <Scrolled />
      <Page />
    </BrowserRouter>,
  );
  vi.stubGlobal('scrollY', 1_300);
  window.location.hash = 'end';
  await screen.findByText('at /#end');
  expect(scrollTo.mock.calls).toEqual([[0, 1_300]]);
});

test('a link within the page does not stop the numbering of history entries', async () => {
  const { history } = window;
  const numberOf = () => (history.state as { readonly idx?: number }).idx;
  history.replaceState({ idx: 3 }, '', '/');
  render(
    <BrowserRouter>
      <Scrolled />
      <Link to="/?q=a">results</Link>
    </BrowserRouter>,
  );
  window.location.hash = 'a';
  await vi.waitFor(() => expect(numberOf()).toBe(4));
  window.location.hash = 'b';
  await vi.waitFor(() => expect(numberOf()).toBe(5));
  fireEvent.click(screen.getByText('results'));
  expect(numberOf()).toBe(6);
  act(() => history.go(-2));
  await vi.waitFor(() => expect(window.location.hash).toBe('#a'));
  expect(numberOf()).toBe(4);
});

test.each([
  ['the second of two links to it', 'second', 'second'],
  ['a link with a query', 'of a day', 'of a day'],
  ['a link beside the content, by one in it without a query', 'Menu', 'first'],
])('Back focuses the link that was followed to the page: %s', async (_, followed, focused) => {
  const pages: readonly Route[] = [
    [
      '/',
      <Fragment key="home">
        <Link to="/places/7">Menu</Link>
        <main>
          <Link to="/places/7?at=2026-03-01">of a day</Link>
          <Link to="/places/7">first</Link>
          <Link to="/places/7">second</Link>
        </main>
      </Fragment>,
    ],
    ['*', <Page key="place" />],
  ];
  vi.stubGlobal('scrollTo', vi.fn());
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  window.history.pushState(null, '', '/');
  render(
    <BrowserRouter>
      <Scrolled />
      <Routes routes={pages} />
    </BrowserRouter>,
  );
  fireEvent.click(screen.getByRole('link', { name: followed }));
  fireEvent.click(screen.getByText('Back'));
  const link = await screen.findByRole('link', { name: focused });
  await vi.waitFor(() => expect(document.activeElement).toBe(link));
});
