import {
  clearSession,
  concernsSession,
  readSession,
  writeSession,
  type Session,
  type SessionStorage,
} from './session.ts';

/** The session of this browser, the same in all its tabs. */
export interface SessionStore {
  readonly read: () => Session | null;
  readonly start: (session: Session) => void;
  readonly end: () => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

/** Where nobody is ever logged in: on the server, which renders the pages for everybody alike. */
export const noSession: SessionStore = {
  read: () => null,
  start: () => undefined,
  end: () => undefined,
  subscribe: () => () => undefined,
};

type Tab = Pick<Window, 'addEventListener' | 'removeEventListener'>;

export function createSessionStore(storage: SessionStorage, tab: Tab): SessionStore {
  let session = readSession(storage);
  const listeners = new Set<() => void>();
  const refresh = () => {
    session = readSession(storage);
    for (const listener of listeners) listener();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (concernsSession(key)) refresh();
  };

  return {
    read: () => session,
    start(next) {
      writeSession(storage, next);
      refresh();
    },
    end() {
      clearSession(storage);
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
