import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openTemporaryStores, type TemporaryStores } from '../testing/temporary-stores.ts';
import { Leases } from './leases.ts';

let stores: TemporaryStores;
beforeEach(async () => {
  stores = await openTemporaryStores();
});
afterEach(() => stores.close());

const ttlMs = 100;
const name = 'follow listings 1';
/** Of a process whose clock is an hour ahead. */
const ahead = { name, holder: 'ahead', ttlMs: 3_600_000 };

test('the lease of a process that died is taken in time although its clock was ahead', async () => {
  const { store } = stores;
  await store.lease(ahead);
  const leases = new Leases(store, 'other', ttlMs);
  const startedAt = performance.now();
  await expect.poll(() => leases.take([name]), { interval: 5 }).toEqual(new Set([name]));
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(ttlMs);
  expect(await store.heldLease(name)).toMatchObject({ holder: 'other' });
});

test('a lease that a process with a clock ahead renews is not taken from it', async () => {
  const { store } = stores;
  const leases = new Leases(store, 'other', ttlMs);
  const until = performance.now() + 3 * ttlMs;
  while (performance.now() < until) {
    await store.lease(ahead);
    expect(await leases.take([name])).toEqual(new Set());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
});

test('release waits for a renewal that is under way, which would take the lease again', async () => {
  const { store } = stores;
  let renew = () => {};
  const slow = {
    release: store.release.bind(store),
    heldLease: store.heldLease.bind(store),
    lease: async (lease: Parameters<typeof store.lease>[0]) => {
      if (lease.name === name) await new Promise<void>((resolve) => (renew = resolve));
      return store.lease(lease);
    },
  };
  const leases = new Leases(slow, 'one', 60_000);
  const renewal = leases.take([name]);
  await leases.take(['mail']);
  const released = leases.release();
  setTimeout(() => renew(), 20);
  await Promise.all([renewal, released]);
  expect(await store.heldLease(name)).toBeNull();
});

test('release waits for a renewal beside one that failed', async () => {
  const { store } = stores;
  const slow = {
    release: store.release.bind(store),
    heldLease: store.heldLease.bind(store),
    lease: async (lease: Parameters<typeof store.lease>[0]) => {
      if (lease.name === 'mail') throw new Error('away');
      await new Promise((resolve) => setTimeout(resolve, 20));
      return store.lease(lease);
    },
  };
  const leases = new Leases(slow, 'one', 60_000);
  await expect(leases.take([name, 'mail'])).rejects.toThrow('away');
  await leases.release();
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(await store.heldLease(name)).toBeNull();
});

function advance(ms: number): void {
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + ms);
  onTestFinished(() => now.mockRestore());
}

test('a lease that another process took by force is held no more', async () => {
  const { store } = stores;
  const one = new Leases(store, 'one', 60_000);
  await one.take([name]);
  await new Leases(store, 'other', 60_000).take([name], true);
  advance(20_000);
  expect(await one.take([name])).toEqual(new Set());
});

test('a lease that was renewed is taken once that has stopped', async () => {
  const { store } = stores;
  const leases = new Leases(store, 'other', 60_000);
  for (const ttlMs of [ahead.ttlMs, 2 * ahead.ttlMs]) {
    await store.lease({ ...ahead, ttlMs });
    expect(await leases.take([name])).toEqual(new Set());
  }
  advance(60_000);
  expect(await leases.take([name])).toEqual(new Set([name]));
});

test('a lease that nobody holds is not abandoned', async () => {
  const { store } = stores;
  const lease = vi.spyOn(store, 'lease').mockResolvedValue(false);
  const leases = new Leases(store, 'one', 60_000);
  for (let round = 1; round <= 2; round += 1) {
    expect(await leases.take([name])).toEqual(new Set());
    expect(lease).toHaveBeenCalledTimes(round);
    advance(60_000);
  }
});

test('a lease that was just renewed is not written again', async () => {
  const { store } = stores;
  const lease = vi.spyOn(store, 'lease');
  const leases = new Leases(store, 'one', 60_000);
  for (let round = 0; round < 3; round += 1)
    expect(await leases.take([name])).toEqual(new Set([name]));
  expect(lease).toHaveBeenCalledOnce();
});

test('release ends without an error while the store is away, and goes on to the other leases', async () => {
  const { store } = stores;
  const leases = new Leases(store, 'one', 60_000);
  await leases.take([name, 'mail']);
  expect(await leases.take(['mail'])).toEqual(new Set(['mail']));
  vi.spyOn(store, 'release').mockRejectedValueOnce(new Error('away'));
  await leases.release();
  expect(await store.heldLease(name)).not.toBeNull();
  expect(await store.heldLease('mail')).toBeNull();
});

test('work that cannot take all of its leases keeps none', async () => {
  const { store } = stores;
  const lease = store.lease.bind(store);
  vi.spyOn(store, 'lease').mockImplementation((given) =>
    given.name === name ? lease(given) : Promise.reject(new Error('away')),
  );
  const { signal } = new AbortController();
  const work = vi.fn(() => Promise.resolve());
  const leases = new Leases(store, 'one', 60_000);
  await expect(leases.whileHeld([name, 'mail'], { signal }, work)).rejects.toThrow('away');
  expect(work).not.toHaveBeenCalled();
  expect(await store.heldLease(name)).toBeNull();
});

test('work that is done again takes its lease again', async () => {
  const { store } = stores;
  const leases = new Leases(store, 'one', 60_000);
  const { signal } = new AbortController();
  for (let round = 0; round < 2; round += 1) {
    const held = await leases.whileHeld([name], { signal }, () => store.heldLease(name));
    expect(held).toMatchObject({ holder: 'one' });
    expect(await store.heldLease(name)).toBeNull();
  }
});
