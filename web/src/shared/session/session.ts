import { textOf } from '@directory/domain/shared/unknown';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { logFailure } from '../api/request-json.ts';
import { parseObject, savedDrafts, writeStored } from '../local-storage.ts';
import type { LinkState } from '../navigation/link-state.ts';
import { useNavigate } from '../navigation/router.tsx';

export type Role = 'admin' | 'user';

export type SessionUser = {
  readonly id: string;
  readonly full_name: string;
  readonly email: string;
  /** The password was generated: nothing else is allowed before it is changed. */
  readonly mustChangePassword?: true;
  /** Two-step log-in is required: nothing else is allowed before it is set up. */
  readonly mustSetUpSecondFactor?: true;
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

export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keys = { token: 'token', role: 'role', user: 'user' } as const;
/** Notifies other tabs that the session ended because the server refused its token. */
const expiredKey = 'expired';

/** There is a session when both a token and a role are stored. */
function readSession(storage: SessionStorage): Session | null {
  const token = storage.getItem(keys.token);
  const role = storage.getItem(keys.role);
  if (!token || (role !== 'admin' && role !== 'user')) return null;
  return { token, role, user: parseUser(storage.getItem(keys.user)) };
}

export function writeSession(storage: SessionStorage, { token, role, user }: Session): void {
  storage.setItem(keys.token, token);
  storage.setItem(keys.role, role);
  storage.setItem(keys.user, JSON.stringify(user));
}

function parseUser(text: string | null): SessionUser {
  const user = parseObject(text);
  return {
    id: textOf(user['id']),
    full_name: textOf(user['full_name']),
    email: textOf(user['email']),
    ...(user['mustChangePassword'] === true && { mustChangePassword: true }),
    ...(user['mustSetUpSecondFactor'] === true && { mustSetUpSecondFactor: true }),
  };
}

/** Where the browser refuses its storage: the session lasts until the page is closed. */
export const noStorage: SessionStorage = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
};

/** The session of this browser, the same in all its tabs. */
export interface SessionStore {
  readonly read: () => Session | null;
  readonly start: (session: Session) => void;
  /** Ends the session of `token`, which the server refused; a newer session stays. */
  readonly expire: (token: string) => void;
  readonly end: () => void;
  /** Ends any session and stores the token of a registration, which is no session without a role: a new user still has to log in. */
  readonly keepToken: (token: string) => void;
  /** Whether the last session ended because the server refused its token. */
  readonly hasExpired: () => boolean;
  /** Whether it is still the session of this user, or has expired: nobody has logged out, or in as somebody else. */
  readonly isOf: (userId: string) => boolean;
  readonly subscribe: (onChange: () => void) => () => void;
}

/** `tab` reports what other tabs store. */
export function createSessionStore(storage: SessionStorage, tab: EventTarget): SessionStore {
  let session = readSession(storage);
  let expired = false;
  const listeners = new Set<() => void>();
  const refresh = (otherwise: Session | null = null) => {
    session = readSession(storage) ?? otherwise;
    for (const listener of listeners) listener();
  };
  const forget = () => {
    for (const key of Object.values(keys)) storage.removeItem(key);
  };
  const end = (why: { readonly expired: boolean }) => {
    ({ expired } = why);
    // Before the session is removed, so that other tabs that see the end of it also see the reason.
    if (expired) writeStored(expiredKey, '1');
    forget();
    refresh();
  };
  const onStorage = () => {
    if (JSON.stringify(readSession(storage)) === JSON.stringify(session)) return;
    expired = storage.getItem(expiredKey) !== null;
    refresh();
  };

  return {
    read: () => session,
    start(next) {
      expired = false;
      storage.removeItem(expiredKey);
      try {
        writeSession(storage, next);
      } catch {
        // The storage is full: the session lasts until the page is closed, as without one.
        forget();
      }
      refresh(next);
    },
    expire(token) {
      if (session?.token === token) end({ expired: true });
    },
    end() {
      end({ expired: false });
    },
    keepToken(token) {
      end({ expired: false });
      writeStored(keys.token, token);
    },
    hasExpired: () => expired,
    isOf: (userId) => session?.user.id === userId || expired,
    subscribe(onChange) {
      if (listeners.size === 0) tab.addEventListener('storage', onStorage);
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) tab.removeEventListener('storage', onStorage);
      };
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
  for (const key of savedDrafts(userId)) window.localStorage.removeItem(key);
  import('../listing-form/saved-forms.ts')
    .then(({ forgetPhotos }) => forgetPhotos(userId))
    .catch((error: unknown) => logFailure('The photos could not be deleted', error));
}
