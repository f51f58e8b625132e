import { expect, test } from 'vitest';
import { sharedCall } from './shared-call.ts';

/** Calls that end when they are told to, each with its number. */
function gatedCalls() {
  const open: ((failure?: Error) => void)[] = [];
  const call = () =>
    new Promise<number>((resolve, reject) => {
      const number = open.length;
      open.push((failure) => {
        if (failure) reject(failure);
        else resolve(number);
      });
    });
  return { open, shared: sharedCall(call) };
}
const turn = () => new Promise(setImmediate);

test('callers that come at the same time share a call', async () => {
  const { open, shared } = gatedCalls();
  const both = Promise.all([shared(), shared()]);
  await turn();
  open[0]?.();
  expect(await both).toEqual([0, 0]);
  expect(open).toHaveLength(1);
});

test('callers that come while a call is under way share the next one, which begins when it ends', async () => {
  const { open, shared } = gatedCalls();
  const first = shared();
  await turn();
  const later = Promise.all([shared(), shared()]);
  await turn();
  expect(open).toHaveLength(1);
  open[0]?.();
  expect(await first).toBe(0);
  await turn();
  open[1]?.();
  expect(await later).toEqual([1, 1]);
  expect(open).toHaveLength(2);
});

test('a call that fails fails its callers and not the next', async () => {
  const { open, shared } = gatedCalls();
  const first = shared();
  await turn();
  const second = shared();
  open[0]?.(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await turn();
  open[1]?.();
  expect(await second).toBe(1);
});
