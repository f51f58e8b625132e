import { Unavailable, UnusableLog, WrongServerSetting } from '@directory/domain/event-store';
import { sleep } from '@directory/domain/shared/timers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AccountsUnavailable } from './accounts/account-store.ts';
import { logFailures, withStores } from './store-outages.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function waitFor(ping: () => Promise<void>) {
  const logger = { warn: vi.fn(), info: vi.fn() };
  const onWait = vi.fn();
  const done = withStores({ stores: { log: { ping } }, logger, onWait }, () =>
    Promise.resolve('opened'),
  );
  done.catch(() => undefined);
  return { logger, onWait, done };
}

test('the start logs why it waits for a store at once and every ten seconds', async () => {
  const ping = vi.fn(() => Promise.reject(new Unavailable('connection refused')));
  const { logger, onWait, done } = waitFor(ping);
  await vi.advanceTimersByTimeAsync(25_000);
  const line = [
    { stores: ['log'], reasons: { log: 'connection refused' } },
    'waiting for stores that are unreachable',
  ];
  expect(logger.warn.mock.calls).toEqual([line, line, line]);
  expect(onWait).toHaveBeenCalledOnce();
  ping.mockResolvedValue(undefined as never);
  await vi.advanceTimersByTimeAsync(500);
  expect(await done).toBe('opened');
  expect(logger.info).toHaveBeenCalledWith('all stores are reachable');
});

test('the start waits for the same stores in one line, whichever of them fails first', async () => {
  const failAfter = (ms: readonly number[]) => {
    const ping = vi.fn(() =>
      sleep(ms[ping.mock.calls.length % ms.length] ?? 0).then(() => {
        throw new Unavailable('connection refused');
      }),
    );
    return { ping };
  };
  const logger = { warn: vi.fn(), info: vi.fn() };
  const stores = { log: failAfter([1, 3]), views: failAfter([2]) };
  void withStores({ stores, logger, onWait: vi.fn() }, () => Promise.resolve());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(logger.warn).toHaveBeenCalledOnce();
});

test('the start ends at a setting that no waiting makes right', async () => {
  const wrong = new WrongServerSetting('the password is wrong');
  const { logger, done } = waitFor(() => Promise.reject(wrong));
  await expect(done).rejects.toBe(wrong);
  expect(logger.warn).not.toHaveBeenCalled();
});

test('the start is repeated after an outage in the middle of it, and ends at another error', async () => {
  const logger = { warn: vi.fn(), info: vi.fn() };
  const work = vi.fn().mockRejectedValueOnce(new Unavailable('away'));
  work.mockRejectedValueOnce(new Error('a mistake'));
  const stores = { log: { ping: () => Promise.resolve() } };
  const done = withStores({ stores, logger, onWait: vi.fn() }, work);
  done.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(400);
  expect(work).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(100);
  await expect(done).rejects.toThrow('a mistake');
  expect(logger.warn).toHaveBeenCalledOnce();
});

test('the start ends at an outage where no store is on a server', async () => {
  const work = () => Promise.reject(new Unavailable('the disk is full'));
  const logger = { warn: vi.fn(), info: vi.fn() };
  await expect(withStores({ stores: {}, logger, onWait: vi.fn() }, work)).rejects.toThrow('full');
});

test('the start does not wait for a damaged log to become whole', async () => {
  const { logger, done } = waitFor(() => Promise.reject(new UnusableLog('events.db', 'damaged')));
  expect(await done).toBe('opened');
  expect(logger.warn).not.toHaveBeenCalled();
});

test('the reason why requests fail is logged at once and every ten seconds for each store, a bug each time', async () => {
  const logger = { error: vi.fn() };
  const report = logFailures(logger);
  const full = new Unavailable('the disk is full');
  const away = new AccountsUnavailable('connection refused');
  const damaged = new UnusableLog('events.db', 'damaged');
  const bug = new TypeError('a mistake');
  const all = [full, away, damaged, bug];
  const logged = () => logger.error.mock.calls.splice(0).map(([{ err }]) => err as unknown);
  all.forEach(report);
  expect(logged()).toEqual(all);
  all.forEach(report);
  expect(logged()).toEqual([bug]);
  await vi.advanceTimersByTimeAsync(9_000);
  report(full);
  await vi.advanceTimersByTimeAsync(1_000);
  report(full);
  report(full);
  expect(logged()).toEqual([full]);
});
