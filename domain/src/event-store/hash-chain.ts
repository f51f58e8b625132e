import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { createYielder } from '../shared/concurrency.ts';
import type { NewEvent, RecordedEvent } from './event-store.ts';

/** SHA-256, in hexadecimal, over the canonical JSON (RFC 8785) of an event's type, data and metadata as they were stored. */
export function eventHash({ type, data, metadata }: NewEvent): string {
  return createHash('sha256')
    .update(canonicalize({ type, data, metadata }) ?? '')
    .digest('hex');
}

/**
 * The revision of the first event that does not carry the hash of the one before it, or null when the chain is intact. Detects
 * a changed event unless all later ones were rewritten, too. Gives way to other work every few milliseconds.
 */
export async function firstTamperedRevision(
  history: readonly RecordedEvent[],
): Promise<number | null> {
  const pause = createYielder();
  for (const [index, event] of history.entries()) {
    const before = history[index - 1];
    if (event.metadata.previous !== (before && eventHash(before))) return event.revision;
    await pause();
  }
  return null;
}
