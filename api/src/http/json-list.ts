import { setImmediate as nextTurn } from 'node:timers/promises';

/** So many at a time, that other requests come in between. */
const sliceLength = 250;

/** The JSON of a list that may be long. */
export async function jsonList<Item>(
  items: readonly Item[],
  present: (item: Item) => object,
): Promise<Buffer> {
  const parts: string[] = [];
  for (let start = 0; start < items.length; start += sliceLength) {
    if (start > 0) await nextTurn();
    const slice = items.slice(start, start + sliceLength);
    parts.push(slice.map((item) => JSON.stringify(present(item))).join(','));
  }
  return Buffer.from(`[${parts.join(',')}]`);
}
