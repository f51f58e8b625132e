type Identified = { readonly id: string };

/** What stands after it in the queue or, at its end, before it. */
export function neighbour<Item extends Identified>(
  queue: readonly Item[],
  id: string,
): Item | undefined {
  const place = queue.findIndex((item) => item.id === id);
  return queue[place + 1] ?? queue[place - 1];
}
