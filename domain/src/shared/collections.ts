/** The keys of an object, in the order given. For a union, an object that lacks one of its names does not compile. */
export function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(object) as Key[];
}

/** An object with a value for each key. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}

/** Like `Map.groupBy`, which Node 20 does not have. Groups and their items stay in order. */
export function groupBy<Key, Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Caches what is computed for each key, up to `max` values: beyond that it begins with an empty cache. */
export function memoize<Key, Value>(
  max: number,
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    if (known.size >= max) known.clear();
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

/** The index of the first item of a sorted list that comes after. */
export function insertionIndex<Item>(
  items: readonly Item[],
  comesAfter: (item: Item) => boolean,
): number {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const item = items[middle];
    if (item !== undefined && comesAfter(item)) to = middle;
    else from = middle + 1;
  }
  return from;
}
