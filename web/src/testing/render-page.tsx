import { cleanup, configure, render } from '@testing-library/react';
import { StrictMode, useLayoutEffect } from 'react';
import {
  MemoryRouter,
  useLocation,
  useNavigate,
  type Location,
  type NavigateFunction,
} from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { App } from '../app/app.tsx';
import { requestJson } from '../shared/api/request-json.ts';
import { createResourceCache } from '../shared/resource/resource-cache.ts';
import { ResourceCacheContext } from '../shared/resource/use-resource.ts';
import { createSessionStore } from '../shared/session/session-store.ts';
import { SessionContext } from '../shared/session/use-session.ts';

// A busy machine takes its time to load the code of a page.
configure({ asyncUtilTimeout: 10_000 });

export type Request = { readonly method: string; readonly path: string; readonly body: unknown };

export type Address = string | { readonly pathname: string; readonly state?: unknown };

/** The address bar and the buttons of the browser. */
type Browser = { location?: Location; navigate?: NavigateFunction };

function Watch({ browser }: { readonly browser: Browser }) {
  const location = useLocation();
  const navigate = useNavigate();
  // With the page itself and not after it: a test that finds something on the page may ask at once where it is.
  useLayoutEffect(() => {
    Object.assign(browser, { location, navigate });
  });
  return null;
}

/** Answers by path, or by a function of the request; an answer with a status of its own is a `Response`. */
export type Network = Record<string, unknown>;

/** Renders the whole application at an address, as a visitor's browser would, with the network made up. */
export function renderPage(address: Address, network: Network) {
  const requests = stubNetwork(network);
  const sessions = createSessionStore(localStorage, window);
  const resources = createResourceCache((path, signal) => requestJson(path, { signal }));
  const browser: Browser = {};
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value: vi.fn(), writable: true });
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('IntersectionObserver', NeverSeen);
  const view = render(
    <StrictMode>
      <SessionContext value={sessions}>
        <ResourceCacheContext value={resources}>
          <MemoryRouter initialEntries={[address]}>
            <Watch browser={browser} />
            <App />
          </MemoryRouter>
        </ResourceCacheContext>
      </SessionContext>
    </StrictMode>,
  );
  onTestFinished(() => {
    cleanup();
    vi.unstubAllGlobals();
    localStorage.clear();
  });
  return { ...view, browser, requests, sessions };
}

/** What a browser without layout can say of what is on the screen: nothing. */
class NeverSeen {
  observe(): void {
    return undefined;
  }
  disconnect(): void {
    return undefined;
  }
}

function stubNetwork(network: Network): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body, signal }: RequestInit) => {
    signal?.throwIfAborted();
    requests.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : null });
    const answer = network[path] ?? (path === '/api/site' ? aSite : undefined);
    if (answer instanceof Error) return Promise.reject(answer);
    if (answer instanceof Promise) return answer;
    if (answer instanceof Response) return Promise.resolve(answer.clone());
    if (answer === undefined) return Promise.resolve(new Response('{}', { status: 404 }));
    return Promise.resolve(Response.json(answer));
  });
  return requests;
}

export const aSite = {
  name: 'Kampong Bharu Directory',
  applyOrderBy: false,
  map: {
    tileUrl: null,
    attribution: '© OpenStreetMap contributors',
    latitude: 3.16,
    longitude: 101.7,
    zoom: 15,
  },
};
