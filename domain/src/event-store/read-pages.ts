import type { EventStore, Position, RecordedEvent, EventBatch } from './event-store.ts';

/** The reading half of an event store. */
export type ReadableLog = Pick<EventStore, 'readAll' | 'readLast' | 'head'>;

const defaultPageSize = 2_000;

/**
 * Reads what follows a position up to the end of the log, or up to `until`. The next page is read while the caller works on the
 * one before. The last batch is the one at the head, and may be empty.
 *
 * With `types` it leaves out events of other types where those are most of the log. The first and the last pages are whole, and so are
 * some in between, by which it measures whether they still are.
 *
 * @throws Unavailable, Timeout, UnusableLog
 */
export async function* readPages(
  log: ReadableLog,
  options: {
    readonly after: Position;
    readonly until?: Position | undefined;
    readonly types?: readonly string[];
    readonly pageSize?: number;
  },
): AsyncGenerator<EventBatch, void, void> {
  const { after, until, types, pageSize = defaultPageSize } = options;
  const upToEnd = (page: readonly RecordedEvent[]) =>
    until === undefined ? page : page.filter(({ position }) => position <= until);
  let upTo = after;
  let next = log.readAll({ after, limit: pageSize });
  let partialPages = 1;
  for (let isAtHead = false; !isAtHead;) {
    const events = upToEnd(await next);
    isAtHead = events.length < pageSize;
    upTo = events.at(-1)?.position ?? upTo;
    const isSkipping = !isAtHead && types !== undefined && areFew(events, types);
    if (!isAtHead && !isSkipping) next = prefetch(log.readAll({ after: upTo, limit: pageSize }));
    yield { events, upTo, isAtHead };
    if (!isSkipping) continue;
    for await (const page of skipOthers(log, upTo, partialPages, { types, pageSize })) {
      const found = upToEnd(page.events);
      upTo = found.at(-1)?.position ?? upTo;
      yield { ...page, events: found, upTo, isAtHead: false };
      if (found.length < page.events.length) break;
    }
    partialPages *= 2;
    next = prefetch(log.readAll({ after: upTo, limit: pageSize }));
  }
}

function areFew(events: readonly RecordedEvent[], types: readonly string[]): boolean {
  return events.filter(({ type }) => types.includes(type)).length < events.length / 4;
}

/** Yields at most `pages` pages without other types. Where it comes to the end of the log, the last one is whole. */
async function* skipOthers(
  log: ReadableLog,
  after: Position,
  pages: number,
  { types, pageSize }: { readonly types: readonly string[]; readonly pageSize: number },
): AsyncGenerator<Pick<EventBatch, 'events' | 'isPartial'>, void, void> {
  const newest = await log.readLast(pageSize);
  const end = newest[0]?.position ?? after;
  let upTo = after;
  let next = log.readAll({ after, limit: pageSize, types });
  for (let page = 1; ; page += 1) {
    const events = (await next).filter(({ position }) => position < end);
    const isLast = events.length < pageSize;
    upTo = events.at(-1)?.position ?? upTo;
    if (!isLast && page < pages)
      next = prefetch(log.readAll({ after: upTo, limit: pageSize, types }));
    yield { events, isPartial: true };
    if (isLast) break;
    if (page === pages) return;
  }
  yield { events: newest.filter(({ position }) => position > upTo) };
}

/** An error of a page that is read ahead is thrown when the page is due, which it never is if the caller stops before. */
function prefetch<Value>(page: Promise<Value>): Promise<Value> {
  page.catch(() => undefined);
  return page;
}
