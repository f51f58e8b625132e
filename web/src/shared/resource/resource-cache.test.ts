import { act, render, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { RequestFailed } from '../api/request-json.ts';
import {
  createSessionStore,
  SessionContext,
  type SessionStore,
  writeSession,
} from '../session/session.ts';
import {
  clearWithSession,
  createResourceCache,
  type ResourceCache,
  ResourceCacheContext,
  useResource,
  useSetQueryData,
} from './use-resource.ts';

/** One for each: it keeps a listener for each request. */
const never = () => new AbortController().signal;

test('a response is cached, and subscribers hear of it and of the end of it', async () => {
  const cache = createResourceCache((path) => Promise.resolve(`answer of ${path}`));
  let notified = 0;
  const unsubscribe = cache.subscribe(() => (notified += 1));
  expect(cache.read('/a')).toEqual({});
  await cache.load('/a', never());
  expect(cache.read('/a')).toEqual({ data: 'answer of /a' });
  expect(notified).toBe(1);
  cache.clear();
  expect(notified).toBe(2);
  unsubscribe();
  await cache.load('/a', never());
  expect(notified).toBe(2);
});

test('a failure keeps the last good answer, and the next try forgets the failure', async () => {
  const answers = [Promise.resolve('first'), Promise.reject(new Error('away')), Promise.resolve(2)];
  answers[1]?.catch(() => undefined);
  const cache = createResourceCache(() => answers.shift() ?? Promise.resolve());
  await cache.load('/a', never());
  await cache.load('/a', never());
  expect(cache.read('/a')).toEqual({ data: 'first', error: new Error('away') });
  const third = cache.load('/a', never());
  expect(cache.read('/a')).toEqual({ data: 'first' });
  await third;
  expect(cache.read('/a')).toEqual({ data: 2 });
});

test('an aborted request leaves no trace, whether it would have come or failed', async () => {
  const request = new AbortController();
  const cache = createResourceCache((path) =>
    path === '/good' ? Promise.resolve('late') : Promise.reject(new Error('aborted')),
  );
  const both = [cache.load('/good', request.signal), cache.load('/bad', request.signal)];
  request.abort();
  await Promise.all(both);
  expect([cache.read('/good'), cache.read('/bad')]).toEqual([{}, {}]);
});

describe('requests of a path at the same time', () => {
  /** A cache whose requests are answered by hand, in any order. */
  const withRequests = () => {
    const requests: { readonly answer: (data: unknown) => void; readonly signal: AbortSignal }[] =
      [];
    const cache = createResourceCache(
      (_, signal) => new Promise((answer) => requests.push({ answer, signal })),
    );
    return { cache, requests };
  };

  test('are one, which ends early only when all who wait for it leave', async () => {
    const { cache, requests } = withRequests();
    const [one, other] = [new AbortController(), new AbortController()];
    const loads = [cache.load('/a', one.signal), cache.load('/a', other.signal)];
    expect(requests).toHaveLength(1);
    one.abort();
    expect(requests[0]?.signal.aborted).toBe(false);
    requests[0]?.answer('shared');
    await Promise.all(loads);
    expect(cache.read('/a')).toEqual({ data: 'shared' });
    const third = new AbortController();
    void cache.load('/a', third.signal);
    third.abort();
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });

  test('are replaced by one that is asked for again, which later ones share', async () => {
    const { cache, requests } = withRequests();
    const first = cache.load('/a', never());
    const again = cache.load('/a', never(), true);
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    requests[0]?.answer('older');
    await first;
    const shared = cache.load('/a', never());
    expect(requests).toHaveLength(2);
    requests[1]?.answer('newer');
    await Promise.all([again, shared]);
    expect(cache.read('/a')).toEqual({ data: 'newer' });
  });

  test.each([
    ['data from elsewhere', (cache: ResourceCache) => cache.set('/a', 'newer'), { data: 'newer' }],
    ['a login', (cache: ResourceCache) => cache.clear(), {}],
  ])('that began before %s do not overwrite it', async (_, change, expected) => {
    const { cache, requests } = withRequests();
    const load = cache.load('/a', never());
    change(cache);
    requests[0]?.answer('older');
    await load;
    expect(cache.read('/a')).toEqual(expected);
    void cache.load('/a', never());
    expect(requests).toHaveLength(2);
  });
});

describe('what came with the page', () => {
  const withPage = (isFresh: boolean) =>
    createResourceCache(() => Promise.resolve('asked'), {
      answers: { '/a': 'came along' },
      isFresh,
    });

  test('is there from the start, until everything is forgotten', async () => {
    const cache = withPage(true);
    expect(cache.read('/a')).toEqual({ data: 'came along' });
    cache.clear();
    expect(cache.read('/a')).toEqual({});
    await cache.load('/a', never());
    expect(cache.read('/a')).toEqual({ data: 'asked' });
  });

  test('is asked for only after all components of the page have', async () => {
    const cache = withPage(true);
    await Promise.all([cache.load('/a', never()), cache.load('/a', never())]);
    expect(cache.read('/a')).toEqual({ data: 'came along' });
    await cache.load('/a', never());
    expect(cache.read('/a')).toEqual({ data: 'asked' });
  });

  test('is asked for at once when the page is an old one', async () => {
    const cache = withPage(false);
    const asked = cache.load('/a', never());
    expect(cache.read('/a')).toEqual({ data: 'came along' });
    await asked;
    expect(cache.read('/a')).toEqual({ data: 'asked' });
  });
});

const Asking = ({ path }: { readonly path: string }) =>
  createElement('p', null, String(useResource(path).data));
const asking = (sessions: SessionStore, cache: ResourceCache, path: string) =>
  createElement(
    SessionContext,
    { value: sessions },
    createElement(ResourceCacheContext, { value: cache }, createElement(Asking, { path })),
  );
const user = { id: 'u1', full_name: 'Siti', email: '' };

test('a page that is hydrated for somebody who is logged in asks once', async () => {
  const asked: string[] = [];
  const cache = createResourceCache(async (path) => asked.push(path));
  writeSession({ token: 't', role: 'user', user });
  const sessions = createSessionStore(window);
  const page = asking(sessions, cache, '/api/places');
  const element = document.createElement('div');
  element.innerHTML = renderToString(page);
  const root = await act(async () => hydrateRoot(element, page));
  act(() => root.unmount());
  localStorage.clear();
  expect(asked).toEqual(['/api/places']);
});

test('the response of a command is not kept once the session has ended', async () => {
  const cache = createResourceCache(() => Promise.resolve('loaded'));
  const { result } = renderHook(() => useSetQueryData('/a'), {
    wrapper: ({ children }: { readonly children: ReactNode }) =>
      createElement(ResourceCacheContext, { value: cache }, children),
  });
  await cache.load('/a', never());
  result.current('changed');
  expect(cache.read('/a')).toEqual({ data: 'changed' });
  cache.clear();
  result.current('late');
  expect(cache.read('/a')).toEqual({});
});

test('what is shown is asked for again after a log-in', async () => {
  const asked: string[] = [];
  const cache = createResourceCache(async (path) => asked.push(path));
  const sessions = createSessionStore(window);
  render(asking(sessions, cache, '/api/places'));
  await waitFor(() => expect(asked).toHaveLength(1));
  act(() => {
    writeSession({ token: 't', role: 'user', user });
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  });
  await waitFor(() => expect(asked).toHaveLength(2));
  localStorage.clear();
});

test('a retry asks again while another part of the page waits for an earlier request', () => {
  const asked: string[] = [];
  const cache = createResourceCache((path) => {
    asked.push(path);
    return new Promise(() => undefined);
  });
  const sessions = createSessionStore(window);
  const wrapper = ({ children }: { readonly children: ReactNode }) =>
    createElement(
      SessionContext,
      { value: sessions },
      createElement(ResourceCacheContext, { value: cache }, children),
    );
  const { result } = renderHook(() => useResource('/a'), { wrapper });
  renderHook(() => useResource('/a'), { wrapper });
  expect(asked).toEqual(['/a']);
  act(() => result.current.retry());
  expect(asked).toEqual(['/a', '/a']);
});

test('an error from an earlier visit of a path ends no session', async () => {
  writeSession({ token: 't', role: 'user', user });
  const sessions = createSessionStore(window);
  let isRefused = true;
  const cache = createResourceCache((path) =>
    path === '/b' && isRefused
      ? Promise.reject(new RequestFailed(401, 'Log in again.'))
      : Promise.resolve(path),
  );
  await cache.load('/b', never());
  isRefused = false;
  const page = render(asking(sessions, cache, '/a'));
  await page.findByText('/a');
  page.rerender(asking(sessions, cache, '/b'));
  await page.findByText('/b');
  expect(sessions.read()?.token).toBe('t');
  localStorage.clear();
});

test.each([
  ['kept for the same user with another token', 'u1', { data: 'mine' }],
  ['removed when somebody else logs in', 'u2', {}],
])('what is cached is %s', (_, id, expected) => {
  const cache = createResourceCache(() => Promise.resolve());
  writeSession({ token: 't', role: 'user', user });
  clearWithSession(cache, createSessionStore(window));
  cache.set('/a', 'mine');
  writeSession({ token: 't2', role: 'user', user: { ...user, id } });
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(cache.read('/a')).toEqual(expected);
  localStorage.clear();
});
