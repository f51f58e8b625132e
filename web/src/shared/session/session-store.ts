import {
  clearSession,
  concernsSession,
  readSession,
  writeSession,
  writeToken,
  type Session,
  type SessionStorage,
} from './session.ts';

/** The session of this browser, the same in all its tabs. */
export interface SessionStore {
  readonly read: () => Session | null;
  readonly start: (session: Session) => void;
  /** Ends the session of `token`, which the server refused; a newer session stays. */
  readonly expire: (token: string) => void;
  readonly end: () => void;
  /** Ends any session and stores the token of a registration. */
  readonly keepToken: (token: string) => void;
  /** Whether the last session ended because the server refused its token. */
  readonly hasExpired: () => boolean;
  readonly subscribe: (onChange: () => void) => () => void;
}

/** For the server, which renders the pages without a session. */
export const noSession: SessionStore = {
  read: () => null,
  start: () => undefined,
  expire: () => undefined,
  end: () => undefined,
  keepToken: () => undefined,
  hasExpired: () => false,
  subscribe: () => () => undefined,
};

type Tab = Pick<Window, 'addEventListener' | 'removeEventListener'>;

export function createSessionStore(storage: SessionStorage, tab: Tab): SessionStore {
  let session = readSession(storage);
  let expired = false;
  const listeners = new Set<() => void>();
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
    if (!concernsSession(key)) return;
    // A token without a role is no session.
    if (JSON.stringify(readSession(storage)) !== JSON.stringify(session)) refresh();
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
