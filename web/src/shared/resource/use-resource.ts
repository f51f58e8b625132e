import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { RequestFailed } from '../api/request-json.ts';
import { logFailure } from '../log-failure.ts';
import { useSession, useSessionStore } from '../session/use-session.ts';
import { createResourceCache, type ResourceCache } from './resource-cache.ts';

export type Resource<Answer> = {
  /** Undefined until there is a first answer; the last good one while it is asked for again. */
  readonly data: Answer | undefined;
  /** Why the last request failed; undefined when it did not. */
  readonly error: unknown;
  readonly retry: () => void;
};

const offline = createResourceCache(() =>
  Promise.reject(new Error('no resource cache is provided')),
);

export const ResourceCacheContext = createContext<ResourceCache>(offline);

/** The answer of the API at `path`: at once when it is known, and asked for again on every mount and log-in. */
export function useResource<Answer>(path: string): Resource<Answer> {
  const cache = useContext(ResourceCacheContext);
  const token = useSession()?.token;
  const { expire } = useSessionStore();
  const [attempt, setAttempt] = useState(0);
  const { data, error } = useCachedQuery<Answer>(path);

  useEffect(() => {
    const request = new AbortController();
    void cache.load(path, request.signal);
    return () => {
      request.abort();
    };
  }, [cache, path, token, attempt]);

  useEffect(() => {
    if (error === undefined) return;
    logFailure(`${path} could not be loaded`, error);
    if (token && error instanceof RequestFailed && error.status === 401) expire(token);
  }, [path, error, token, expire]);

  const retry = useCallback(() => {
    setAttempt((before) => before + 1);
  }, []);
  return { data, error, retry };
}

/** For what a command answered, which is known at once of the resource at `path`. */
export function useSetQueryData(path: string): (answer: unknown) => void {
  const cache = useContext(ResourceCacheContext);
  return (answer) => {
    cache.set(path, answer);
  };
}

/** What is known of `path` without asking for it. */
export function useCachedQuery<Answer>(path: string): Pick<Resource<Answer>, 'data' | 'error'> {
  const cache = useContext(ResourceCacheContext);
  const read = () => cache.read(path);
  const { data, error } = useSyncExternalStore(cache.subscribe, read, read);
  // The one place where an answer gets the type of its contract: see requestJson.
  return { data: data as Answer | undefined, error };
}
