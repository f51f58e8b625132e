import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { requestJson } from '../shared/api/request-json.ts';
import { createResourceCache } from '../shared/resource/use-resource.ts';
import { createSessionStore } from '../shared/session/session-store.ts';
import { memoryStorage, type SessionStorage } from '../shared/session/session.ts';
import '../styles/styles.css';
import { App, preloadPage } from './app.tsx';
import { readPageData } from './page-data.ts';
import { Root } from './root.tsx';

/** Asked for without a token, so that a session that has expired keeps nobody from them. */
const sameForAll: ReadonlySet<string> = new Set(['/api/site', '/api/businesses/approved']);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element for the application');

const finished = readPageData(document);
const sessions = createSessionStore(browserStorage(), window);
const resources = createResourceCache(
  (path, signal) =>
    requestJson(path, {
      signal,
      token: sameForAll.has(path) ? null : (sessions.read()?.token ?? null),
    }),
  { answers: finished?.answers ?? {}, isFresh: !wentBack() },
);
sessions.subscribe(resources.clear);

const application = (
  <Root sessions={sessions} resources={resources}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </Root>
);
if (finished) await preloadPage(finished.page);
// One page says of every wrong address that it is wrong, so it knows its own as little as a router would like.
if (finished && finished.page !== 'not-found') hydrateRoot(root, application);
else createRoot(root).render(application);

function browserStorage(): SessionStorage {
  try {
    return window.localStorage;
  } catch {
    return memoryStorage();
  }
}

/** Going back, browsers show a page that they kept without asking whether it has changed. */
function wentBack(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'back_forward');
}
