import { expect, test } from 'vitest';
import { atMostEvery, createBackoff, repeat, sleep } from './timers.ts';

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

test('atMostEvery leaves out the calls of the first interval, and those too soon after another', () => {
  let now = 0;
  const calls: number[] = [];
  const call = atMostEvery(
    100,
    (time: number) => calls.push(time),
    () => now,
  );
  for (now of [0, 99, 100, 199, 250, 349, 350]) call(now);
  expect(calls).toEqual([100, 250, 350]);
});

test('repeat does its work until it is ended, and lets the last end', async () => {
  const done: boolean[] = [];
  const { end, ended } = repeat(async (signal) => {
    if (done.length === 2) end();
    await sleep(1);
    done.push(signal.aborted);
    return 1;
  });
  await ended;
  expect(done).toEqual([false, false, true]);
});

test('repeat does nothing when it is ended before its first work', async () => {
  const { end, ended } = repeat(() => Promise.reject(new Error('it was called')), 60_000);
  end();
  await ended;
});
