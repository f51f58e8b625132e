import type { SiteResponse } from '@directory/api/contracts';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { App, readPageData, Root } from '../app/app.tsx';
import { createPageRenderer } from '../server/page-renderer.tsx';
import { BrowserRouter } from '../shared/navigation/router.tsx';
import { createResourceCache } from '../shared/resource/use-resource.ts';
import { aSite, noSession } from './fixtures.ts';
import { NeverSeen } from './render-page.tsx';

export const site: SiteResponse = { ...aSite, contactEmail: 'operator@directory.example' };
const route = (name: string) => ({ file: `${name}.js`, css: [`${name}.css`] });
export const renderer = createPageRenderer({
  template:
    '<html><head><!--head--><title>Empty</title><!--/head--><script type="module" crossorigin src="/main.js"></script><link rel="stylesheet" crossorigin href="/main.css"></head><body><!--body--><div id="root"></div><!--/body--></body></html>',
  manifest: {
    'index.html': route('main'),
    'src/features/browse/browse-page.tsx': route('home'),
    'src/features/place/place-page.tsx': route('place'),
    'src/features/browse/saved-page.tsx': route('saved'),
    'src/features/about/data-page.tsx': route('data'),
    'src/features/about/privacy-page.tsx': route('privacy'),
    'src/app/not-found-page.tsx': route('not-found'),
    'src/features/account/login-page.tsx': route('login'),
    'src/features/account/register-page.tsx': route('register'),
    'src/features/admin/login/admin-login-page.tsx': route('admin-login'),
  },
  readStyleSheet: (address) => `.from{content:"${address}"}`,
});

export function parsePage(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

/** Shows a server-rendered page and hydrates it, after `visitorActs` has used it. A reload keeps the state of the page. */
export async function hydratePage(
  address: string,
  page: Document,
  visitorActs: (body: HTMLElement) => void = () => undefined,
  state: unknown = null,
) {
  document.body.innerHTML = page.body.innerHTML;
  visitorActs(document.body);
  window.history.replaceState({ usr: state }, '', address);
  vi.stubGlobal('IntersectionObserver', NeverSeen);
  const answers = readPageData(document)?.answers ?? {};
  const resources = createResourceCache(() => new Promise(() => undefined), {
    answers,
    isFresh: true,
  });
  const trouble: unknown[] = [];
  const element = document.getElementById('root');
  if (!element) throw new Error('the page has no root');
  const before = element.innerHTML;
  const root = await act(async () =>
    hydrateRoot(
      element,
      <Root sessions={noSession} resources={resources}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Root>,
      { onRecoverableError: (error) => trouble.push(error) },
    ),
  );
  onTestFinished(() => {
    act(() => root.unmount());
    vi.unstubAllGlobals();
    vi.useRealTimers();
    document.body.innerHTML = '';
  });
  return { element, before, trouble };
}
