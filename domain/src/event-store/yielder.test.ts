import { expect, test } from 'vitest';
import { inTurns } from './yielder.ts';

test('inTurns passes on every item, and others have the event loop in between', async () => {
  let othersRan = 0;
  const other = setInterval(() => (othersRan += 1), 1);
  const items = Array.from({ length: 20 }, (_, index) => index);
  const found: number[] = [];
  for await (const item of inTurns(items)) {
    const end = performance.now() + 3;
    while (performance.now() < end);
    found.push(item);
  }
  clearInterval(other);
  expect(found).toEqual(items);
  expect(othersRan).toBeGreaterThan(2);
});
