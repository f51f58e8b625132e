import { Outage, type Position } from '@directory/domain/event-store';
import { sharedCall } from '@directory/domain/shared/concurrency';
import { LRUCache } from 'lru-cache';
import type { ViewReader } from '@directory/projections';

/**
 * Makes a value of the current state once per token of the state, and shares it among all callers. The value is never older than the
 * state was when it was requested.
 */
export function memoizeLatest<Made>(
  readToken: () => Promise<string>,
  make: () => Promise<Made>,
): () => Promise<Made> {
  let last: { readonly token: string; readonly made: Made } | undefined;
  const refresh = sharedCall(async () => {
    const token = await readToken();
    if (last?.token !== token) last = { token, made: await make() };
    return last.made;
  });
  return async () => {
    const token = await readToken();
    return last?.token === token ? last.made : refresh();
  };
}

/** One result for all calls within some milliseconds; a failure is shared only until it is known. */
export function sharedFor<Result>(
  ms: number,
  work: () => Promise<Result>,
  now: () => number = () => performance.now(),
): () => Promise<Result> {
  let last: { readonly result: Promise<Result>; readonly at: number } | null = null;
  return () => {
    // A clock may be set back.
    if (last && Math.abs(now() - last.at) < ms) return last.result;
    const begun = { result: work(), at: now() };
    last = begun;
    begun.result.catch(() => {
      if (last === begun) last = null;
    });
    return begun.result;
  };
}

const maxCached = 2_000;

/** Caches values other than null until the token changes. The token is read first, so that no value is older than its token. */
export function cachedByToken<Key extends string, Value>(
  readToken: () => Promise<string>,
  read: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  // Made-up keys, whose value is null, take no room: they are larger than the cache.
  const sizeOf = (value: Value) => (value === null ? maxCached + 1 : 1);
  const cached = versionedCache<Value>(maxCached, { sizeOf });
  return async (key) => cached(key, await readToken(), () => read(key));
}

/**
 * Caches the latest value of the keys used last, `max` of them and as many as have `maxSize` together: the value of a key is returned
 * while its version is the same object or text.
 * Simultaneous callers share one `make`. Of its failures they share outages only: another may be the limit of the first of them, and the
 * next one makes it then.
 */
export function versionedCache<Value>(
  max: number,
  { maxSize = max, sizeOf = (_value: Value): number => 1 } = {},
) {
  const cache = new LRUCache<string, { readonly version: unknown; value: Promise<Value> }>({
    max,
    maxSize,
  });
  const get = (key: string, version: unknown, make: () => Promise<Value>): Promise<Value> => {
    const cached = cache.get(key);
    if (cached && cached.version === version)
      return cached.value.catch((error: unknown) => {
        if (error instanceof Outage) throw error;
        return get(key, version, make);
      });
    const made = { version, value: make() };
    cache.set(key, made, { size: 1 });
    made.value.then(
      (value) => {
        // A copy, as the cache would keep the size of the same object.
        if (cache.peek(key) === made) cache.set(key, { ...made }, { size: sizeOf(value) });
      },
      () => {
        if (cache.peek(key) === made) cache.delete(key);
      },
    );
    return made.value;
  };
  return get;
}

export type ChangesReader = Pick<ViewReader, 'watch' | 'findChanged'>;

/** Above this number of changed documents, reading all of them at once is faster. */
const maxIds = 5_000;

/**
 * Tells `use` which documents of a view changed since the last call; null means that any may have, as at the first call and after one
 * that failed. Calls must not overlap.
 */
export function changedDocuments(reader: ChangesReader, view: { readonly name: string }) {
  let changed: Set<string> | null = null;
  /** Where the changes of another process begin. */
  let after: Position | undefined;
  const look = reader.watch((change) => {
    if (change.view !== view.name) return;
    after ??= change.after;
    const isUnknown = change.ids === null && change.after === undefined;
    if (isUnknown || (changed?.size ?? 0) > maxIds) changed = null;
    for (const id of change.ids ?? []) changed?.add(id);
  });
  return async <Result>(
    use: (ids: ReadonlySet<string> | null) => Promise<Result>,
  ): Promise<Result> => {
    await look();
    const [ids, since] = [changed, after];
    [changed, after] = [new Set(), undefined];
    try {
      if (ids === null || since === undefined) return await use(ids);
      const found = await reader.findChanged(view, since, maxIds);
      return await use(found && new Set([...ids, ...found]));
    } catch (error) {
      changed = null;
      throw error;
    }
  };
}
