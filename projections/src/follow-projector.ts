import type { Projector } from './projector.ts';
import { readStatus } from './projector/status.ts';
import { isVisibleAt, waitUntilStored, type StoredViews } from './projector/stored.ts';

/** Stands in for a projector that is a process of its own: looks at what it stores, and writes nothing. */
export function followProjector(stored: StoredViews): Projector {
  const stopped = new AbortController();
  return {
    reached: (position, { timeoutMs }) =>
      waitUntilStored(stored, position, {
        until: performance.now() + timeoutMs,
        signal: stopped.signal,
      }),
    // A store that is away right after the wait shows nothing; the write itself was kept.
    shows: (position) => isVisibleAt(stored, position).catch(() => false),
    status: () => readStatus(stored.store, stored.views),
    stop: () => {
      stopped.abort();
      return Promise.resolve();
    },
  };
}
