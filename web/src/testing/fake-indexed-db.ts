import { onTestFinished, vi } from 'vitest';

type Range = { readonly lower: string; readonly upper: string };

/**
 * The part of IndexedDB that saved photos use, as jsdom has none. Returns what is stored, by key. With `isFull`, transactions that store
 * something are aborted once their requests have succeeded, as by Chrome.
 */
export function fakeIndexedDb(
  stored: readonly (readonly [key: string, value: unknown])[],
  { isFull = false } = {},
): Map<string, unknown> {
  const items = new Map(stored);
  const transaction = () => {
    let isRefused = false;
    const photos = {
      get: (key: string) => ({ result: items.get(key) }),
      put: (value: unknown, key: string) => {
        if (isFull) isRefused = true;
        else items.set(key, value);
        return { result: key };
      },
      delete: (range: string | Range) => {
        const { lower, upper } = typeof range === 'string' ? { lower: range, upper: range } : range;
        for (const key of [...items.keys()]) if (key >= lower && key <= upper) items.delete(key);
        return { result: undefined };
      },
    };
    const begun = {
      error: isFull ? new DOMException('The disk is full.', 'QuotaExceededError') : null,
      oncomplete: (): void => undefined,
      onabort: (): void => undefined,
      objectStore: () => photos,
    };
    queueMicrotask(() => (isRefused ? begun.onabort() : begun.oncomplete()));
    return begun;
  };
  const db = { transaction, close: () => undefined };
  vi.stubGlobal('indexedDB', { open: () => succeed(db) });
  vi.stubGlobal('IDBKeyRange', { bound: (lower: string, upper: string) => ({ lower, upper }) });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return items;
}

function succeed(result: unknown) {
  const request = { result, onsuccess: (): void => undefined };
  queueMicrotask(() => request.onsuccess());
  return request;
}
