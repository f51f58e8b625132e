import { hostname } from 'node:os';
import { randomUUID } from 'node:crypto';
import type { ViewStore } from '../view-store/view-store.ts';

/** Its holder folds the log into the live views. */
export const projectorLease = 'projector';
/** Its holder rebuilds views beside the live ones. */
export const rebuildLease = 'rebuild';

export const leaseMs = 10_000;
export const renewEveryMs = 3_000;

/** Names the process for operators: host, process id and a random part. */
export function holderName(): string {
  return `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
}

/**
 * Runs work while it holds the rebuild lease; the signal fires when another process takes the lease. Returns null without running
 * the work when another process holds the lease, unless `force` takes it.
 */
export async function withRebuildLease<Result>(
  store: ViewStore,
  { signal, force = false }: { readonly signal: AbortSignal; readonly force?: boolean },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const lease = { name: rebuildLease, holder: holderName(), ttlMs: leaseMs };
  if (!(await store.lease({ ...lease, force }))) return null;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    // The work meets the same outage itself; a lease that expires meanwhile only costs double work.
    store.lease(lease).then(
      (held) => {
        if (!held) lost.abort();
      },
      () => undefined,
    );
  }, renewEveryMs);
  try {
    return await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    clearInterval(renewal);
    await store.release(lease.name, lease.holder).catch(() => undefined);
  }
}
