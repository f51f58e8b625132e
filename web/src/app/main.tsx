import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from '../shared/navigation/router.tsx';
import { requestJson } from '../shared/api/request-json.ts';
import { clearWithSession, createResourceCache } from '../shared/resource/use-resource.ts';
import { createSessionStore } from '../shared/session/session.ts';
import { watchStyles } from '../shared/ui/loading.tsx';
import '../styles/styles.css';
import { App, type PageName, preloadPage, readPageData, Root } from './app.tsx';

/** Requested without a token, so that they also load with an expired session. */
const sameForAll: ReadonlySet<string> = new Set(['/api/site', '/api/businesses/approved']);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element for the application');

watchStyles();
const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const pageData = readPageData(document);
const sessions = createSessionStore(window);
const resources = createResourceCache(
  (path, signal) =>
    requestJson(path, {
      signal,
      token: sameForAll.has(path) ? null : (sessions.read()?.token ?? null),
    }),
  // After Back, browsers show the page from their cache without revalidation.
  { answers: pageData?.answers ?? {}, isFresh: loading?.type !== 'back_forward' },
);
clearWithSession(resources, sessions);

const application = (
  <Root sessions={sessions} resources={resources}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </Root>
);
const page = pageData?.page;
const isLoaded = await (page ? isPreloaded(page) : true);
// The not-found page is rendered for another address than the router sees, so it cannot be hydrated.
if (isLoaded && page && page !== 'not-found' && !hasLeft())
  // A transition hydrates in slices. At a click or a key in between, React hydrates the rest at once and then handles it.
  startTransition(() => {
    hydrateRoot(root, application);
  });
// Without its code a public page can still be read; a form is of no use, and is replaced by a button that loads the page again.
else if (isLoaded || root.querySelector('[method=post]')) createRoot(root).render(application);

function isPreloaded(page: PageName): Promise<boolean> {
  return preloadPage(page).then(
    () => true,
    () => false,
  );
}

/** Whether Back after a reload left the page before its scripts ran: its HTML stays, and the address is another. */
function hasLeft(): boolean {
  const [address] = window.location.href.split('#');
  return loading?.type === 'reload' && loading.name.split('#')[0] !== address;
}
