import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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
  createSessionStore(localStorage, window).start(session);
  expect(createSessionStore(localStorage, window).read()).toEqual(session);
});

test.each([['token'], ['role']])('without the %s there is no session', (key) => {
  createSessionStore(localStorage, window).start(session);
  localStorage.removeItem(key);
  expect(createSessionStore(localStorage, window).read()).toBeNull();
});

test('a role that does not exist is no session', () => {
  createSessionStore(localStorage, window).start(session);
  localStorage.setItem('role', 'owner of the site');
  expect(createSessionStore(localStorage, window).read()).toBeNull();
});

test.each(['', '{', 'null', '"text"', '{"full_name":7}'])(
  'a damaged user (%s) is a user without a name',
  (text) => {
    createSessionStore(localStorage, window).start(session);
    localStorage.setItem('user', text);
    expect(createSessionStore(localStorage, window).read()?.user.full_name).toBe('');
  },
);

test('ending the session leaves nothing behind', () => {
  const store = createSessionStore(localStorage, window);
  store.start(session);
  store.end();
  expect(store.read()).toBeNull();
  expect(localStorage.length).toBe(0);
});

test('a session whose token is refused has expired, until somebody logs in', () => {
  const store = createSessionStore(localStorage, window);
  store.start(session);
  store.expire('an older token');
  expect([store.read(), store.hasExpired()]).toEqual([session, false]);
  store.expire(session.token);
  expect([store.read(), store.hasExpired()]).toEqual([null, true]);
  store.start(session);
  expect(store.hasExpired()).toBe(false);
});

test('a logout is no expiry', () => {
  const store = createSessionStore(localStorage, window);
  store.start(session);
  store.end();
  expect(store.hasExpired()).toBe(false);
});

test('a logout in another tab logs out here and notifies subscribers once', () => {
  const store = createSessionStore(localStorage, window);
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
  const [store, other] = [
    createSessionStore(localStorage, window),
    createSessionStore(localStorage, window),
  ];
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

test('a session lasts until the page is closed in a browser whose storage is full', () => {
  const store = createSessionStore(localStorage, window);
  fillStorage();
  store.start(session);
  expect(store.read()).toEqual(session);
  store.end();
  expect(store.read()).toBeNull();
  expect(() => store.keepToken('of a new account')).not.toThrow();
});

test('a session expires in a browser whose storage is full', () => {
  const store = createSessionStore(localStorage, window);
  store.start(session);
  fillStorage();
  store.expire(session.token);
  expect([store.read(), store.hasExpired()]).toEqual([null, true]);
});

test('that somebody registered in another tab is no other session', () => {
  const store = createSessionStore(localStorage, window);
  let changes = 0;
  store.subscribe(() => (changes += 1));
  localStorage.setItem('token', 'of a new account');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(changes).toBe(0);
  localStorage.setItem('role', 'user');
  window.dispatchEvent(new StorageEvent('storage', { key: 'role' }));
  expect([changes, store.read()?.token]).toEqual([1, 'of a new account']);
});
