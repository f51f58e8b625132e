const maxItems = 64;
const slowTurnMs = 2;
const aloneForMs = 100;

/**
 * Collects the responses of a turn of the event loop and sends them together at its end. Sent one by one, each would wake a client or
 * proxy on this machine that had gone to sleep after the one before, which takes as long as making a response. After a turn in which
 * responses waited for other work, such as an export in slices, each is sent at once for a while.
 */
export function batchPerTurn<Item extends { readonly started: number }>(
  send: (items: readonly Item[]) => void,
) {
  let items: Item[] = [];
  let aloneUntil = 0;
  const flush = () => {
    if (items.length === 0) return;
    const batch = items;
    items = [];
    send(batch);
  };
  const endTurn = () => {
    const now = performance.now();
    if (now - (items[0]?.started ?? now) > slowTurnMs) aloneUntil = now + aloneForMs;
    flush();
  };
  return {
    /** `started` is when its request came, by `performance.now()`. */
    add(item: Item): void {
      items.push(item);
      if (item.started < aloneUntil || items.length >= maxItems) flush();
      else if (items.length === 1) setImmediate(endTurn);
    },
    /** Sends what was collected, before work in this turn that may take long. */
    flush,
  };
}
