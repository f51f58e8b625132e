import type { Projector } from './projector.ts';
import { readStatus } from './projector/status.ts';
import { areShown, untilStored, type StoredViews } from './projector/stored.ts';

/** Stands in for a projector that is a process of its own: looks at what it stores, and writes nothing. */
export function followProjector(stored: StoredViews): Projector {
  const stopped = new AbortController();
  return {
    reached: (position, { timeoutMs }) =>
      untilStored(stored, position, {
        until: performance.now() + timeoutMs,
        signal: stopped.signal,
      }),
    shows: (position) => areShown(stored, position),
    status: () => readStatus(stored.store, stored.views),
    stop: () => {
      stopped.abort();
      return Promise.resolve();
    },
  };
}
