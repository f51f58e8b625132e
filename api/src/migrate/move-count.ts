/** What became of things that were to be copied. */
export type MoveCount = { readonly copied: number; readonly alreadyThere: number };

/** Does them one after the other; `copyOne` says whether it was there already. */
export async function countMoved<Item>(
  items: Iterable<Item>,
  copyOne: (item: Item) => Promise<'copied' | 'already-there'>,
  onDone: (count: MoveCount) => void = () => undefined,
): Promise<MoveCount> {
  let count: MoveCount = { copied: 0, alreadyThere: 0 };
  for (const item of items) {
    const { copied, alreadyThere } = count;
    count =
      (await copyOne(item)) === 'copied'
        ? { copied: copied + 1, alreadyThere }
        : { copied, alreadyThere: alreadyThere + 1 };
    onDone(count);
  }
  return count;
}
