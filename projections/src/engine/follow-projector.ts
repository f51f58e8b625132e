import { readStatus } from './operations.ts';
import { waitUntilVisible, type StoredViews } from './progress.ts';
import type { Projector } from './projector.ts';

/** The projector runs in another process: this one reads what it stores and writes nothing. */
export function followProjector(stored: StoredViews): Projector {
  const stopped = new AbortController();
  return {
    waitUntilVisible: (position, timeoutMs) =>
      waitUntilVisible(stored, position, {
        until: performance.now() + timeoutMs,
        signal: stopped.signal,
      }),
    status: () => readStatus(stored.store, stored.views),
    stop: () => {
      stopped.abort();
      return Promise.resolve();
    },
  };
}
