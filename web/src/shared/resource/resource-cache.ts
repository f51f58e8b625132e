/** What is known of one address: what it answered last, what went wrong last, or neither while the first answer is awaited. */
type ResourceEntry = { readonly data?: unknown; readonly error?: unknown };

export type FetchResource = (path: string, signal: AbortSignal) => Promise<unknown>;

/** Keeps answers of the API between pages. One for each visitor: the server makes a new one for every page it renders. */
export interface ResourceCache {
  readonly read: (path: string) => ResourceEntry;
  /** Asks anew; what is known stays until the answer is there. An aborted request leaves no trace. */
  readonly load: (path: string, signal: AbortSignal) => Promise<void>;
  /** Forgets everything, as when somebody else logs in. */
  readonly clear: () => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

const nothing: ResourceEntry = {};

export function createResourceCache(
  fetchResource: FetchResource,
  known: Readonly<Record<string, unknown>> = {},
): ResourceCache {
  const entries = new Map<string, ResourceEntry>();
  const listeners = new Set<() => void>();
  for (const [path, data] of Object.entries(known)) entries.set(path, { data });

  const set = (path: string, entry: ResourceEntry) => {
    entries.set(path, entry);
    for (const listener of listeners) listener();
  };

  return {
    read: (path) => entries.get(path) ?? nothing,
    async load(path, signal) {
      const before = entries.get(path);
      if (before?.error !== undefined)
        set(path, 'data' in before ? { data: before.data } : nothing);
      try {
        const data = await fetchResource(path, signal);
        if (!signal.aborted) set(path, { data });
      } catch (error) {
        if (!signal.aborted) set(path, { ...entries.get(path), error });
      }
    },
    clear() {
      entries.clear();
      for (const listener of listeners) listener();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
