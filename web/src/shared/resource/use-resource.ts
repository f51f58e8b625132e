import type { SiteResponse } from '@directory/api/contracts';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { logFailure, hasStatus } from '../api/request-json.ts';
import { type SessionStore, useSession, useSessionStore } from '../session/session.ts';

export type Resource<Answer> = {
  /** Undefined until the first response; the last good one while it is fetched again. */
  readonly data: Answer | undefined;
  /** Why the last request failed; undefined when it did not. */
  readonly error: unknown;
  readonly retry: () => void;
};

export const ResourceCacheContext = createContext<ResourceCache | null>(null);

/** The API's response at `path`: at once when it is cached, and fetched again on every mount and login, if it is needed. */
export function useResource<Answer>(path: string, isNeeded = true): Resource<Answer> {
  const cache = useResourceCache();
  // Read directly: during hydration the hook has no session yet.
  useSession();
  const { expire, read } = useSessionStore();
  const token = read()?.token;
  const [attempt, setAttempt] = useState(0);
  const { data, error: cached } = useCachedQuery<Answer>(path);
  // The error of an earlier page is not shown: the request below clears it, but only after the first render.
  const [old, setOld] = useState({ path, error: cached });
  if (old.path !== path) setOld({ path, error: cached });
  const error = cached === old.error ? undefined : cached;

  useEffect(() => {
    if (!isNeeded) return;
    const request = new AbortController();
    void cache.load(path, request.signal, attempt > 0);
    return () => request.abort();
  }, [cache, path, token, attempt, isNeeded]);

  useEffect(() => {
    if (error === undefined) return;
    logFailure(`${path} could not be loaded`, error);
    if (token && hasStatus(error, 401)) expire(token);
  }, [path, error, token, expire]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { data, error, retry };
}

/** Stores the response of a command as the data of `path`, if it has any: they are removed when the session ends. */
export function useSetQueryData(path: string): (answer: unknown) => void {
  const cache = useResourceCache();
  return (answer) => {
    if ('data' in cache.read(path)) cache.set(path, answer);
  };
}

type Cached<Answer> = Pick<Resource<Answer>, 'data' | 'error'>;

/** What is cached for `path`, without a request. */
export function useCachedQuery<Answer>(path: string): Cached<Answer> {
  const cache = useResourceCache();
  const read = () => cache.read(path);
  // Typed by the contract, not parsed: see requestJson.
  return useSyncExternalStore(cache.subscribe, read, read) as Cached<Answer>;
}

function useResourceCache(): ResourceCache {
  const cache = useContext(ResourceCacheContext);
  if (!cache) throw new Error('no resource cache is provided');
  return cache;
}

/** The last response and the last error of a path; neither while the first request is pending. */
type ResourceEntry = { readonly data?: unknown; readonly error?: unknown };

export type FetchResource = (path: string, signal: AbortSignal) => Promise<unknown>;

export type ResourceCache = ReturnType<typeof createResourceCache>;

/** What came with the server-rendered page: responses by their paths. */
export type InitialData = {
  readonly answers: Readonly<Record<string, unknown>>;
  /** False when the browser restored the page from its history: then it is shown and fetched again. */
  readonly isFresh: boolean;
};

const nothing: ResourceEntry = {};

/** A request under way, and how many wait for it. */
type Pending = { readonly request: AbortController; readonly done: Promise<void>; waiting: number };

/** Caches responses of the API between pages. The server creates one for every page that it renders. */
export function createResourceCache(
  fetchResource: FetchResource,
  { answers, isFresh }: InitialData = { answers: {}, isFresh: false },
) {
  const entries = new Map<string, ResourceEntry>();
  const listeners = new Set<() => void>();
  const pending = new Map<string, Pending>();
  for (const [path, data] of Object.entries(answers)) entries.set(path, { data });
  const fresh = new Set(isFresh ? entries.keys() : []);

  const set = (path: string, entry: ResourceEntry) => {
    entries.set(path, entry);
    for (const listener of listeners) listener();
  };

  const fetchInto = async (path: string, { signal }: AbortController) => {
    const before = entries.get(path);
    if (before?.error !== undefined) set(path, 'data' in before ? { data: before.data } : nothing);
    try {
      const data = await fetchResource(path, signal);
      if (!signal.aborted) set(path, { data });
    } catch (error) {
      if (!signal.aborted) set(path, { ...entries.get(path), error });
    }
  };

  const drop = (path: string, dropped = pending.get(path)) => {
    dropped?.request.abort();
    if (dropped === pending.get(path)) pending.delete(path);
  };

  const begin = (path: string): Pending => {
    const request = new AbortController();
    const begun = { request, done: fetchInto(path, request), waiting: 0 };
    pending.set(path, begun);
    void begun.done.then(() => drop(path, begun));
    return begun;
  };

  return {
    read: (path: string) => entries.get(path) ?? nothing,
    /**
     * Fetches `path`, once for all who ask meanwhile; cached data stay until the response is there. A request that all of them aborted
     * changes nothing. What came with a fresh page is not fetched at first. `again` replaces a request that may be from before a write.
     */
    load: async (path: string, signal: AbortSignal, again = false) => {
      if (fresh.has(path)) {
        // After all components of the page were mounted.
        queueMicrotask(() => fresh.delete(path));
        return;
      }
      if (again) drop(path);
      const shared = pending.get(path) ?? begin(path);
      shared.waiting += 1;
      const leave = () => {
        shared.waiting -= 1;
        if (shared.waiting === 0) drop(path, shared);
      };
      signal.addEventListener('abort', leave, { once: true });
      await shared.done;
    },
    /** Stores data from elsewhere, such as the response of a command. */
    set: (path: string, data: unknown) => {
      drop(path);
      set(path, { data });
    },
    /** Removes everything, as when somebody else logs in. */
    clear: () => {
      for (const path of [...pending.keys()]) drop(path);
      entries.clear();
      fresh.clear();
      for (const listener of listeners) listener();
    },
    subscribe: (onChange: () => void): (() => void) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** Clears the cache when the user changes, but not when a page replaces something else in the session, such as the token. */
export function clearWithSession(
  { clear }: ResourceCache,
  { read, subscribe }: SessionStore,
): void {
  let id = read()?.user.id;
  subscribe(() => {
    if (id !== (id = read()?.user.id)) clear();
  });
}

/** The cached response at `path`; if nothing is cached and it is needed, it is fetched. */
export function useMissing<Answer>(path: string, isNeeded = true): Resource<Answer> {
  const { data } = useCachedQuery(path);
  return useResource<Answer>(path, isNeeded && data === undefined);
}

/** The settings of this installation, loaded once. */
export function useSiteSettings(): Resource<SiteResponse> {
  return useMissing<SiteResponse>('/api/site');
}

/** The settings themselves; undefined until they are loaded. */
export function useSite(): SiteResponse | undefined {
  return useSiteSettings().data;
}
