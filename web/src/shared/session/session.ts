import { textOf } from '@directory/domain/shared/unknown';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { logFailure } from '../api/request-json.ts';
import {
  parseObject,
  readStored,
  removeStored,
  savedDrafts,
  watchStorage,
  writeStored,
} from '../local-storage.ts';
import type { LinkState } from '../navigation/link-state.ts';
import { useNavigate } from '../navigation/router.tsx';

export type Role = 'admin' | 'user';

export type SessionUser = {
  readonly id: string;
  readonly full_name: string;
  readonly email: string;
  /** The password was generated: nothing else is allowed before it is changed. */
  readonly mustChangePassword?: true | undefined;
  /** Two-step log-in is required: nothing else is allowed before it is set up. */
  readonly mustSetUpSecondFactor?: true | undefined;
};

/** Whether nothing but the own account is allowed yet. */
export function mustActFirst(user: SessionUser): boolean {
  return Boolean(user.mustChangePassword ?? user.mustSetUpSecondFactor);
}

/** The session as stored in this browser. The server trusts only the token. */
export type Session = {
  readonly token: string;
  readonly role: Role;
  readonly user: SessionUser;
};

/** Notifies other tabs that the session ended because the server refused its token. */
const expiredKey = 'expired';

/** There is a session when both a token and a role are stored. */
function readSession(): Session | null {
  const token = readStored('token');
  const role = readStored('role');
  if (!token || (role !== 'admin' && role !== 'user')) return null;
  return { token, role, user: parseUser(readStored('user')) };
}

/** Whether it is stored now. */
export function writeSession({ token, role, user }: Session): boolean {
  return (
    writeStored('token', token) &&
    writeStored('role', role) &&
    writeStored('user', JSON.stringify(user))
  );
}

function removeSession(): void {
  for (const key of ['token', 'role', 'user']) removeStored(key);
}

function parseUser(text: string | null): SessionUser {
  const user = parseObject(text);
  return {
    id: textOf(user['id']),
    full_name: textOf(user['full_name']),
    email: textOf(user['email']),
    mustChangePassword: user['mustChangePassword'] === true || undefined,
    mustSetUpSecondFactor: user['mustSetUpSecondFactor'] === true || undefined,
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** The session of this browser, the same in all its tabs. `tab` reports what other tabs store. Null on the server, which has no storage. */
export function createSessionStore(tab: EventTarget) {
  let session = readSession();
  /** What the storage held when it was last read. */
  let stored = JSON.stringify(session);
  let expired = false;
  /** That of the session or, once it has ended, of the last one. */
  let lastUser = session?.user.id;
  const listeners = new Set<() => void>();
  const change = (next: Session | null) => {
    session = next;
    if (next) lastUser = next.user.id;
    stored = JSON.stringify(readSession());
    for (const listener of listeners) listener();
  };
  const end = () => {
    expired = false;
    removeSession();
    change(null);
  };
  const follow = () => {
    const next = readSession();
    if (JSON.stringify(next) === stored) return;
    expired = readStored(expiredKey) !== null;
    change(next);
  };
  watchStorage(follow, tab);

  return {
    read: () => session,
    start: (next: Session) => {
      expired = false;
      removeStored(expiredKey);
      // The storage is full or blocked: the session lasts until the page is closed.
      if (!writeSession(next)) removeSession();
      change(next);
    },
    /** Ends the session of `token`, which the server refused; a newer session stays. */
    expire: (token: string) => {
      // Another tab may have stored another one, of which this tab has not heard yet.
      follow();
      if (session?.token !== token) return;
      // Before the session is removed, so that other tabs that see the end of it also see the reason.
      writeStored(expiredKey, '1');
      removeSession();
      expired = true;
      change(null);
    },
    end,
    /** Ends any session and stores the token of a registration, which is no session without a role: a new user still has to log in. */
    keepToken: (token: string) => {
      end();
      writeStored('token', token);
    },
    /** Whether the last session ended because the server refused its token. */
    hasExpired: () => expired,
    /** Whether the last session is that of this user, and has at most expired: nobody has logged out, or in as somebody else. */
    isOf: (userId: string) => (session !== null || expired) && userId === lastUser,
    subscribe: (onChange: () => void): (() => void) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

export const SessionContext = createContext<SessionStore | null>(null);

export function useSessionStore(): SessionStore {
  const sessions = useContext(SessionContext);
  if (!sessions) throw new Error('no session store is provided');
  return sessions;
}

/** Null for a visitor, and during hydration. */
export function useSession(): Session | null {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.read, () => null);
}

/** Logs out and deletes the user's data in this browser. */
export function useLogOut(): (state?: LinkState) => void {
  const sessions = useSessionStore();
  const session = useSession();
  const navigate = useNavigate();
  return (state) => {
    if (session) forgetDrafts(session.user.id);
    sessions.end();
    navigate(session?.role === 'admin' ? '/admin' : '/', { state });
  };
}

/** Deletes the drafts in localStorage, and their photos in IndexedDB. */
function forgetDrafts(userId: string): void {
  for (const key of savedDrafts(userId)) removeStored(key);
  import('../listing-form/saved-forms.ts')
    .then(({ forgetPhotos }) => forgetPhotos(userId))
    .catch((error: unknown) => logFailure('The photos could not be deleted', error));
}
