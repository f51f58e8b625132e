import type { Projector } from './projector.ts';
import { readStatus } from './projector/status.ts';
import { waitUntilVisible, type StoredViews } from './projector/stored.ts';

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
