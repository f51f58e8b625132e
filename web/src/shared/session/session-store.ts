import {
  clearSession,
  concernsSession,
  keepToken,
  readSession,
  writeSession,
  writeToken,
  type Role,
  type Session,
  type SessionStorage,
} from './session.ts';

/** The session of this browser, the same in all its tabs. */
export interface SessionStore {
  readonly read: () => Session | null;
  readonly start: (session: Session) => void;
  /** `token` is the one that the server refused: a session that was started since then stays. */
  readonly expire: (token: string) => void;
  readonly end: () => void;
  /** Ends a session whose token the server no longer takes; who listens learns in whose role it was. */
  readonly expire: () => void;
  readonly onExpired: (listener: (role: Role) => void) => () => void;
  /** Keeps the token of a new account, which alone is no session, and ends an earlier one. */
  readonly keepToken: (token: string) => void;
  /** Ends any session and keeps what registering answered. */
  readonly keepToken: (token: string) => void;
  /** Whether the last session ended because the server no longer took its token. */
  readonly hasExpired: () => boolean;
  readonly subscribe: (onChange: () => void) => () => void;
}

/** Where nobody is ever logged in: on the server, which renders the pages for everybody alike. */
export const noSession: SessionStore = {
  read: () => null,
  start: () => undefined,
  expire: () => undefined,
  end: () => undefined,
  expire: () => undefined,
  onExpired: () => () => undefined,
  keepToken: () => undefined,
  keepToken: () => undefined,
  hasExpired: () => false,
  subscribe: () => () => undefined,
};

type Tab = Pick<Window, 'addEventListener' | 'removeEventListener'>;

export function createSessionStore(storage: SessionStorage, tab: Tab): SessionStore {
  let session = readSession(storage);
  let expired = false;
  const listeners = new Set<() => void>();
  const expiryListeners = new Set<(role: Role) => void>();
  const refresh = () => {
    session = readSession(storage);
    for (const listener of listeners) listener();
  };
  const end = (why: { readonly expired: boolean }) => {
    ({ expired } = why);
    clearSession(storage);
    refresh();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (concernsSession(key)) refresh();
  };

  return {
    read: () => session,
    start(next) {
      expired = false;
      writeSession(storage, next);
      refresh();
    },
    expire(token) {
      if (session?.token === token) end({ expired: true });
    },
    end() {
      end({ expired: false });
    },
    keepToken(token) {
      end({ expired: false });
      writeToken(storage, token);
    },
    hasExpired: () => expired,
    expire() {
      const role = session?.role;
      clearSession(storage);
      refresh();
      if (role) for (const listener of expiryListeners) listener(role);
    },
    onExpired(listener) {
      expiryListeners.add(listener);
      return () => expiryListeners.delete(listener);
    },
    keepToken(token) {
      clearSession(storage);
      keepToken(storage, token);
      refresh();
    },
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
