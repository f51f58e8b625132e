import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Fragment, Suspense, useEffect, useLayoutEffect } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lazyComponent } from '../ui/loading.tsx';
import { BackButton } from './back-button.tsx';
import {
  BrowserRouter,
  Link,
  Navigation,
  type Route,
  Routes,
  type Target,
  useCameByHistory,
  useLocation,
  useNavigate,
  useParams,
  useScrollMemory,
} from './router.tsx';

function Page({ name }: { readonly name: string }) {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p>{[name, useParams()['id'], JSON.stringify(state), useCameByHistory()].join(' ')}</p>
      <p>{`at ${pathname}${search}${hash}`}</p>
      <button
        onClick={() => {
          navigate(-1);
        }}
      >
        Back
      </button>
    </>
  );
}

const routes: readonly Route[] = [
  ['/', <Page key="home" name="home" />],
  ['/places/:id', <Page key="place" name="place" />],
  ['*', <Page key="other" name="other" />],
];

function renderAt(address: string, to: Target = '/', target?: string) {
  window.history.pushState(null, '', address);
  render(
    <BrowserRouter>
      <Link to={to} state={{ from: 'link' }} target={target}>
        Go
      </Link>
      <Routes routes={routes} />
    </BrowserRouter>,
  );
}

beforeEach(cleanup);

test.each([
  ['/', 'home null true'],
  ['/places/a%20b', 'place a b null true'],
  ['/PLACES/%zz/', 'place %zz null true'],
  ['/places/1/2', 'other null true'],
])('the address %s shows the page %s', (address, text) => {
  renderAt(address);
  expect(screen.getByText(text)).toBeTruthy();
});

test.each<[Target, string]>([
  ['/places/1', '/places/1'],
  ['?q=a', '/data?q=a'],
  [{ search: 'q=a' }, '/data?q=a'],
  [{ search: '' }, '/data'],
  [{ pathname: '/saved', hash: 'top' }, '/saved#top'],
  ['//b.example/x', '/b.example/x'],
  ['/\\b.example', '/b.example'],
])('a link to %j at /data?page=2 has the address %s', (to, href) => {
  renderAt('/data?page=2', to);
  expect(screen.getByRole('link').getAttribute('href')).toBe(href);
});

test('a link shows its page with its state, and Back shows the one before', async () => {
  renderAt('/', '/places/7?q=a#map');
  fireEvent.click(screen.getByRole('link'));
  expect(screen.getByText('place 7 {"from":"link"} false')).toBeTruthy();
  expect(screen.getByText('at /places/7?q=a#map')).toBeTruthy();
  fireEvent.click(screen.getByText('Back'));
  await waitFor(() => {
    expect(screen.getByText('home null true')).toBeTruthy();
  });
});

test('a link to the present address adds no step to the history', () => {
  renderAt('/', '/');
  const { length } = window.history;
  fireEvent.click(screen.getByRole('link'));
  expect(window.history.length).toBe(length);
});

test('a double click on Back goes one step back, not two', () => {
  window.history.replaceState({ idx: 2 }, '', '/places/7');
  const go = vi.spyOn(window.history, 'go').mockReturnValue();
  onTestFinished(() => go.mockRestore());
  render(<BackButton />, { wrapper: BrowserRouter });
  const button = screen.getByRole('button', { name: 'Back' });
  fireEvent.click(button, { detail: 1 });
  fireEvent.click(button, { detail: 2 });
  expect(go.mock.calls).toEqual([[-1]]);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  'a click with %j is left to the browser',
  (click) => {
    renderAt('/', '/places/7');
    const isOurs = !fireEvent.click(screen.getByRole('link'), click);
    expect(isOurs).toBe(false);
    expect(screen.getByText('at /')).toBeTruthy();
  },
);

test('a link to another tab is left to the browser', () => {
  renderAt('/', '/places/7', '_blank');
  expect(fireEvent.click(screen.getByRole('link'))).toBe(true);
});

/** Two pages, one of whose code is fetched when `arrive` is called. */
function renderSlow(address: string) {
  let arrive: () => void = () => undefined;
  const code = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const Slow = lazyComponent(async () => {
    await code;
    return () => <p>the slow page</p>;
  });
  window.history.pushState(null, '', address);
  render(
    <BrowserRouter>
      <Navigation pending={<p>pending</p>}>
        <Link to="/slow">Go</Link>
        <Suspense>
          <Routes
            routes={[
              ['/', <p key="home">home</p>],
              ['/slow', <Slow key="slow" />],
            ]}
          />
        </Suspense>
      </Navigation>
    </BrowserRouter>,
  );
  return arrive;
}

test('Back while the first page is being rendered leads to the page before', async () => {
  function LeftMeanwhile() {
    useLayoutEffect(() => window.history.replaceState(null, '', '/places/7'), []);
    return null;
  }
  window.history.pushState(null, '', '/');
  render(
    <BrowserRouter>
      <Navigation pending={null}>
        <Routes routes={routes} />
        <LeftMeanwhile />
      </Navigation>
    </BrowserRouter>,
  );
  expect(await screen.findByText('at /places/7')).toBeTruthy();
});

test('a redirect of the first page is no step of the browser', async () => {
  function Redirect() {
    const navigate = useNavigate();
    useEffect(() => navigate('/places/7', { replace: true }), [navigate]);
    return null;
  }
  window.history.pushState(null, '', '/');
  render(
    <BrowserRouter>
      <Navigation pending={null}>
        <Routes routes={[['/', <Redirect key="home" />], ...routes]} />
      </Navigation>
    </BrowserRouter>,
  );
  expect(await screen.findByText('place 7 null false')).toBeTruthy();
});

test.each([
  ['a link', () => fireEvent.click(screen.getByRole('link'))],
  ['Back', () => window.history.back()],
])('Navigation shows that the code of the page of %s is being fetched', async (_, leave) => {
  window.history.pushState(null, '', '/slow');
  const arrive = renderSlow('/');
  expect(screen.queryByText('pending')).toBeNull();
  leave();
  expect(await screen.findByText('pending')).toBeTruthy();
  expect(screen.getByText('home')).toBeTruthy();
  arrive();
  expect(await screen.findByText('the slow page')).toBeTruthy();
  expect(screen.queryByText('pending')).toBeNull();
});

test('a second click on a link, while the code of its page is being fetched, adds no step', async () => {
  const arrive = renderSlow('/');
  const { length } = window.history;
  fireEvent.click(screen.getByRole('link'));
  fireEvent.click(screen.getByRole('link'));
  expect(window.history.length).toBe(length + 1);
  arrive();
  expect(await screen.findByText('the slow page')).toBeTruthy();
});

test.each(['?days=7', 'days=7'])(
  'a second click on a link to %s of the same page adds no step',
  (search) => {
    window.history.pushState(null, '', '/');
    const { length } = window.history;
    render(
      <BrowserRouter>
        <Link to={{ search }}>Go</Link>
      </BrowserRouter>,
    );
    fireEvent.click(screen.getByRole('link'));
    fireEvent.click(screen.getByRole('link'));
    expect(window.location.search).toBe('?days=7');
    expect(window.history.length).toBe(length + 1);
  },
);

test('Navigation shows nothing for a step within the page', async () => {
  renderSlow('/');
  window.history.pushState(null, '', '/#content');
  window.history.back();
  const stepped = new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true });
  });
  await act(() => stepped);
  expect(screen.getByText('home')).toBeTruthy();
  expect(screen.queryByText('pending')).toBeNull();
});

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
      <Page name="page" />
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
    ...routes,
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
