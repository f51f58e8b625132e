import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createQueue } from './queue.ts';

test('createQueue runs tasks one at a time in order', async () => {
  const queue = createQueue();
  const steps: string[] = [];
  const work = (name: string, rounds: number) => async () => {
    steps.push(`${name} begins`);
    for (let round = 0; round < rounds; round += 1) await setImmediate();
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
