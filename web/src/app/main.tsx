import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { requestJson } from '../shared/api/request-json.ts';
import { createResourceCache } from '../shared/resource/resource-cache.ts';
import { ResourceCacheContext } from '../shared/resource/use-resource.ts';
import { memoryStorage } from '../shared/session/memory-storage.ts';
import type { SessionStorage } from '../shared/session/session.ts';
import { createSessionStore } from '../shared/session/session-store.ts';
import { SessionContext } from '../shared/session/use-session.ts';
import '../styles/styles.css';
import { App } from './app.tsx';

/** Asked for without a token, so that a session that has expired keeps nobody from them. */
const sameForAll: ReadonlySet<string> = new Set(['/api/site', '/api/businesses/approved']);

const sessions = createSessionStore(browserStorage(), window);
const resources = createResourceCache((path, signal) =>
  requestJson(path, {
    signal,
    token: sameForAll.has(path) ? null : (sessions.read()?.token ?? null),
  }),
);
sessions.subscribe(resources.clear);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element for the application');
createRoot(root).render(
  <StrictMode>
    <SessionContext value={sessions}>
      <ResourceCacheContext value={resources}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </ResourceCacheContext>
    </SessionContext>
  </StrictMode>,
);

function browserStorage(): SessionStorage {
  try {
    return window.localStorage;
  } catch {
    return memoryStorage();
  }
}
