/** Enough for what is asked for again and again, and little enough for any memory. */
const maxRemembered = 2_000;

/** Remembers what was found until the token changes. The token is read first, so that nothing is older than its token. */
export function cachedByToken<Key, Value>(
  readToken: () => Promise<string>,
  read: (key: Key) => Promise<Value | null>,
): (key: Key) => Promise<Value | null> {
  const known = new Map<Key, Value>();
  let knownToken: string | undefined;
  return async (key) => {
    const token = await readToken();
    if (token !== knownToken) known.clear();
    knownToken = token;
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = await read(key);
    if (known.size >= maxRemembered) known.clear();
    if (value !== null && token === knownToken) known.set(key, value);
    return value;
  };
}
