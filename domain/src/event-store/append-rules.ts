import type { ExpectedRevision, NewEvent } from './event-store.ts';

/** In bytes of JSON, all events of one append together. */
export const maxAppendBytes = 1024 * 1024;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Refuses what only a mistake in the calling code can ask for. @throws RangeError */
export function requireSensibleAppend(
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): void {
  if (stream === '') throw new RangeError('a stream needs a name');
  if (events.length === 0) throw new RangeError('there is nothing to append');
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0))
    throw new RangeError(`not a revision: ${expected}`);
  const malformed = events.find(({ id }) => !uuid.test(id));
  if (malformed) throw new RangeError(`not a UUID in lower case: ${malformed.id}`);
  if (new Set(events.map(({ id }) => id)).size < events.length)
    throw new RangeError('the same event id twice in one append');
}
