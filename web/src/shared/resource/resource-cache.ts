/** What is known of one address: what it answered last, what went wrong last, or neither while the first answer is awaited. */
type ResourceEntry = { readonly data?: unknown; readonly error?: unknown };

export type FetchResource = (path: string, signal: AbortSignal) => Promise<unknown>;

/** Keeps answers of the API between pages. One for each visitor: the server makes a new one for every page it renders. */
export interface ResourceCache {
  readonly read: (path: string) => ResourceEntry;
  /**
   * Asks anew; what is known stays until the answer is there. An aborted request leaves no trace. What has just come with the
   * page is not asked for the first time.
   */
  readonly load: (path: string, signal: AbortSignal) => Promise<void>;
  /** Knows an answer that came in another way, as the answer to a command. */
  readonly set: (path: string, data: unknown) => void;
  /** Forgets everything, as when somebody else logs in. */
  readonly clear: () => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

/** What came with the page: answers by their paths. */
export type PageData = {
  readonly answers: Readonly<Record<string, unknown>>;
  /** False when the browser kept the page from an earlier visit: then it is shown, and asked for again all the same. */
  readonly isFresh: boolean;
};

const nothing: ResourceEntry = {};
const noData: PageData = { answers: {}, isFresh: false };

export function createResourceCache(
  fetchResource: FetchResource,
  { answers, isFresh }: PageData = noData,
): ResourceCache {
  const entries = new Map<string, ResourceEntry>();
  const listeners = new Set<() => void>();
  for (const [path, data] of Object.entries(answers)) entries.set(path, { data });
  const fresh = new Set(isFresh ? entries.keys() : []);

  const set = (path: string, entry: ResourceEntry) => {
    entries.set(path, entry);
    for (const listener of listeners) listener();
  };

  return {
    read: (path) => entries.get(path) ?? nothing,
    async load(path, signal) {
      if (fresh.delete(path)) return;
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
    set(path, data) {
      set(path, { data });
    },
    clear() {
      entries.clear();
      fresh.clear();
      for (const listener of listeners) listener();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
