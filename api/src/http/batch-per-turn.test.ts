import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { batchPerTurn } from './batch-per-turn.ts';

let sent: number[] = [];
beforeEach(() => {
  sent = [];
});

function collect() {
  const batch = batchPerTurn((items) => {
    sent.push(items.length);
  });
  const addNow = () => {
    batch.add({ started: performance.now() });
  };
  return { flush: batch.flush, addNow };
}

/** So that a pause of the machine is not taken for other work. */
function stopClock() {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
}

test('what comes in one turn is sent together at its end', async () => {
  stopClock();
  const { addNow } = collect();
  for (let turn = 0; turn < 2; turn += 1) {
    for (let count = 0; count < 3; count += 1) addNow();
    expect(sent).toHaveLength(turn);
    await nextTurn();
  }
  expect(sent).toEqual([3, 3]);
});

test('flush sends at once, and the end of the turn nothing more', async () => {
  stopClock();
  const { addNow, flush } = collect();
  addNow();
  flush();
  expect(sent).toEqual([1]);
  await nextTurn();
  expect(sent).toEqual([1]);
});

test('batchPerTurn sends at most 64 at once, and the rest with the turn', async () => {
  stopClock();
  const { addNow } = collect();
  for (let count = 0; count < 200; count += 1) addNow();
  expect(sent).toEqual([64, 64, 64]);
  await nextTurn();
  expect(sent).toEqual([64, 64, 64, 8]);
});

test('after a turn with other work each is sent at once, until it is over', async () => {
  const { addNow } = collect();
  const workUntil = (end: number) => {
    while (performance.now() < end);
  };
  addNow();
  workUntil(performance.now() + 5);
  await nextTurn();
  expect(sent).toEqual([1]);
  addNow();
  expect(sent).toEqual([1, 1]);
  workUntil(performance.now() + 150);
  addNow();
  expect(sent).toEqual([1, 1]);
  await nextTurn();
  expect(sent).toEqual([1, 1, 1]);
});
