import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense, useEffect, useLayoutEffect } from 'react';
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
