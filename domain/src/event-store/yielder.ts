import { setImmediate } from 'node:timers/promises';

const sliceMs = 6;

/** Lets others have the event loop whenever this has run for a few milliseconds on end; cheap enough to call at every step. */
export function createYielder(): () => Promise<void> | undefined {
  let sliceEnds = performance.now() + sliceMs;
  return () => {
    if (performance.now() < sliceEnds) return undefined;
    return setImmediate().then(() => {
      sliceEnds = performance.now() + sliceMs;
    });
  };
}

/** The same items; others have the event loop between them whenever taking them took a few milliseconds on end. */
export async function* inTurns<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
): AsyncGenerator<Item, void, void> {
  const pause = createYielder();
  for await (const item of items) {
    yield item;
    await pause();
  }
}
