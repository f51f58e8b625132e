import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createQueue } from './queue.ts';

test('work runs one after the other in the order in which it came', async () => {
  const queue = createQueue();
  const steps: string[] = [];
  const work = (name: string, ms: number) => async () => {
    steps.push(`${name} begins`);
    await setTimeout(ms);
    steps.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([queue(work('slow', 20)), queue(work('quick', 1))])).toEqual([
    'slow',
    'quick',
  ]);
  expect(steps).toEqual(['slow begins', 'slow ends', 'quick begins', 'quick ends']);
});

test('work that fails is told to who gave it, and the next runs', async () => {
  const queue = createQueue();
  const failing = queue(() => {
    throw new Error('broken');
  });
  expect(await queue(() => 'fine')).toBe('fine');
  await expect(failing).rejects.toThrow('broken');
});
