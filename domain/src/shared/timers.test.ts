import { expect, test } from 'vitest';
import { createBackoff, sleep } from './timers.ts';

test('createBackoff doubles its waits up to ten seconds and starts over after reset', () => {
  const backoff = createBackoff({ random: () => 1 });
  const waits = Array.from({ length: 8 }, backoff.next);
  expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  backoff.reset();
  expect(backoff.next()).toBe(200);
});

test('createBackoff spreads each wait over its upper half', () => {
  expect(createBackoff({ random: () => 0 }).next()).toBe(100);
  expect(createBackoff({ random: () => 0.5 }).next()).toBe(150);
});

test('sleep ends early without an error when its signal fires', async () => {
  const startedAt = performance.now();
  await sleep(10_000, AbortSignal.timeout(10));
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
