import { createContext, useContext, useSyncExternalStore } from 'react';
import { useNavigate } from '../navigation/router.tsx';
import { noSession, type SessionStore, type Session } from './session.ts';

export const SessionContext = createContext<SessionStore>(noSession);

export function useSessionStore(): SessionStore {
  return useContext(SessionContext);
}

/** Null for a visitor, and during hydration. */
export function useSession(): Session | null {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.read, () => null);
}

/** Logs out and deletes the user's data in this browser. */
export function useLogOut(): () => void {
  const sessions = useSessionStore();
  const navigate = useNavigate();
  return () => {
    const session = sessions.read();
    if (session) forgetDrafts(session.user.id);
    sessions.end();
    navigate(session?.role === 'admin' ? '/admin' : '/');
  };
}

/** Where forms store drafts. Defined here so that logging out does not load the forms' code. */
export const draftKey = (userId: string, businessId?: string) =>
  businessId === undefined ? `draft:${userId}` : `draft:${userId}:${businessId}`;
export const draftImages = { database: 'drafts', store: 'images' } as const;

/** Deletes the drafts in the local storage, and their photos in IndexedDB. */
function forgetDrafts(userId: string): void {
  try {
    for (const key of savedDrafts(userId)) window.localStorage.removeItem(key);
    window.indexedDB.deleteDatabase(draftImages.database);
  } catch {
    // A browser that refuses its storage has stored nothing.
  }
}

/** The keys of the new listing and of the edits that the user has not submitted. */
export function savedDrafts(userId: string): readonly string[] {
  const own = draftKey(userId);
  try {
    return Object.keys(window.localStorage).filter(
      (key) => key === own || key.startsWith(`${own}:`),
    );
  } catch {
    return [];
  }
}
