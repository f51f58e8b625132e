/** Works on the items in their order, up to `limit` of them at once; the first failure ends it when what is under way has ended. */
export async function forEachInFlight<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const source = oneByOne(items);
  const results = await Promise.allSettled(
    Array.from({ length: limit }, async () => {
      try {
        for (let next = await source.next(); !next.done; next = await source.next())
          await work(next.value);
      } catch (error) {
        await source.return();
        throw error;
      }
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** A generator answers calls of `next` in their order, however many wait. */
async function* oneByOne<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
): AsyncGenerator<Item, void, undefined> {
  yield* items;
}
