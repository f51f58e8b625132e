/** Gives what was made for a key as long as the version is the same object or text, and else makes it anew. */
export type VersionedCache<Value> = (
  key: string,
  version: unknown,
  make: () => Promise<Value>,
) => Promise<Value>;

/** Keeps the latest version for each of so many keys: those that were asked for last. All who ask at once share one making. */
export function versionedCache<Value>(maxEntries: number): VersionedCache<Value> {
  const kept = new Map<string, { readonly version: unknown; readonly value: Promise<Value> }>();
  return (key, version, make) => {
    const before = kept.get(key);
    const current = before && before.version === version ? before : { version, value: make() };
    kept.delete(key);
    kept.set(key, current);
    for (const oldest of kept.keys()) if (kept.size > maxEntries) kept.delete(oldest);
    current.value.catch(() => {
      if (kept.get(key) === current) kept.delete(key);
    });
    return current.value;
  };
}
