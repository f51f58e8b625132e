import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { savedDrafts } from '../local-storage.ts';
import { createSessionStore, type Session } from './session.ts';

const session: Session = {
  token: 'abc',
  role: 'user',
  user: { id: '1', full_name: 'Aminah', email: 'a@example.com' },
};

beforeEach(() => {
  localStorage.clear();
});

function fillStorage(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
}

test('a session that was kept is restored', () => {
  createSessionStore(window).start(session);
  expect(createSessionStore(window).read()).toEqual(session);
});

test.each([['token'], ['role']])('without the %s there is no session', (key) => {
  createSessionStore(window).start(session);
  localStorage.removeItem(key);
  expect(createSessionStore(window).read()).toBeNull();
});

test('a role that does not exist is no session', () => {
  createSessionStore(window).start(session);
  localStorage.setItem('role', 'owner of the site');
  expect(createSessionStore(window).read()).toBeNull();
});

test.each(['', '{', 'null', '"text"', '{"full_name":7}'])(
  'a damaged user (%s) is a user without a name',
  (text) => {
    createSessionStore(window).start(session);
    localStorage.setItem('user', text);
    expect(createSessionStore(window).read()?.user.full_name).toBe('');
  },
);

test('ending the session leaves nothing behind', () => {
  const store = createSessionStore(window);
  store.start(session);
  store.end();
  expect(store.read()).toBeNull();
  expect(localStorage.length).toBe(0);
});

test('a session whose token is refused has expired, until somebody logs in', () => {
  const store = createSessionStore(window);
  store.start(session);
  store.expire('an older token');
  expect([store.read(), store.hasExpired()]).toEqual([session, false]);
  store.expire(session.token);
  expect([store.read(), store.hasExpired()]).toEqual([null, true]);
  store.start(session);
  expect(store.hasExpired()).toBe(false);
});

test.each([
  ['here', true],
  ['in another tab', false],
])("a session that expires is its user's, not that of a user before, %s", (_, isHere) => {
  const store = createSessionStore(window);
  const other = isHere ? store : createSessionStore(new EventTarget());
  const hear = () => window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  const usersOf = () => ['1', '2'].filter((id) => store.isOf(id));
  store.start(session);
  store.expire(session.token);
  expect(usersOf()).toEqual(['1']);
  other.start({ ...session, token: 'def', user: { ...session.user, id: '2' } });
  hear();
  other.expire('def');
  hear();
  expect(usersOf()).toEqual(['2']);
});

test('a logout is no expiry', () => {
  const store = createSessionStore(window);
  store.start(session);
  store.end();
  expect(store.hasExpired()).toBe(false);
});

test('a logout in another tab logs out here and notifies subscribers once', () => {
  const store = createSessionStore(window);
  store.start(session);
  let notified = 0;
  const unsubscribe = store.subscribe(() => (notified += 1));
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(store.read()).toBeNull();
  window.dispatchEvent(new StorageEvent('storage', { key: 'something else' }));
  unsubscribe();
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(notified).toBe(1);
});

test('a session that expires in another tab has expired here, until somebody logs in', () => {
  const [store, other] = [createSessionStore(window), createSessionStore(window)];
  onTestFinished(store.subscribe(() => undefined));
  const inOtherTab = (change: () => void) => {
    change();
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    return [store.read(), store.hasExpired()];
  };
  const start = () => other.start(session);
  expect(inOtherTab(start)).toEqual([session, false]);
  expect(inOtherTab(() => other.expire('abc'))).toEqual([null, true]);
  expect(inOtherTab(start)).toEqual([session, false]);
  expect(inOtherTab(() => other.end())).toEqual([null, false]);
});

test('a tab that learns of the end of a session at once learns that it expired', () => {
  const store = createSessionStore(window);
  store.start(session);
  onTestFinished(store.subscribe(() => undefined));
  const removeItem = localStorage.removeItem.bind(localStorage);
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation((key) => {
    removeItem(key);
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  createSessionStore(new EventTarget()).expire(session.token);
  expect([store.read(), store.hasExpired()]).toEqual([null, true]);
});

test('a page that the browser kept knows, when it is shown again, that somebody logged out meanwhile', () => {
  const store = createSessionStore(window);
  store.start(session);
  onTestFinished(store.subscribe(() => undefined));
  createSessionStore(window).end();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect([store.read(), store.hasExpired()]).toEqual([null, false]);
});

test('a refused token ends no session that another tab has just begun', () => {
  const store = createSessionStore(window);
  store.start(session);
  const next = { ...session, token: 'def' };
  createSessionStore(window).start(next);
  store.expire(session.token);
  expect([store.read(), createSessionStore(window).read()]).toEqual([next, next]);
});

test('another name that was saved in another tab shows here', () => {
  const store = createSessionStore(window);
  store.start(session);
  onTestFinished(store.subscribe(() => undefined));
  const renamed = { ...session, user: { ...session.user, full_name: 'Siti' } };
  createSessionStore(window).start(renamed);
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  expect(store.read()).toEqual(renamed);
});

test('a registration ends the session that began meanwhile', () => {
  const store = createSessionStore(window);
  store.start(session);
  store.keepToken('of a new account');
  expect(store.read()).toBeNull();
  expect(Object.keys(localStorage)).toEqual(['token']);
});

test('a session that the storage has no room for is not that of somebody before', () => {
  const store = createSessionStore(window);
  store.start(session);
  const other: Session = { token: 'def', role: 'admin', user: { ...session.user, id: '2' } };
  fillStorage();
  store.start(other);
  expect(store.read()).toEqual(other);
  expect(localStorage.length).toBe(0);
});

test('a session lasts until the page is closed in a browser whose storage is full', () => {
  const store = createSessionStore(window);
  fillStorage();
  store.start(session);
  onTestFinished(store.subscribe(() => undefined));
  window.dispatchEvent(new StorageEvent('storage', { key: 'saved' }));
  expect(store.read()).toEqual(session);
  store.end();
  expect(store.read()).toBeNull();
  expect(() => store.keepToken('of a new account')).not.toThrow();
});

test('a session lasts until the page is closed in a browser whose storage is blocked', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new Error('blocked');
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const store = createSessionStore(window);
  store.start(session);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(store.read()).toEqual(session);
  // Logout asks for them.
  expect(savedDrafts(session.user.id)).toEqual([]);
  store.expire(session.token);
  expect([store.read(), store.hasExpired()]).toEqual([null, true]);
});

test('a session expires in a browser whose storage is full', () => {
  const store = createSessionStore(window);
  store.start(session);
  fillStorage();
  store.expire(session.token);
  expect([store.read(), store.hasExpired()]).toEqual([null, true]);
});

test('that somebody registered in another tab is no other session', () => {
  const store = createSessionStore(window);
  let changes = 0;
  store.subscribe(() => (changes += 1));
  localStorage.setItem('token', 'of a new account');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(changes).toBe(0);
  localStorage.setItem('role', 'user');
  window.dispatchEvent(new StorageEvent('storage', { key: 'role' }));
  expect([changes, store.read()?.token]).toEqual([1, 'of a new account']);
});
