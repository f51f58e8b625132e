export type Role = 'admin' | 'user';

export type SessionUser = {
  readonly id: string;
  readonly full_name: string;
  readonly email: string;
  /** The password was made up for the account: nothing else is allowed before it is changed. */
  readonly mustChangePassword?: true;
  /** Like that for two-step log-in. */
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

/** There is a session when both a token and a role are stored. */
export function readSession(storage: SessionStorage): Session | null {
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

export function clearSession(storage: SessionStorage): void {
  for (const key of Object.values(keys)) storage.removeItem(key);
}

/** Without a role it is no session: a new user still has to log in. */
export function writeToken(storage: SessionStorage, token: string): void {
  storage.setItem(keys.token, token);
}

/** Whether a `storage` event with this key, null for all keys, can have changed the session. */
export function concernsSession(key: string | null): boolean {
  return key === null || Object.values<string>(keys).includes(key);
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

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** For browsers that refuse their storage: the session lasts until the page is closed. */
export function memoryStorage(): SessionStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      items.set(key, value);
    },
    removeItem: (key) => {
      items.delete(key);
    },
  };
}
