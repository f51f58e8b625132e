import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ViewStore } from '../view-store.ts';

export function leaseContract(getStore: () => ViewStore): void {
  const someLease = () => ({ name: `lease-${randomUUID()}`, holder: 'one', ttlMs: 60_000 });

  test('a lease has one holder at a time', async () => {
    const store = getStore();
    const lease = someLease();
    expect(await store.lease(lease)).toBe(true);
    expect(await store.lease({ ...lease, holder: 'other' })).toBe(false);
  });

  test('the holder renews a lease', async () => {
    const store = getStore();
    const lease = someLease();
    expect(await store.lease(lease)).toBe(true);
    expect(await store.lease(lease)).toBe(true);
  });

  test('a lease expires', async () => {
    const store = getStore();
    const lease = someLease();
    await store.lease({ ...lease, ttlMs: 20 });
    await expect.poll(() => store.lease({ ...lease, holder: 'other' })).toBe(true);
    expect(await store.lease(lease)).toBe(false);
  });

  test('a lease that lasts for days, as of a clock that was set back since, is held by nobody', async () => {
    const store = getStore();
    const lease = someLease();
    await store.lease({ ...lease, ttlMs: 3 * 86_400_000 });
    expect(await store.heldLease(lease.name)).toBeNull();
    expect(await store.lease({ ...lease, holder: 'other' })).toBe(true);
    expect(await store.lease(lease)).toBe(false);
  });

  test('force takes a lease from its holder', async () => {
    const store = getStore();
    const lease = someLease();
    await store.lease(lease);
    expect(await store.lease({ ...lease, holder: 'other', force: true })).toBe(true);
    expect(await store.lease(lease)).toBe(false);
  });

  test('only the holder releases a lease', async () => {
    const store = getStore();
    const lease = someLease();
    await store.lease(lease);
    await store.release(lease.name, 'other');
    expect(await store.lease({ ...lease, holder: 'other' })).toBe(false);
    await store.release(lease.name, 'one');
    expect(await store.lease({ ...lease, holder: 'other' })).toBe(true);
  });

  test('heldLease returns holder and expiry', async () => {
    const store = getStore();
    const lease = someLease();
    expect(await store.heldLease(lease.name)).toBeNull();
    const before = Date.now();
    await store.lease(lease);
    const held = await store.heldLease(lease.name);
    expect(held?.holder).toBe('one');
    expect(Date.parse(held?.expiresAt ?? '')).toBeGreaterThanOrEqual(before + lease.ttlMs);
    await store.release(lease.name, 'one');
    expect(await store.heldLease(lease.name)).toBeNull();
  });

  test('heldLease returns null for an expired lease', async () => {
    const store = getStore();
    const lease = { ...someLease(), ttlMs: 20 };
    await store.lease(lease);
    await expect.poll(() => store.heldLease(lease.name)).toBeNull();
  });
}
