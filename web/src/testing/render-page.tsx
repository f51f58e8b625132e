import { cleanup, configure, render } from '@testing-library/react';
import { StrictMode, useLayoutEffect } from 'react';
import {
  type Location,
  BrowserRouter,
  type Navigate,
  useLocation,
  useNavigate,
} from '../shared/navigation/router.tsx';
import { onTestFinished, vi } from 'vitest';
import { App } from '../app/app.tsx';
import { requestJson } from '../shared/api/request-json.ts';
import {
  clearWithSession,
  createResourceCache,
  ResourceCacheContext,
} from '../shared/resource/use-resource.ts';
import { createSessionStore, SessionContext } from '../shared/session/session.ts';
import { type Stub, stubNetwork } from './stub-network.ts';

// A busy machine takes its time to load the code of a page.
configure({ asyncUtilTimeout: 10_000 });

export type Address = string | { readonly pathname: string; readonly state?: unknown };

/** The address bar and the buttons of the browser. */
type Browser = { location?: Location; navigate?: Navigate };

function Watch({ browser }: { readonly browser: Browser }) {
  const location = useLocation();
  const navigate = useNavigate();
  // With the page itself and not after it, so that a test that finds something on the page can read the address.
  useLayoutEffect(() => {
    Object.assign(browser, { location, navigate });
  });
  return null;
}

/** Renders the whole application at an address, as a visitor's browser would, with the network stubbed. */
export function renderPage(address: Address, ...stubs: readonly Stub[]) {
  const network = stubNetwork(stubs);
  const sessions = createSessionStore(window);
  const resources = createResourceCache((path, signal) => requestJson(path, { signal }));
  clearWithSession(resources, sessions);
  const browser: Browser = {};
  const { pathname, state = null } = typeof address === 'string' ? { pathname: address } : address;
  window.history.pushState({ usr: state }, '', pathname);
  polyfillDialog();
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value: vi.fn(), writable: true });
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('IntersectionObserver', NeverSeen);
  const view = render(
    <StrictMode>
      <SessionContext value={sessions}>
        <ResourceCacheContext value={resources}>
          <BrowserRouter>
            <Watch browser={browser} />
            <App />
          </BrowserRouter>
        </ResourceCacheContext>
      </SessionContext>
    </StrictMode>,
  );
  onTestFinished(async () => {
    cleanup();
    // Code that is still being loaded needs the window, which the end of the file takes away.
    await vi.dynamicImportSettled();
    vi.unstubAllGlobals();
    localStorage.clear();
  });
  return { ...view, ...network, browser, sessions };
}

/** jsdom has no layout, so nothing is ever on the screen. */
export class NeverSeen {
  observe(): void {
    return undefined;
  }
  disconnect(): void {
    return undefined;
  }
}

/** jsdom has the element but cannot open it. */
export function polyfillDialog(): void {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.setAttribute('open', '');
    this.querySelector<HTMLElement>('button, input, select, textarea, a[href]')?.focus();
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.removeAttribute('open');
  };
}
