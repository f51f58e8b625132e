import { expect, test } from 'vitest';
import { createBackoff, sleep } from './backoff.ts';

test('waits grow to ten seconds and begin anew after a success', () => {
  const backoff = createBackoff(() => 1);
  const waits = Array.from({ length: 8 }, backoff.next);
  expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  backoff.reset();
  expect(backoff.next()).toBe(200);
});

test('two who failed together do not come back together', () => {
  expect(createBackoff(() => 0).next()).toBe(100);
  expect(createBackoff(() => 0.5).next()).toBe(150);
});

test('a sleeper is woken by the signal, without an error', async () => {
  const startedAt = performance.now();
  await sleep(10_000, AbortSignal.timeout(10));
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
