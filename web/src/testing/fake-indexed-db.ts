import { onTestFinished, vi } from 'vitest';

type Range = { readonly lower: string; readonly upper: string };

/** The part of IndexedDB that saved photos use, as jsdom has none. Returns what is stored, by key. */
export function fakeIndexedDb(
  stored: readonly (readonly [key: string, value: unknown])[],
): Map<string, unknown> {
  const items = new Map(stored);
  const photos = {
    get: (key: string) => succeed(items.get(key)),
    put: (value: unknown, key: string) => succeed(items.set(key, value)),
    delete: (range: string | Range) => {
      const { lower, upper } = typeof range === 'string' ? { lower: range, upper: range } : range;
      for (const key of [...items.keys()]) if (key >= lower && key <= upper) items.delete(key);
      return succeed(undefined);
    },
  };
  const db = {
    transaction: () => ({ objectStore: () => photos }),
    close: () => undefined,
  };
  vi.stubGlobal('indexedDB', { open: () => succeed(db) });
  vi.stubGlobal('IDBKeyRange', { bound: (lower: string, upper: string) => ({ lower, upper }) });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return items;
}

function succeed(result: unknown) {
  const request = { result, error: null, onsuccess: (): void => undefined };
  queueMicrotask(() => request.onsuccess());
  return request;
}
