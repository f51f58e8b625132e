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
