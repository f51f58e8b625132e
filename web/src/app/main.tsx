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
const pageData = readPageData(document);
const sessions = createSessionStore(window);
const resources = createResourceCache(
  (path, signal) =>
    requestJson(path, {
      signal,
      token: sameForAll.has(path) ? null : (sessions.read()?.token ?? null),
    }),
  { answers: pageData?.answers ?? {}, isFresh: !wentBack() },
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
if (isLoaded && page && page !== 'not-found')
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

/** After Back, browsers show the page from their cache without revalidation. */
function wentBack(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'back_forward');
}
