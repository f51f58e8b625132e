/** All names of a union, in the order given: what is missing does not compile. */
export function allOf<Name extends string>(names: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(names) as Name[];
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

/** Computes a value once for each key, and all of them again when there are too many. */
export function remembered<Key, Value>(
  max: number,
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= max) known.clear();
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}
