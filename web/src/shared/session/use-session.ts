import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Session } from './session.ts';
import { noSession, type SessionStore } from './session-store.ts';

export const SessionContext = createContext<SessionStore>(noSession);

export function useSessionStore(): SessionStore {
  return useContext(SessionContext);
}

/** Null for a visitor, and while a page that the server rendered is taken over. */
export function useSession(): Session | null {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.read, () => null);
}
