import { expect, test } from 'vitest';
import {
  createKeyedQueue,
  createQueue,
  forEachConcurrent,
  inTurns,
  sharedCall,
} from './concurrency.ts';

const turn = () => new Promise(setImmediate);

test('createQueue runs tasks one at a time in order', async () => {
  const queue = createQueue();
  const steps: string[] = [];
  const work = (name: string, rounds: number) => async () => {
    steps.push(`${name} begins`);
    for (let round = 0; round < rounds; round += 1) await turn();
    steps.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([queue(work('slow', 20)), queue(work('quick', 1))])).toEqual([
    'slow',
    'quick',
  ]);
  expect(steps).toEqual(['slow begins', 'slow ends', 'quick begins', 'quick ends']);
});

test('createQueue rejects for failed work and runs the next', async () => {
  const queue = createQueue();
  const failing = queue(() => {
    throw new Error('broken');
  });
  expect(await queue(() => 'fine')).toBe('fine');
  await expect(failing).rejects.toThrow('broken');
});

test('createQueue with a limit refuses work beyond it and accepts work again when there is room', async () => {
  const queue = createQueue({ maxWaiting: 1, full: () => new Error('full') });
  let release = (): void => undefined;
  const running = queue(() => new Promise<void>((resolve) => (release = resolve)));
  const waiting = queue(() => 'waited');
  await expect(queue(() => 'too many')).rejects.toThrow('full');
  release();
  await running;
  expect(await waiting).toBe('waited');
  expect(await queue(() => 'again')).toBe('again');
});

test('createKeyedQueue runs the work of a key in turns, and goes on after a failure', async () => {
  const queue = createKeyedQueue();
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await turn();
    steps.push(`${name} ends`);
    if (name === 'a1') throw new Error('broken');
  };
  const all = await Promise.allSettled([
    queue('a', work('a1')),
    queue('a', work('a2')),
    queue('b', work('b1')),
  ]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  const ofA = steps.filter((step) => step.startsWith('a'));
  expect(ofA).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
  expect(steps.indexOf('b1 begins')).toBeLessThan(steps.indexOf('a1 ends'));
});

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

test('forEachConcurrent begins items in order and works on so many at once', async () => {
  const begun: number[] = [];
  let running = 0;
  let max = 0;
  await forEachConcurrent([5, 1, 4, 2, 3], 2, async (item) => {
    begun.push(item);
    max = Math.max(max, (running += 1));
    for (let left = item; left > 0; left -= 1) await turn();
    running -= 1;
  });
  expect(begun).toEqual([5, 1, 4, 2, 3]);
  expect(max).toBe(2);
});

test('after a failure forEachConcurrent begins no item, ends the others and rejects', async () => {
  const ended: string[] = [];
  const done = forEachConcurrent(['slow', 'broken', 'next'], 2, async (item) => {
    if (item === 'broken') throw new Error('broken');
    for (let left = 20; left > 0; left -= 1) await turn();
    ended.push(item);
  });
  await expect(done).rejects.toThrow('broken');
  expect(ended).toEqual(['slow']);
});
