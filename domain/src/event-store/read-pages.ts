import type { EventStore, Position, SubscriptionBatch } from './event-store.ts';

/** The reading half of an event store. */
export type ReadableLog = Pick<EventStore, 'readAll' | 'head'>;

const pageSize = 2_000;

/**
 * Reads what follows a position up to the end of the log, or up to `until`. The next page is read while the caller works on the
 * one before. The last batch is `live`, and may be empty.
 *
 * @throws Unavailable, Timeout, UnusableLog
 */
export async function* readPages(
  log: Pick<ReadableLog, 'readAll'>,
  { after, until }: { readonly after: Position; readonly until?: Position | undefined },
): AsyncGenerator<SubscriptionBatch, void, void> {
  let upTo = after;
  let next = log.readAll({ after, limit: pageSize });
  for (let live = false; !live;) {
    const page = await next;
    const events = until === undefined ? page : page.filter(({ position }) => position <= until);
    live = events.length < pageSize;
    upTo = events.at(-1)?.position ?? upTo;
    if (!live) {
      next = log.readAll({ after: upTo, limit: pageSize });
      // Reported when the page is due, which it is not when the caller stops before.
      next.catch(() => undefined);
    }
    yield { events, upTo, live };
  }
}
