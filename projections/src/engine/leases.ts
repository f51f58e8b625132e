import { hostname } from 'node:os';
import { randomUUID } from 'node:crypto';
import type { ViewStore } from '../view-store/view-store.ts';

/** Its holder folds the log into the live views. */
export const projectorLease = 'projector';
/** Its holder rebuilds views beside the live ones. */
export const rebuildLease = 'rebuild';

export const leaseMs = 10_000;
export const renewEveryMs = 3_000;

/** A name under which operators find the process again. */
export function holderName(): string {
  return `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
}

/**
 * Does some work while it holds the lease on rebuilds, and ends it by the signal when somebody else takes the lease away. Null,
 * and nothing is done, when somebody else holds it and `force` does not say otherwise.
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
    // An outage is met by the work itself; a lease that runs out meanwhile costs double work and nothing else.
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
