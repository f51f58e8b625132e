import { type ReactNode, StrictMode } from 'react';
import { type ResourceCache, ResourceCacheContext } from '../shared/resource/use-resource.ts';
import { type SessionStore, SessionContext } from '../shared/session/session.ts';

export type RootProps = {
  readonly sessions: SessionStore;
  readonly resources: ResourceCache;
  /** The application in its router. */
  readonly children: ReactNode;
};

/** The providers around the application, the same on the server and in the browser: hydration requires it. */
export function Root({ sessions, resources, children }: RootProps) {
  return (
    <StrictMode>
      <SessionContext value={sessions}>
        <ResourceCacheContext value={resources}>{children}</ResourceCacheContext>
      </SessionContext>
    </StrictMode>
  );
}

/** The server-rendered pages. */
export type PageName =
  | 'home'
  | 'place'
  | 'saved'
  | 'data'
  | 'privacy'
  | 'not-found'
  | 'login'
  | 'register'
  | 'admin-login';

/** What comes with a server-rendered page, as JSON in a script element. */
export type PageData = {
  readonly page: PageName;
  /** The API's responses that it was rendered from, by their paths. */
  readonly answers: Readonly<Record<string, unknown>>;
};

export const pageDataId = 'page-data';

/** Null for a page that the server did not render. */
export function readPageData(document: Document): PageData | null {
  const text = document.getElementById(pageDataId)?.textContent;
  if (!text) return null;
  // Written by the renderer of the same build, with the same type.
  return JSON.parse(text) as PageData;
}
